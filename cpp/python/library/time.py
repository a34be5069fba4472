# time: a clock of its own, since a run must not depend on the machine. Each look at it takes a millisecond.
_now = 0.0
def time():
    global _now
    _now += 0.001
    return _now
perf_counter = time
monotonic = time
process_time = time
def sleep(seconds):
    global _now
    _now += seconds
