/** A training spec as one PyTorch script, which prints the loss of every step: the same losses as the trainer's. */
import { fillText } from "../py_torch/line.js";
import type { SettledTrainingSpec } from "./types.js";

type Lines = readonly string[];

const opening = ({ task }: SettledTrainingSpec): Lines => [
  `# ${task === null ? "A small decoder" : `Task ${task}: a small decoder`} in PyTorch, trained with the same numbers as in Heads Up`,
  "# B batch, L length, V vocabulary, D d_model, H heads, K d_k",
  "import math",
  "import torch",
  "from torch import nn",
  "from torch.nn import functional as F",
];

const data = ({ data }: SettledTrainingSpec): Lines => [
  "# The model reads a row without its last token and predicts it without its first",
  "data = torch.tensor([",
  ...data.map((row) => `    [${row.join(", ")}],`),
  "])",
];

/** `x` with dropout if there is any, else as it is. */
const withDropout = ({ dropout }: SettledTrainingSpec, x: string): string => (dropout > 0 ? `drop(${x})` : x);

/** The Python function for dropout; none without dropout. */
const dropoutFunction = ({ dropout }: SettledTrainingSpec): Lines =>
  dropout > 0
    ? [
        "# nn.Dropout, but its numbers are the same in every build of PyTorch",
        `dropout = ${dropout}`,
        "",
        "def drop(x):",
        "    keep = torch.rand(x.shape) >= dropout",
        "    return x * (keep / (1 - dropout))",
      ]
    : [];

const sizes = (spec: SettledTrainingSpec): Lines => [
  `pad_id, vocab_size = ${spec.padId}, ${spec.vocabSize}`,
  `d_model, num_heads, d_ff, layers = ${spec.dModel}, ${spec.numHeads}, ${spec.dFf}, ${spec.layers}`,
  "d_k = d_model // num_heads",
  `batch_size = ${spec.batchSize}`,
];

/** The lines between the scores and their softmax; none without a mask. */
const causalFill = ({ mask, maskFill }: SettledTrainingSpec): Lines =>
  mask
    ? [
        "        later = torch.ones(L, L, dtype=torch.bool).triu(1)",
        `        scores = scores.masked_fill(later, ${fillText(maskFill)})`,
      ]
    : [];

const block = (spec: SettledTrainingSpec): Lines => [
  "class Block(nn.Module):",
  "    def __init__(self):",
  "        super().__init__()",
  "        self.norm_1 = nn.LayerNorm(d_model)",
  ...["w_q", "w_k", "w_v", "w_0"].map((name) => `        self.${name} = nn.Linear(d_model, d_model)`),
  "        self.norm_2 = nn.LayerNorm(d_model)",
  "        self.ff_1 = nn.Linear(d_model, d_ff)",
  "        self.ff_2 = nn.Linear(d_ff, d_model)",
  "",
  "    def forward(self, x):  # (B, L, D)",
  `        x = x + ${withDropout(spec, "self.attention(self.norm_1(x))")}`,
  "        hidden = self.ff_1(self.norm_2(x))",
  `        return x + ${withDropout(spec, `self.ff_2(F.${spec.activation}(hidden))`)}`,
  "",
  "    def attention(self, x):",
  "        B, L, D = x.shape",
  ...["q", "k", "v"].map(
    (name) => `        ${name} = self.w_${name}(x).view(B, L, num_heads, d_k).transpose(1, 2)`,
  ),
  "        scores = q @ k.transpose(-2, -1) / math.sqrt(d_k)  # (B, H, L, L)",
  ...causalFill(spec),
  "        values = scores.softmax(dim=-1) @ v  # (B, H, L, K)",
  "        return self.w_0(values.transpose(1, 2).reshape(B, L, D))",
];

const decoder = (spec: SettledTrainingSpec): Lines => [
  "class Decoder(nn.Module):",
  "    def __init__(self):",
  "        super().__init__()",
  "        self.embedding = nn.Embedding(vocab_size, d_model)",
  "        self.blocks = nn.Sequential(*[Block() for _ in range(layers)])",
  "        self.norm = nn.LayerNorm(d_model)",
  "        self.head = nn.Linear(d_model, vocab_size)",
  "",
  "    def forward(self, ids):  # (B, L)",
  `        x = ${withDropout(spec, "self.embedding(ids) + positions(ids.shape[1])")}`,
  "        return self.head(self.norm(self.blocks(x)))  # (B, L, V)",
];

const positions: Lines = [
  "def positions(L):",
  "    position = torch.arange(L).double().unsqueeze(1)",
  "    pair = torch.arange(d_model).double() // 2",
  "    angles = position / 10000 ** (2 * pair / d_model)",
  "    table = angles.sin()",
  "    table[:, 1::2] = angles[:, 1::2].cos()",
  "    return table.float()  # (L, D)",
];

/** The line that creates the optimiser, with its settings as keyword arguments. */
function optimizer(spec: SettledTrainingSpec): string {
  const [name, settings] =
    spec.optimizer === "adamw"
      ? ["AdamW", { lr: spec.learningRate, weight_decay: spec.weightDecay }]
      : ["SGD", { lr: spec.learningRate, momentum: spec.momentum, weight_decay: spec.weightDecay }];
  const given = Object.entries(settings).map(([setting, value]) => `${setting}=${value}`);
  return `optimizer = torch.optim.${name}(model.parameters(), ${given.join(", ")})`;
}

const training = (spec: SettledTrainingSpec, steps: number): Lines => [
  `torch.manual_seed(${spec.seed})`,
  "model = Decoder()",
  ...(spec.tiedHead ? ["model.head.weight = model.embedding.weight"] : []),
  optimizer(spec),
  `for step in range(${steps}):`,
  "    rows = data[torch.randint(0, len(data), (batch_size,))]",
  "    logits = model(rows[:, :-1]).flatten(0, 1)",
  "    targets = rows[:, 1:].flatten()",
  "    loss = F.cross_entropy(logits, targets, ignore_index=pad_id)",
  "    optimizer.zero_grad()",
  "    loss.backward()",
  ...(spec.gradientClip === null
    ? []
    : [`    nn.utils.clip_grad_norm_(model.parameters(), ${spec.gradientClip})`]),
  "    optimizer.step()",
  "    print(step + 1, loss.item())",
];

/** The whole script, to run or to copy; it needs PyTorch 1.13 or later and nothing else. */
export const trainingScript = (spec: SettledTrainingSpec, steps: number): string =>
  `${[
    ...[opening(spec), data(spec), sizes(spec), positions, dropoutFunction(spec)],
    ...[block(spec), decoder(spec), training(spec, steps)],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
