"""A lesson beside one's own tensors, in Colab and Jupyter: show a step, then compare what one has computed with it.

    show("masked-multi-head", "scores")                # the page, in the notebook
    check("trace.json", scores=scores, output=output)  # one's own tensors against the page's numbers
"""

import json
import math
import pathlib
from urllib.parse import urlencode

SITE = "https://example.org/heads-up/"


def show(lesson, step, *, site=SITE, height=640, **fields):
    """A step of a lesson; fields are those of the page's address, such as seed=42 or tokens="62,13;60"."""
    from IPython.display import IFrame

    query = urlencode({"lesson": lesson, "step": step, "controls": "minimal", **fields}, safe=",;")
    return IFrame(f"{site}embed.html?{query}", width="100%", height=height)


def read_trace(path):
    """Every step of a trace by its name: shape and numbers. On the page: Take away, JSON."""
    steps = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["steps"]
    return {step["name"]: (tuple(step["shape"]), [float(x) for x in step["data"]]) for step in steps}


def check(path, *, absolute=1e-5, relative=1.3e-6, **tensors):
    """Prints a line for each tensor; True if all agree, by default as torch.testing.assert_close judges float32. A step like w_q.weight is named w_q__weight."""
    trace = read_trace(path)
    verdicts = [_compare(name.replace("__", "."), tensor, trace, absolute, relative) for name, tensor in tensors.items()]
    for verdict in verdicts:
        print(verdict[1])
    return all(right for right, _ in verdicts)


def _compare(name, tensor, trace, absolute, relative):
    if name not in trace:
        return False, f"✗ {name}: the trace has no such step; it has {', '.join(trace)}"
    shape, wanted = trace[name]
    own = tuple(tensor.shape)
    if own != shape:
        return False, f"✗ {name}: your shape is {own}, the page's is {shape}"
    got = [float(x) for x in tensor.detach().reshape(-1).tolist()]
    for place, (a, b) in enumerate(zip(got, wanted)):
        same = a == b or (math.isnan(a) and math.isnan(b)) or abs(a - b) <= absolute + relative * abs(b)
        if not same:
            return False, f"✗ {name}{list(_index(place, shape))}: yours is {a:.6g}, the page's is {b:.6g}"
    return True, f"✓ {name} {shape}: all {len(got)} numbers agree"


def _index(place, shape):
    index = []
    for size in reversed(shape):
        place, at = divmod(place, size)
        index.append(at)
    return tuple(reversed(index))
