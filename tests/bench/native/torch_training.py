"""PyTorch's training as a contestant of `npm run bench`, on one thread: does what its standard input asks, a line a
request, fields separated by tabs (tests/bench/training/native.ts), and answers each with a line. The model is that of
the fixtures.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import torch
from torch.nn import functional
from torch_requests import serve

sys.path.insert(0, str(Path(__file__).parents[2] / "fixtures"))
import reference_training as reference  # noqa: E402


class Training:
    def __init__(self, form: str, file: str) -> None:
        self.spec = reference.DEFAULTS
        lines = Path(file).read_text().splitlines()
        self.data = torch.tensor([[int(number) for number in line.split()] for line in lines])
        torch.manual_seed(self.spec["seed"])
        self.model = reference.Decoder(self.spec)
        rates = {"lr": self.spec["learningRate"], "weight_decay": self.spec["weightDecay"]}
        self.optimizer = torch.optim.AdamW(self.model.parameters(), foreach=form == "AdamW, foreach", **rates)

    def step(self) -> float:
        rows = self.data[torch.randint(0, len(self.data), (self.spec["batchSize"],))]
        logits = self.model(rows[:, :-1]).flatten(0, 1)
        loss = functional.cross_entropy(logits, rows[:, 1:].flatten(), ignore_index=self.spec["padId"])
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


trainings: dict[str, Training] = {}


def answer(what: str, form: str, fields: list[str]) -> str:
    if what == "prepare":
        trainings[form] = Training(form, fields[0])
        return "ready"
    if what == "losses":
        return "\t".join(str(trainings[form].step()) for _ in range(int(fields[0])))
    if what == "time":
        began = time.perf_counter()
        for _ in range(int(fields[0])):
            trainings[form].step()
        return str(1000 * (time.perf_counter() - began))
    del trainings[form]
    return "disposed"


serve(answer)
