"""PyTorch as a contestant of `npm run bench`, on one thread: does what its standard input asks, a line a request, fields
separated by tabs (tests/bench/native_contestant.ts), and answers each with a line.
"""

from __future__ import annotations

import math
import time
from typing import Callable

import numpy
import torch
from torch.nn import functional
from torch_requests import serve

MASKED = -1e12
Forward = Callable[[], torch.Tensor]


class Given:
    """B, L, D, H, the kind of mask, and the files of x, the weights, the mask and the output to be written."""

    def __init__(self, fields: list[str]) -> None:
        self.batch, self.length, self.width, self.heads = map(int, fields[:4])
        self.mask = fields[4]
        self.output_file = fields[8]
        self.x = torch.from_numpy(numpy.fromfile(fields[5], numpy.float32)).view(self.batch, self.length, self.width)
        weights = torch.from_numpy(numpy.fromfile(fields[6], numpy.float32)).split(self.width * (self.width + 1))
        square = self.width * self.width
        self.layers = [(layer[:square].view(self.width, self.width), layer[square:]) for layer in weights]
        self.ignored_keys = torch.from_numpy(numpy.fromfile(fields[7], numpy.uint8)).view(self.batch, self.length) == 0
        self.later = torch.triu(torch.ones(self.length, self.length, dtype=torch.bool), diagonal=1)


def by_hand(given: Given) -> Forward:
    """As the tutorials write it; 1 / sqrt(d_k) is in the weights already, the mask is added within the product."""
    (w_q, b_q), (w_k, b_k), (w_v, b_v), (w_0, b_0) = given.layers
    d_k = given.width // given.heads
    w_q, b_q = w_q / math.sqrt(d_k), b_q / math.sqrt(d_k)
    masked = {"padding": given.ignored_keys[:, None, None, :], "causal": given.later}.get(given.mask)
    added = None
    if masked is not None:
        shape = (given.batch, given.heads, given.length, given.length)
        added = torch.zeros(shape).masked_fill(masked, MASKED).flatten(0, 1)

    def heads(projected: torch.Tensor) -> torch.Tensor:
        split = projected.view(given.batch, given.length, given.heads, d_k).transpose(1, 2)
        return split.reshape(-1, given.length, d_k)

    def forward() -> torch.Tensor:
        q = heads(functional.linear(given.x, w_q, b_q))
        k = heads(functional.linear(given.x, w_k, b_k)).transpose(1, 2)
        v = heads(functional.linear(given.x, w_v, b_v))
        scores = torch.bmm(q, k) if added is None else torch.baddbmm(added, q, k)
        values = torch.bmm(torch.softmax(scores, dim=-1), v)
        merged = values.view(given.batch, given.heads, given.length, d_k).transpose(1, 2)
        return functional.linear(merged.reshape(given.batch, given.length, given.width), w_0, b_0)

    return forward


def own_layer(given: Given) -> Forward:
    """torch.nn.MultiheadAttention, with its fast path."""
    layer = torch.nn.MultiheadAttention(given.width, given.heads, batch_first=True).eval()
    weights, biases = zip(*given.layers)
    layer.load_state_dict(
        {
            "in_proj_weight": torch.cat(weights[:3]),
            "in_proj_bias": torch.cat(biases[:3]),
            "out_proj.weight": weights[3],
            "out_proj.bias": biases[3],
        }
    )
    masks = {
        "plain": {},
        "padding": {"key_padding_mask": given.ignored_keys},
        "causal": {"attn_mask": given.later},
    }[given.mask]
    return lambda: layer(given.x, given.x, given.x, need_weights=False, **masks)[0]


FORMS = {"by hand": by_hand, "nn.MultiheadAttention": own_layer}
prepared: dict[str, Forward] = {}


def answer(what: str, form: str, fields: list[str]) -> str:
    if what == "prepare":
        given = Given(fields)
        prepared[form] = FORMS[form](given)
        prepared[form]().numpy().tofile(given.output_file)
        return "ready"
    if what == "time":
        forward = prepared[form]
        began = time.perf_counter()
        for _ in range(int(fields[0])):
            forward()
        return str(1000 * (time.perf_counter() - began))
    del prepared[form]
    return "disposed"


with torch.inference_mode():
    serve(answer)
