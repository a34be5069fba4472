# There is no machine to look at: no files, and an environment that only the program itself fills.
environ = {}
sep = '/'
name = 'posix'
def getenv(key, default=None):
    return environ.get(key, default)
def cpu_count(): return 1
def getcwd(): return '/'
class path:
    @staticmethod
    def join(*parts): return '/'.join(parts)
    @staticmethod
    def exists(path): return False
    isfile = isdir = exists
    @staticmethod
    def basename(path): return path.split('/')[-1]
    @staticmethod
    def dirname(path): return '/'.join(path.split('/')[:-1])
def _no_files(*args, **kwargs):
    _refuse('a function of os that reaches files', 'write the data into the program')
listdir = makedirs = mkdir = remove = system = walk = rename = _no_files
