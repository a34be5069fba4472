/** A training spec as one PyTorch script, which prints the loss of every step: the same losses as the trainer's. */
import { fillText, linesOf, rowLines, textOfLine } from "../py_torch/python.js";
import type { SettledTrainingSpec } from "./types.js";

/** The whole script, to run or to copy; it needs PyTorch 1.13 or later and nothing else. */
export function trainingScript(spec: SettledTrainingSpec, steps: number): string {
  const { task, data, maskFill, dropout, gradientClip, ...fields } = spec;
  /** `x` with dropout if there is any, else as it is. */
  const dropped = (x: string): string => (dropout > 0 ? `drop(${x})` : x);
  const lines = linesOf(SCRIPT, {
    ...{ ...fields, steps, dropout, data: rowLines(data), fill: fillText(maskFill) },
    title: task === null ? "A small decoder" : `Task ${task}: a small decoder`,
    attended: dropped("self.attention(self.norm_1(x))"),
    fedForward: dropped(`self.ff_2(F.${spec.activation}(hidden))`),
    embedded: dropped("self.embedding(ids) + positions(ids.shape[1])"),
    adamw: spec.optimizer === "adamw",
    ...{ clips: gradientClip !== null, gradientClip },
  });
  return lines.map((line) => `${textOfLine(line)}\n`).join("");
}

const SCRIPT = `\
# {title} in PyTorch, trained with the same numbers as in Heads Up
# B batch, L length, V vocabulary, D d_model, H heads, K d_k
import math
import torch
from torch import nn
from torch.nn import functional as F

# The model reads a row without its last token and predicts it without its first
data = torch.tensor([
{data}
])

pad_id, vocab_size = {padId}, {vocabSize}
d_model, num_heads, d_ff, layers = {dModel}, {numHeads}, {dFf}, {layers}
d_k = d_model // num_heads
batch_size = {batchSize}

def positions(L):
    position = torch.arange(L).double().unsqueeze(1)
    pair = torch.arange(d_model).double() // 2
    angles = position / 10000 ** (2 * pair / d_model)
    table = angles.sin()
    table[:, 1::2] = angles[:, 1::2].cos()
    return table.float()  # (L, D)

#if dropout
# nn.Dropout, but its numbers are the same in every build of PyTorch
dropout = {dropout}

def drop(x):
    keep = torch.rand(x.shape) >= dropout
    return x * (keep / (1 - dropout))

#end
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm_1 = nn.LayerNorm(d_model)
        self.w_q = nn.Linear(d_model, d_model)
        self.w_k = nn.Linear(d_model, d_model)
        self.w_v = nn.Linear(d_model, d_model)
        self.w_0 = nn.Linear(d_model, d_model)
        self.norm_2 = nn.LayerNorm(d_model)
        self.ff_1 = nn.Linear(d_model, d_ff)
        self.ff_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):  # (B, L, D)
        x = x + {attended}
        hidden = self.ff_1(self.norm_2(x))
        return x + {fedForward}

    def attention(self, x):
        B, L, D = x.shape
        q = self.w_q(x).view(B, L, num_heads, d_k).transpose(1, 2)
        k = self.w_k(x).view(B, L, num_heads, d_k).transpose(1, 2)
        v = self.w_v(x).view(B, L, num_heads, d_k).transpose(1, 2)
        scores = q @ k.transpose(-2, -1) / math.sqrt(d_k)  # (B, H, L, L)
#if mask
        later = torch.ones(L, L, dtype=torch.bool).triu(1)
        scores = scores.masked_fill(later, {fill})
#end
        values = scores.softmax(dim=-1) @ v  # (B, H, L, K)
        return self.w_0(values.transpose(1, 2).reshape(B, L, D))

class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.blocks = nn.Sequential(*[Block() for _ in range(layers)])
        self.norm = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, vocab_size)

    def forward(self, ids):  # (B, L)
        x = {embedded}
        return self.head(self.norm(self.blocks(x)))  # (B, L, V)

torch.manual_seed({seed})
model = Decoder()
?tiedHead model.head.weight = model.embedding.weight
?adamw optimizer = torch.optim.AdamW(model.parameters(), lr={learningRate}, weight_decay={weightDecay})
?!adamw optimizer = torch.optim.SGD(model.parameters(), lr={learningRate}, momentum={momentum}, weight_decay={weightDecay})
for step in range({steps}):
    rows = data[torch.randint(0, len(data), (batch_size,))]
    logits = model(rows[:, :-1]).flatten(0, 1)
    targets = rows[:, 1:].flatten()
    loss = F.cross_entropy(logits, targets, ignore_index=pad_id)
    optimizer.zero_grad()
    loss.backward()
?clips     nn.utils.clip_grad_norm_(model.parameters(), {gradientClip})
    optimizer.step()
    print(step + 1, loss.item())`;
