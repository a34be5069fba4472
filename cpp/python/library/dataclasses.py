class FrozenInstanceError(AttributeError): pass
class _Field:
    def __init__(self, default, default_factory):
        self.default = default
        self.default_factory = default_factory
_nothing = object()
def field(*, default=_nothing, default_factory=_nothing, **options):
    return _Field(default, default_factory)

def _names(cls):
    names = []
    for base in [*reversed(cls.__bases__), cls]:
        if base is not cls:
            found = getattr(base, '__dataclass_fields__', [])
        else:
            found = cls.__dict__.get('__annotations__', {})
        for name in found:
            if name not in names:
                names.append(name)
    return names

def dataclass(cls=None, **options):
    if cls is None:
        return lambda cls: dataclass(cls, **options)
    names = _names(cls)
    cls.__dataclass_fields__ = names
    label = cls.__name__ + '.__init__()'
    def __init__(self, *args, **kwargs):
        if len(args) > len(names):
            raise TypeError(f'{label} takes {len(names) + 1} positional arguments but {len(args) + 1} were given')
        values = dict(zip(names, args))
        for name, value in kwargs.items():
            if name not in names:
                raise TypeError(f"{label} got an unexpected keyword argument '{name}'")
            if name in values:
                raise TypeError(f"{label} got multiple values for argument '{name}'")
            values[name] = value
        missing = []
        for name in names:
            if name not in values:
                default = getattr(type(self), name, _nothing)
                if isinstance(default, _Field):
                    default = default.default if default.default_factory is _nothing else default.default_factory()
                if default is _nothing:
                    missing.append(repr(name))
                values[name] = default
        if missing:
            all = missing[0] if len(missing) == 1 else ', '.join(missing[:-1]) + (',' if len(missing) > 2 else '') + ' and ' + missing[-1]
            raise TypeError(f"{label} missing {len(missing)} required positional argument{'s' if len(missing) > 1 else ''}: {all}")
        for name in names:
            object.__setattr__(self, name, values[name])
        if hasattr(self, '__post_init__'):
            self.__post_init__()
    def __repr__(self):
        return type(self).__name__ + '(' + ', '.join([f'{name}={getattr(self, name)!r}' for name in names]) + ')'
    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return all([getattr(self, name) == getattr(other, name) for name in names])
    if options.get('frozen'):
        def __setattr__(self, name, value):
            raise FrozenInstanceError(f"cannot assign to field '{name}'")
        cls.__setattr__ = __setattr__
    if '__init__' not in cls.__dict__:
        cls.__init__ = __init__
    if '__repr__' not in cls.__dict__:
        cls.__repr__ = __repr__
    if '__eq__' not in cls.__dict__:
        cls.__eq__ = __eq__
    return cls

def asdict(instance):
    return {name: getattr(instance, name) for name in instance.__dataclass_fields__}
def replace(instance, **changes):
    return type(instance)(**{**asdict(instance), **changes})
