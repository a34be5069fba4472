"""<heads-up> as a widget of a notebook. Needs anywidget, and widget.js of the npm package beside this file."""

import pathlib

import anywidget
import traitlets


class HeadsUp(anywidget.AnyWidget):
    """A lesson on a stage, or the program `code`. What is None is left to the lesson, or to the reader's system."""

    _esm = pathlib.Path(__file__).parent / "widget.js"

    lesson = traitlets.Unicode("masked-multi-head").tag(sync=True)
    step = traitlets.Unicode("").tag(sync=True)
    lang = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    theme = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    seed = traitlets.Int(None, allow_none=True).tag(sync=True)
    controls = traitlets.Unicode("minimal").tag(sync=True)
    mode = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    allow = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    src = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    weights = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    tokens = traitlets.List(None, allow_none=True).tag(sync=True)
    code = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    spec = traitlets.Dict(None, allow_none=True).tag(sync=True)

    answer = traitlets.Dict(None, allow_none=True).tag(sync=True)
    error = traitlets.Dict(None, allow_none=True).tag(sync=True)
