from math import fsum as _sum, sqrt as _sqrt
class StatisticsError(ValueError): pass
def mean(data):
    data = list(data)
    if not data:
        raise StatisticsError('mean requires at least one data point')
    total = sum(data) if all([isinstance(x, int) for x in data]) else _sum(data)
    return total // len(data) if total % len(data) == 0 and isinstance(total, int) else total / len(data)
fmean = mean
def median(data):
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError('no median for empty data')
    return data[n // 2] if n % 2 else (data[n // 2 - 1] + data[n // 2]) / 2
def _squares(data):
    data = list(data)
    center = _sum(data) / len(data)
    return _sum([(x - center) ** 2 for x in data]), len(data)
def variance(data, xbar=None):
    total, n = _squares(data)
    return total / (n - 1)
def pvariance(data, mu=None):
    total, n = _squares(data)
    return total / n
def stdev(data, xbar=None):
    return _sqrt(variance(data))
def pstdev(data, mu=None):
    return _sqrt(pvariance(data))
def mode(data):
    counts = {}
    for item in data:
        counts[item] = counts.get(item, 0) + 1
    return max(counts, key=counts.get)
