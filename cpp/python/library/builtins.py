# Builtin functions that are rarely used.
def map(function, /, *iterables):
    if not iterables:
        raise TypeError('map() must have at least two arguments.')
    iterators = [iter(iterable) for iterable in iterables]
    return (function(*items) for items in zip(*iterators))
def filter(function, iterable, /):
    return (item for item in iterable if (item if function is None else function(item)))
def reversed(sequence, /):
    if hasattr(sequence, '__reversed__'):
        return sequence.__reversed__()
    if isinstance(sequence, range):
        return iter(sequence[::-1])
    name = type(sequence).__name__
    if hasattr(sequence, '__next__') or isinstance(sequence, (int, float, set, frozenset)) or name in ('generator', 'zip', 'enumerate'):
        raise TypeError(f"'{name}' object is not reversible")
    items = sequence if hasattr(sequence, '__getitem__') else list(sequence)
    return (items[i] for i in range(len(items) - 1, -1, -1))
def vars(object, /):
    if not hasattr(object, '__dict__'):
        raise TypeError('vars() argument must have __dict__ attribute')
    return object.__dict__
def dir(object, /):
    return sorted(set(_names(object)))
def divmod(x, y, /):
    return x // y, x % y
def ascii(obj, /):
    return ''.join([c if ord(c) < 128 else f'\\x{ord(c):02x}' if ord(c) < 256 else f'\\u{ord(c):04x}' if ord(c) < 65536 else f'\\U{ord(c):08x}' for c in repr(obj)])
def bin(number, /):
    return f'{_whole(number):#b}'
def oct(number, /):
    return f'{_whole(number):#o}'
def hex(number, /):
    return f'{_whole(number):#x}'
def _whole(number):
    return range(number, number + 1)[0]
def pow(base, exp, mod=None):
    if mod is None:
        return base ** exp
    if mod == 0:
        raise ValueError('pow() 3rd argument cannot be 0')
    if exp < 0 or abs(mod) > 0x7fffffff:
        _refuse('pow with such a modulus', 'use %')
    result = 1
    base %= mod
    while exp > 0:
        if exp & 1:
            result = result * base % mod
        base = base * base % mod
        exp >>= 1
    return result % mod
def _refused(name, why):
    def function(*args, **kwargs):
        _refuse(name + '()', why)
    function.__name__ = name
    return function
input = _refused('input', 'nothing can be typed in while a program runs; assign the value to a variable')
open = _refused('open', 'no files can be reached; write the data into the program')
exec = _refused('exec', 'text cannot be run as a program; write the code itself')
eval = _refused('eval', 'text cannot be run as a program; write the code itself')
compile = _refused('compile', 'text cannot be run as a program; write the code itself')
locals = _refused('locals', 'name the variables')
__import__ = _refused('__import__', 'write import')
bytes = _refused('bytes', 'use a string or a list of numbers')
complex = _refused('complex', 'use two floats')
breakpoint = _refused('breakpoint', 'print what you want to see')
