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
    items = sequence if hasattr(sequence, '__getitem__') and not isinstance(sequence, dict) else list(sequence)
    return (items[i] for i in range(len(items) - 1, -1, -1))
def round(number, ndigits=None):
    if not isinstance(number, (int, float)):
        if not hasattr(number, '__round__'):
            raise TypeError(f"type {type(number).__name__} doesn't define __round__ method")
        return number.__round__() if ndigits is None else number.__round__(ndigits)
    if isinstance(number, int):
        if ndigits is None or ndigits >= 0:
            return int(number)
        if ndigits < -18:
            return 0
        unit = 10 ** -ndigits
        whole, rest = divmod(number, unit)
        return (whole + (rest * 2 > unit or rest * 2 == unit and whole % 2)) * unit
    if ndigits is None:
        return int(number) if number - number != 0 else int(f'{number:.0f}')
    if number - number != 0 or ndigits > 300:
        return number
    if ndigits < -300:
        return number * 0.0
    if ndigits >= 0:
        return float(f'{number:.{ndigits}f}')
    unit = 10.0 ** -ndigits
    return float(f'{number / unit:.0f}') * unit
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
