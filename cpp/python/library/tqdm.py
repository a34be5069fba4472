# The bar goes to the standard error, which is not shown.
class tqdm:
    def __init__(self, iterable=None, desc=None, total=None, **options):
        self.iterable = iterable
        self.desc = desc
        self.total = total
        self.n = 0
    def __iter__(self):
        return iter(self.iterable)
    def __len__(self):
        return self.total if self.iterable is None else len(self.iterable)
    def __enter__(self):
        return self
    def __exit__(self, *args):
        return None
    def update(self, n=1):
        self.n += n
    def set_description(self, desc=None, refresh=True):
        self.desc = desc
    def set_postfix(self, *args, **kwargs):
        pass
    def set_postfix_str(self, text='', refresh=True):
        pass
    def refresh(self):
        pass
    def close(self):
        pass
    @staticmethod
    def write(text, file=None, end='\n'):
        print(text, end=end)
def trange(*args, **kwargs):
    return tqdm(range(*args), **kwargs)
