# Methods of str that are rarely used. isalpha, isdigit, upper, lower, find, split and the like are in C++.
def casefold(self, /):
    return self.lower()
def swapcase(self, /):
    return ''.join([c.lower() if c.lower() != c else c.upper() for c in self])
def capitalize(self, /):
    return self[:1].upper() + self[1:].lower()
def title(self, /):
    out = ''
    for c in self:
        out += c.lower() if out[-1:].isalpha() else c.upper()
    return out
def isdecimal(self, /):
    return self.isdigit()
def isnumeric(self, /):
    return self.isdigit()
def isalnum(self, /):
    return self != '' and all([c.isalpha() or c.isdigit() for c in self])
def isspace(self, /):
    return self != '' and not self.strip(' \t\n\r\f\v\xa0\u3000')
def isidentifier(self, /):
    return self != '' and not self[0].isdigit() and self.replace('_', 'a').isalnum()
def islower(self, /):
    return self.lower() == self and self.upper() != self
def isupper(self, /):
    return self.upper() == self and self.lower() != self
def isascii(self, /):
    return all([ord(c) < 128 for c in self])
def replace(self, old, new, count=-1, /):
    if not isinstance(old, str) or not isinstance(new, str):
        raise TypeError(f'replace() argument {1 if isinstance(new, str) else 2} must be str, not {type(new if isinstance(old, str) else old).__name__}')
    if old:
        return new.join(self.split(old, count))
    at = len(self) + 1 if count < 0 else min(count, len(self) + 1)
    parts = list(self)
    return ''.join([new + c for c in parts[:at]]) + self[at:] + (new if at > len(self) else '')
def rsplit(self, /, sep=None, maxsplit=-1):
    if maxsplit < 0:
        return self.split(sep)
    parts = [part[::-1] for part in self[::-1].split(sep if sep is None else sep[::-1], maxsplit)]
    return parts[::-1]
def splitlines(self, /, keepends=False):
    lines = []
    at = 0
    while at < len(self):
        ends = [i for i in (self.find('\n', at), self.find('\r', at)) if i >= 0]
        end = min(ends) if ends else len(self)
        next = end + (2 if self[end:end + 2] == '\r\n' else 1)
        lines.append(self[at:next if keepends else end])
        at = next
    return lines
def partition(self, sep, /):
    parts = self.split(sep, 1)
    return (parts[0], sep, parts[1]) if len(parts) == 2 else (self, '', '')
def rpartition(self, sep, /):
    parts = self.rsplit(sep, 1)
    return (parts[0], sep, parts[1]) if len(parts) == 2 else ('', '', self)
def rfind(self, sub, start=None, end=None, /):
    text = self[start:end]
    at = text[::-1].find(sub[::-1])
    return -1 if at < 0 else len(self[:start]) * (start is not None) + len(text) - at - len(sub)
def index(self, sub, start=None, end=None, /):
    at = self.find(sub, start, end)
    if at < 0:
        raise ValueError('substring not found')
    return at
def rindex(self, sub, start=None, end=None, /):
    at = self.rfind(sub, start, end)
    if at < 0:
        raise ValueError('substring not found')
    return at
def count(self, sub, start=None, end=None, /):
    text = self[start:end]
    return len(text.split(sub)) - 1 if sub else len(text) + 1
def removeprefix(self, prefix, /):
    return self[len(prefix):] if self.startswith(prefix) else self
def removesuffix(self, suffix, /):
    return self[:len(self) - len(suffix)] if self.endswith(suffix) else self
def _fill(self, before, after, fillchar):
    if len(fillchar) != 1:
        raise TypeError('The fill character must be exactly one character long')
    return fillchar * before + self + fillchar * after
def ljust(self, width, fillchar=' ', /):
    return _fill(self, 0, width - len(self), fillchar)
def rjust(self, width, fillchar=' ', /):
    return _fill(self, width - len(self), 0, fillchar)
def center(self, width, fillchar=' ', /):
    lacking = max(width - len(self), 0)
    before = lacking // 2 + (lacking & width & 1)
    return _fill(self, before, lacking - before, fillchar)
def zfill(self, width, /):
    sign = 1 if self[:1] in ('-', '+') else 0
    return self[:sign] + '0' * (width - len(self)) + self[sign:]
def translate(self, table, /):
    out = ''
    for c in self:
        other = table.get(ord(c), c)
        out += chr(other) if isinstance(other, int) else '' if other is None else other
    return out
@staticmethod
def maketrans(x, y=None, z='', /):
    if y is None:
        if not isinstance(x, dict):
            raise TypeError('if you give only one argument to maketrans it must be a dict')
        return {ord(key) if isinstance(key, str) else key: value for key, value in x.items()}
    if len(x) != len(y):
        raise ValueError('the first two maketrans arguments must have equal length')
    return {**{ord(a): ord(b) for a, b in zip(x, y)}, **{ord(c): None for c in z}}

# '{0.name[key]!r:>{width}}'.format(...)
def format(self, /, *args, **kwargs):
    return _fields(self, args, kwargs, [0], 0)
def _fields(text, args, kwargs, state, depth):
    if depth > 1:
        raise ValueError('Max string recursion exceeded')
    out = ''
    at = 0
    while at < len(text):
        c = text[at]
        at += 1
        if c not in '{}':
            out += c
            continue
        if text[at:at + 1] == c:
            out += c
            at += 1
            continue
        if c == '}':
            raise ValueError("Single '}' encountered in format string")
        begin = at
        depth_here = 1
        while at < len(text):
            depth_here += (text[at] == '{') - (text[at] == '}')
            if depth_here == 0:
                break
            at += 1
        else:
            raise ValueError("Single '{' encountered in format string" if begin == len(text) else "expected '}' before end of string")
        name, colon, spec = text[begin:at].partition(':')
        name, bang, conversion = name.partition('!')
        at += 1
        value = _field(name, args, kwargs, state)
        if bang and conversion not in ('r', 's', 'a'):
            raise ValueError(f"Unknown conversion specifier {conversion}")
        if bang:
            value = str(value) if conversion == 's' else repr(value)
        spec = _fields(spec, args, kwargs, state, depth + 1) if spec else ''
        out += f'{value:{spec}}'
    return out
# state[0] numbers the fields without a name; -1 where they are numbered by hand.
def _field(name, args, kwargs, state):
    first, rest = _before(name, '.[')
    if not first or first.isdigit():
        if not first and state[0] < 0:
            raise ValueError('cannot switch from manual field specification to automatic field numbering')
        if first and state[0] > 0:
            raise ValueError('cannot switch from automatic field numbering to manual field specification')
        at = int(first) if first else state[0]
        state[0] = -1 if first else at + 1
        if at >= len(args):
            raise IndexError(f'Replacement index {at} out of range for positional args tuple')
        value = args[at]
    else:
        value = kwargs[first]
    while rest:
        if rest[0] == '[':
            key, closed, rest = rest[1:].partition(']')
            if not closed:
                raise ValueError("Missing ']' in format string")
            value = value[int(key) if key.isdigit() else key]
        else:
            key, rest = _before(rest[1:], '.[')
            value = getattr(value, key)
    return value
def _before(text, ends):
    end = min([text.find(c) if c in text else len(text) for c in ends])
    return text[:end], text[end:]

# '%5.2f' % arguments
def _percent(pattern, arguments):
    values = arguments if isinstance(arguments, tuple) else (arguments,)
    taken = at = 0
    named = isinstance(arguments, dict)
    out = ''
    def take():
        nonlocal taken
        if taken >= len(values):
            raise TypeError('not enough arguments for format string')
        taken += 1
        return values[taken - 1]
    def number():
        nonlocal at
        begin = at
        while pattern[at:at + 1].isdigit():
            at += 1
        if at == begin and pattern[at:at + 1] == '*':
            at += 1
            value = take()
            if not isinstance(value, int):
                raise TypeError('* wants int')
            return value
        return int(pattern[begin:at] or 0)
    while '%' in pattern[at:]:
        found = pattern.find('%', at)
        out += pattern[at:found]
        at = found + 1
        value = number
        if pattern[at:at + 1] == '(':
            close = pattern.find(')', at)
            if close < 0:
                raise ValueError('incomplete format key')
            if not named:
                raise TypeError('format requires a mapping')
            value = arguments[pattern[at + 1:close]]
            at = close + 1
        flags = ''
        while pattern[at:at + 1] in ('-', '+', ' ', '#', '0'):
            flags += pattern[at]
            at += 1
        width = number()
        precision = None
        if pattern[at:at + 1] == '.':
            at += 1
            precision = number()
        code = pattern[at:at + 1]
        at += 1
        if not code:
            raise ValueError('incomplete format')
        if code == '%':
            out += '%'
            continue
        if value is number:
            value = take()
        align = '<' if '-' in flags or width < 0 else '>'
        if code in 'srac':
            text = value if code == 'c' and isinstance(value, str) else chr(value) if code == 'c' else str(value) if code == 's' else repr(value)
            out += f'{text[:precision]:{align}{abs(width)}}'
            continue
        if code not in 'diuxXoeEfFgG':
            raise ValueError(f"unsupported format character '{code}' ({ord(code):#x}) at index {at - 1}")
        if not isinstance(value, (int, float)):
            if not hasattr(value, '__float__'):
                raise TypeError(f'%{code} format: a real number is required, not {type(value).__name__}' if code in 'diu' else f'must be real number, not {type(value).__name__}')
            value = float(value)
        if code in 'xXo' and not isinstance(value, int):
            raise TypeError(f'%{code} format: an integer is required, not {type(value).__name__}')
        sign = '+' if '+' in flags else ' ' if ' ' in flags else ''
        if '#' in flags:
            sign += '#'
        if code in 'diu':
            value = int(value)
            code = 'd'
        if code in 'dxXo':
            text = f'{value:{sign}0{precision + (value < 0 or sign != "")}{code}}' if precision else f'{value:{sign}{code}}'
            if '0' in flags and align == '>':
                text = f'{value:{sign}0{abs(width)}{code}}'
            out += f'{text:{align}{abs(width)}}'
        else:
            zero = '0=' if '0' in flags and align == '>' else align
            out += f'{value:{zero}{sign}{abs(width)}.{6 if precision is None else precision}{code}}'
    if not named and taken < len(values):
        raise TypeError('not all arguments converted during string formatting')
    return out + pattern[at:]
