version = '3.11.0 (Heads Up)'
version_info = (3, 11, 0, 'final', 0)
platform = 'heads-up'
maxsize = 9223372036854775807
argv = ['']
path = []
class _Stream:
    def __init__(self, is_shown):
        self._is_shown = is_shown
    def write(self, text):
        if self._is_shown:
            print(text, end='')
        return len(text)
    def flush(self): pass
    def isatty(self): return False
stdout = _Stream(True)
stderr = _Stream(False)
def exit(status=None):
    raise SystemExit(status)
def getrecursionlimit(): return 200
def setrecursionlimit(limit): pass
def getsizeof(object, default=0):
    _refuse('sys.getsizeof', 'objects here have no size of their own')
