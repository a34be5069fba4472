# Methods of set that change it, besides add, discard and update.
def remove(self, elem, /):
    if elem not in self:
        raise KeyError(elem)
    self.discard(elem)
def pop(self, /):
    for elem in self:
        self.discard(elem)
        return elem
    raise KeyError('pop from an empty set')
def clear(self, /):
    for elem in list(self):
        self.discard(elem)
def intersection_update(self, *others):
    for other in others:
        self &= set(other)
def difference_update(self, *others):
    for other in others:
        self -= set(other)
def symmetric_difference_update(self, other, /):
    self ^= set(other)
