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

Any = _Hint('Any')
Optional = _Hint('Optional')
Union = _Hint('Union')
List = _Hint('List')
Tuple = _Hint('Tuple')
Dict = _Hint('Dict')
Set = _Hint('Set')
Type = _Hint('Type')
Callable = _Hint('Callable')
Iterable = _Hint('Iterable')
Iterator = _Hint('Iterator')
Generator = _Hint('Generator')
Sequence = _Hint('Sequence')
Mapping = _Hint('Mapping')
Literal = _Hint('Literal')
Final = _Hint('Final')
ClassVar = _Hint('ClassVar')
Self = _Hint('Self')
TypeVar = _Hint('TypeVar')
Annotated = _Hint('Annotated')
Hashable = _Hint('Hashable')
TYPE_CHECKING = False
class Generic:
    def __class_getitem__(cls, item):
        return cls
class Protocol:
    pass
class NamedTuple:
    def __init_subclass__(cls):
        raise NotImplementedError('typing.NamedTuple is not part of the Python that runs here: write a class')
def cast(type, value):
    return value
def overload(function):
    return function
