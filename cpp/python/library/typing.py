# Hints are not evaluated; a program may still name them.
class _Hint:
    def __init__(self, name):
        self._name = name
    def __getitem__(self, item):
        return self
    def __call__(self, *args, **kwargs):
        return self
    def __or__(self, other):
        return self
    def __ror__(self, other):
        return self
    def __repr__(self):
        return 'typing.' + self._name

_names = '''Any Optional Union List Tuple Dict Set FrozenSet Type Callable Iterable Iterator Generator
Sequence Mapping MutableMapping Literal Final ClassVar Self TypeVar Annotated Hashable NoReturn Text'''.split()
def __getattr__(name):
    if name not in _names:
        raise AttributeError(f"module 'typing' has no attribute '{name}'")
    return _Hint(name)
TYPE_CHECKING = False
class Generic:
    def __class_getitem__(cls, item):
        return cls
class Protocol:
    pass
class NamedTuple:
    def __init_subclass__(cls):
        names = list(cls.__dict__.get('__annotations__', {}))
        from collections import _named_tuple
        named = _named_tuple(cls.__name__, names, {name: cls.__dict__[name] for name in names if name in cls.__dict__})
        for name, value in named.__dict__.items():
            if name in names or name not in cls.__dict__:
                setattr(cls, name, value)
        for name in names:
            if name in cls.__dict__:
                delattr(cls, name)
def cast(type, value):
    return value
def overload(function):
    return function
