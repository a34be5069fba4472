# _new(x) is an object of x's class without attributes, or None where x is not of a class statement's class.
def copy(x):
    if isinstance(x, (list, dict, set)):
        return x.copy()
    made = _new(x)
    if made is None:
        return x.__copy__() if hasattr(x, '__copy__') else x
    made.__dict__.update(x.__dict__)
    return made

def deepcopy(x, memo=None):
    memo = {} if memo is None else memo
    if x is None or isinstance(x, (int, float, str)):
        return x
    if id(x) in memo:
        return memo[id(x)]
    made = _new(x)
    if hasattr(x, '__deepcopy__'):
        result = x.__deepcopy__(memo)
    elif isinstance(x, dict):
        result = memo[id(x)] = type(x)() if type(x).__name__ == 'OrderedDict' else {}
        for key, value in x.items():
            result[deepcopy(key, memo)] = deepcopy(value, memo)
    elif isinstance(x, list):
        result = memo[id(x)] = []
        for item in x:
            result.append(deepcopy(item, memo))
    elif type(x) is tuple:
        result = tuple([deepcopy(item, memo) for item in x])
    elif isinstance(x, set):
        result = x.copy()
    elif made is not None:
        result = memo[id(x)] = made
        for name, value in x.__dict__.items():
            made.__dict__[name] = deepcopy(value, memo)
    else:
        result = x
    memo[id(x)] = result
    return result
