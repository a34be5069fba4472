# Methods of set and frozenset that change nothing.
def copy(self, /):
    return type(self)(self)
def union(self, *others):
    for other in others:
        self = self | set(other)
    return self.copy()
def intersection(self, *others):
    for other in others:
        self = self & set(other)
    return self.copy()
def difference(self, *others):
    for other in others:
        self = self - set(other)
    return self.copy()
def symmetric_difference(self, other, /):
    return self ^ set(other)
def issubset(self, other, /):
    return self <= set(other)
def issuperset(self, other, /):
    return self >= set(other)
def isdisjoint(self, other, /):
    return not self & set(other)
def _and(self, other):
    return type(self)([x for x in self if x in other])
def _or(self, other):
    return type(self)([*self, *other])
def _xor(self, other):
    return type(self)([*[x for x in self if x not in other], *[x for x in other if x not in self]])
def _subtract(self, other):
    return type(self)([x for x in self if x not in other])
def _less_equal(self, other):
    return all([x in other for x in self])
def _less(self, other):
    return len(self) < len(other) and _less_equal(self, other)
