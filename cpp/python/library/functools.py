def wraps(wrapped):
    def decorate(function):
        function.__name__ = wrapped.__name__
        function.__doc__ = wrapped.__doc__
        function.__wrapped__ = wrapped
        return function
    return decorate

class partial:
    def __init__(self, func, *args, **keywords):
        self.func = func
        self.args = args
        self.keywords = keywords
    def __call__(self, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

_nothing = object()
def reduce(function, iterable, initial=_nothing):
    it = iter(iterable)
    if initial is _nothing:
        for initial in it:
            break
        else:
            raise TypeError('reduce() of empty iterable with no initial value')
    for item in it:
        initial = function(initial, item)
    return initial

def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return lru_cache()(maxsize)
    def decorate(function):
        results = {}
        @wraps(function)
        def cached(*args, **kwargs):
            key = (args, tuple(kwargs.items()))
            if key not in results:
                results[key] = function(*args, **kwargs)
            return results[key]
        return cached
    return decorate

def cache(function):
    return lru_cache()(function)
