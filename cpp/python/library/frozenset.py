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
