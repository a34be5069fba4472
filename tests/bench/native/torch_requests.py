"""Reads requests for a contestant of `npm run bench`: a line a request, fields separated by tabs; each is answered by a line."""

from __future__ import annotations

import sys
from collections.abc import Callable

import torch

Answer = Callable[[str, str, list[str]], str]


def serve(answer: Answer) -> None:
    """Answers standard input on one thread until it ends."""
    torch.set_num_threads(1)
    for line in sys.stdin:
        request = line.rstrip("\n").split("\t")
        try:
            print(answer(request[0], request[1], request[2:]), flush=True)
        except Exception as error:  # whatever it is, the one who asked decides
            print("error", str(error).replace("\n", " "), flush=True)
