# What draws or shows is accepted and skipped: each attribute can be called, and gives the same again.
class _Skipped:
    def __init__(self): pass
    def __getattr__(self, name):
        if name[:2] == '__':
            raise AttributeError(name)
        return self
    def __setattr__(self, name, value): pass
    def __call__(self, *args, **kwargs): return self
    def __getitem__(self, index): return self
    def __setitem__(self, index, value): pass
    def __iter__(self): return iter([self, self])
    def __enter__(self): return self
    def __exit__(self, *args): return None
    def __repr__(self): return '<skipped>'
_skipped = _Skipped()
def __getattr__(name): return _skipped
