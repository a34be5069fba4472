# Methods of list alone.
def remove(self, value, /):
    for at, item in enumerate(self):
        if item is value or item == value:
            del self[at]
            return
    raise ValueError('list.remove(x): x not in list')
def copy(self, /):
    return self[:]
def clear(self, /):
    del self[:]
def reverse(self, /):
    self[:] = self[::-1]
