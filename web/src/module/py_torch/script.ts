/**
 * A lesson as one PyTorch script that computes the tensors of its trace and prints them. Tensors and layers have their names
 * in the trace, except layers whose name is also that of a tensor: `embed`, `layer_norm_1`, `layer_norm_2`.
 */
import { RHO, readablePairs, roleOfHead } from "../readable.js";
import type { LessonSpec } from "../types.js";
import { callLines, fillText, type Line, listLines, type Paragraph, stepLine } from "./line.js";
import { type Subject, subjectOf } from "./subject.js";

/** The script in paragraphs; each line lists the steps that it computes. Expects a spec with every default filled in. */
export function paragraphs(spec: Required<LessonSpec>, readable = false): readonly Paragraph[] {
  const subject = subjectOf(spec, readable);
  const script = [
    imports(subject),
    ...demo(subject),
    sizes(subject),
    ...sequences(subject),
    source(subject),
    ...embedding(subject),
    target(subject),
    ...positions(subject),
    masks(subject),
    blockPaddingMask(subject),
    ...warmUp(subject),
    ...layers(subject),
    ...readableHeads(subject),
    projections(subject),
    heads(subject),
    blockMasks(subject),
    attention(subject),
    output(subject),
    feedForward(subject),
  ].filter((paragraph) => paragraph.length > 0);
  return [...script, printing(script)];
}

/** The whole script, to run or to copy. Expects a spec with every default filled in. */
export const scriptOf = (spec: Required<LessonSpec>, readable = false): string =>
  `${paragraphs(spec, readable)
    .map((paragraph) => paragraph.map(([text]) => text).join("\n"))
    .join("\n\n")}\n`;

export const imports = (subject: Subject, what = "PyTorch makes the tensors of its trace."): Paragraph => [
  [`# Lesson ${subject.spec.lesson}: ${what}`],
  [`# ${letters(subject).join(", ")}`],
  ["import math"],
  ["import torch"],
  ["from torch import nn"],
  ...(subject.spec.feedForward === null ? [] : [["from torch.nn import functional as F"] as const]),
  ["from torch.nn.utils.rnn import pad_sequence"],
];

function letters({ spec, crossed, oneHead, width }: Subject): string[] {
  return [
    "B batch",
    ...(crossed ? ["S source", "T target"] : ["L length"]),
    "V vocabulary",
    "D d_model",
    ...(width.letter === "A" ? ["A d_attention"] : []),
    ...(oneHead ? [] : ["H heads", "K d_k"]),
    ...(spec.positionalEncoding ? ["P positions"] : []),
    ...(spec.feedForward === null ? [] : ["F d_ff"]),
  ];
}

export function sizes({ spec, oneHead, width }: Subject): Paragraph {
  return [
    [`pad_id, vocab_size = ${spec.padId}, ${spec.vocabSize}`],
    [oneHead ? `d_model = ${spec.dModel}` : `d_model, num_heads = ${spec.dModel}, ${spec.numHeads}`],
    ...(spec.dAttention === null ? [] : [[`d_attention = ${spec.dAttention}`] as const]),
    ...(oneHead ? [] : [[`d_k = ${width.name} // num_heads`] as const]),
    ...(spec.feedForward === null ? [] : [[`d_ff = ${spec.feedForward.dFf}`] as const]),
  ];
}

/** One sentence per line, even if the line is long. */
const data = (name: string, sequences: readonly (readonly number[])[]): Paragraph => [
  [`${name} = [`],
  ...sequences.map((ids): Line => [`    [${ids.join(", ")}],`]),
  ["]"],
];

export const sequences = ({ spec, crossed }: Subject): readonly Paragraph[] => [
  data("sequences", spec.sequences),
  ...(crossed ? [data("target", spec.target ?? [])] : []),
];

/** Lines that pad `from` into the batch `step`. */
const paddingLines = (step: string, from: string, axes: string): Line[] => [
  [`rows = [torch.tensor(r).long() for r in ${from}]`, step],
  [`${step} = pad_sequence(`, step],
  ["    rows, batch_first=True, padding_value=pad_id", step],
  stepLine(step, ")", axes),
];

export const source = ({ key }: Subject): Paragraph => [
  ...paddingLines("ids", "sequences", `B ${key}`),
  [`B, ${key} = ids.shape`],
];

/** Readable weights have their own paragraph, between drawing the table and using it. */
export function embedding(subject: Subject): readonly Paragraph[] {
  const drawn: Paragraph = [
    [`torch.manual_seed(${subject.spec.seed})`],
    stepLine("embedding.weight", "embed = nn.Embedding(vocab_size, d_model)", "V D"),
  ];
  const used: Paragraph = [stepLine("embedding", "embedding = embed(ids)", `B ${subject.key} D`)];
  const { code, placed } = readableTable(subject);
  return code.length > 0 ? [drawn, code, [...placed, ...used]] : [[...drawn, ...used]];
}

export const target = ({ crossed, query }: Subject): Paragraph =>
  crossed
    ? [
        ...paddingLines("target_ids", "target", `B ${query}`),
        [`${query} = target_ids.shape[1]`],
        stepLine("target_embedding", "target_embedding = embed(target_ids)", `B ${query} D`),
      ]
    : [];

function demo({ spec, oneHead }: Subject): readonly Paragraph[] {
  if (!oneHead) return [];
  return [
    [
      [`torch.manual_seed(${spec.seed})`],
      ["demo_scores = torch.randn(4, 4)", "demo_scores"],
      ["ones = torch.ones(4, 4, dtype=torch.bool)", "demo_mask"],
      ["demo_mask = ones.tril()  # True = attend", "demo_mask"],
    ],
    [
      ...callLines("demo_masked_scores", "demo_masked_scores = demo_scores.masked_fill", [
        "~demo_mask",
        fillText(spec.maskFill),
      ]),
      ["demo_attention = demo_masked_scores.softmax(dim=-1)", "demo_attention"],
    ],
  ];
}

const layer = (text: string, name: string): Line => [text, `${name}.weight`, `${name}.bias`];

function linears({ spec, width }: Subject): Line[] {
  const bias = spec.bias ? "" : ", bias=False";
  const projections = ["w_q", "w_k", "w_v"].map((name) =>
    layer(`${name} = nn.Linear(d_model, ${width.name}${bias})`, name),
  );
  const output = layer(`w_0 = nn.Linear(${width.name}, d_model${bias})`, "w_0");
  return spec.outputProjection ? [...projections, output] : projections;
}

/** With a kernel of size 1, a convolution is a linear layer that is applied to every token. */
function convolutions({ spec }: Subject): Line[] {
  const bias = spec.bias ? "" : ", bias=False";
  if (spec.feedForward === null) return [];
  return [
    layer(`conv1 = nn.Conv1d(d_model, d_ff, 1${bias})`, "conv1"),
    layer(`conv2 = nn.Conv1d(d_ff, d_model, 1${bias})`, "conv2"),
  ];
}

/** One norm for the attention, and one for the feed-forward layer if there is one. */
export function layerNorms({ spec }: Subject): Line[] {
  if (!spec.layerNorm) return [];
  const names = spec.feedForward === null ? ["norm_1"] : ["norm_1", "norm_2"];
  return names.map((name) => layer(`layer_${name} = nn.LayerNorm(d_model)`, name));
}

function layers(subject: Subject): readonly Paragraph[] {
  const [attention, feedForward, around] = [linears(subject), convolutions(subject), layerNorms(subject)];
  return feedForward.length > 0 ? [attention, [...feedForward, ...around]] : [[...attention, ...around]];
}

export function masks({ block, padding, causal, query, key, maskAxes }: Subject): Paragraph {
  if (block || !(padding || causal)) return [];
  const lines: Line[] = [["# True = attend"]];
  const parts: string[] = [];
  if (padding) {
    parts.push("padding_mask");
    lines.push(stepLine("padding_mask", "padding_mask = (ids != pad_id).unsqueeze(1)", `B 1 ${key}`));
  }
  if (causal) {
    parts.push("nopeak_mask");
    lines.push([`ones = torch.ones(1, ${query}, ${key}, dtype=torch.bool)`, "nopeak_mask"]);
    lines.push(stepLine("nopeak_mask", "nopeak_mask = ones.tril()", `1 ${query} ${key}`));
  }
  return [...lines, stepLine("mask", `mask = ${parts.join(" & ")}`, maskAxes.join(" "))];
}

/** The block's padding mask; it comes first because the warm-up needs it. */
export const blockPaddingMask = ({ block, padding }: Subject): Paragraph =>
  block && padding
    ? [
        ["# True = ignore"],
        ["attn_pad_mask = (ids == pad_id).unsqueeze(1)", "attn_pad_mask"],
        stepLine("attn_pad_mask", "attn_pad_mask = attn_pad_mask.expand(B, L, L)", "B L L"),
      ]
    : [];

/** The block's look-ahead mask, and the mask that its heads use. */
export function blockMasks({ block, padding, causal }: Subject): Paragraph {
  if (!block || !(padding || causal)) return [];
  if (!causal) return [["# True = ignore"], stepLine("attn_mask", "attn_mask = attn_pad_mask", "B L L")];
  const sum = padding ? "(attn_pad_mask + attn_dec_mask)" : "attn_dec_mask";
  return [
    ["# 1 = ignore"],
    ["ones = torch.ones(B, L, L, dtype=torch.long)", "attn_dec_mask"],
    stepLine("attn_dec_mask", "attn_dec_mask = ones.triu(diagonal=1)", "B L L"),
    stepLine("attn_mask", `attn_mask = ${sum} > 0`, "B L L"),
  ];
}

/** The page's bridge (not a step of the trace) in which the mask gets an axis that broadcasts over the heads. */
export const BRIDGE = "masks";

/** The lines that fill the masked scores; none without a mask. */
function fillLines({ spec, block, oneHead, padding, causal, maskAxes }: Subject): Line[] {
  if (!(padding || causal)) return [];
  const fillCall = (ignore: string): Line[] =>
    callLines("masked_scores", "masked_scores = scores.masked_fill", [ignore, fillText(spec.maskFill)]);
  if (oneHead) return fillCall("~mask");
  const [mask, ignore] = block ? ["attn_mask", "masks"] : ["mask", "~masks"];
  const [batch, ...rest] = maskAxes;
  return [
    stepLine(BRIDGE, `masks = ${mask}.unsqueeze(1)`, [batch, "1", ...rest].join(" ")),
    ...fillCall(ignore),
  ];
}

/** The sinusoids are computed in float64 and rounded once. */
export const positions = ({ spec }: Subject): readonly Paragraph[] =>
  spec.positionalEncoding
    ? [
        [
          ["position = torch.arange(L + 1).double().unsqueeze(1)", "position_table"],
          ["pair = torch.arange(d_model).double() // 2", "position_table"],
          ["angles = position / 10000 ** (2 * pair / d_model)", "position_table"],
          ["position_table = angles.sin()", "position_table"],
          ["position_table[:, 1::2] = angles[:, 1::2].cos()", "position_table"],
          stepLine("position_table", "position_table = position_table.float()", "P D"),
        ],
        [
          ["positions = torch.arange(1, L + 1).expand(B, L)", "positions"],
          ["positions = positions.masked_fill(ids == pad_id, 0)", "positions"],
          stepLine("position_embedding", "position_embedding = position_table[positions]", "B L D"),
          stepLine("input_sum", "input_sum = embedding + position_embedding", "B L D"),
        ],
      ]
    : [];

/** The warm-up, attention without learned weights: query, key and value are the input itself. */
function warmUp({ spec, block, padding, input }: Subject): readonly Paragraph[] {
  if (!block) return [];
  const last = padding ? "warmup_masked_scores" : "warmup_scores";
  const filled = callLines("warmup_masked_scores", "warmup_masked_scores = warmup_scores.masked_fill", [
    "attn_pad_mask",
    fillText(spec.maskFill),
  ]);
  return [
    [
      [`Q = K = V = ${input}`, "warmup_scores"],
      ["warmup_scores = Q @ K.transpose(-2, -1)", "warmup_scores"],
      ["warmup_scores = warmup_scores / math.sqrt(d_k)", "warmup_scores"],
      ...(padding ? filled : []),
    ],
    [
      ...callLines("warmup_attention", `warmup_attention = ${last}.softmax`, ["dim=-1"]),
      stepLine("warmup_values", "warmup_values = warmup_attention @ V", "B L D"),
    ],
  ];
}

const normed = (norm: string, from: string): Line =>
  stepLine(norm, `${norm} = layer_${norm}(${from})`, "B L D");
const sum = (step: string, a: string, b: string): Line => stepLine(step, `${step} = ${a} + ${b}`, "B L D");

/** The residual sum around the attention and the norm that follows it; empty without layerNorm. */
export function firstResidual({ spec, input }: Subject): Paragraph {
  const { layerNorm, feedForward } = spec;
  if (!layerNorm) return [];
  const residual = sum("residual_1", input, "output");
  if (layerNorm === "post") return [residual, normed("norm_1", "residual_1")];
  return feedForward === null ? [residual] : [residual, normed("norm_2", "residual_1")];
}

/** The input of the feed-forward layer, and the lines with its residual sum and layer norm. */
export const aroundFeedForward = ({
  layerNorm,
}: Subject["spec"]): { readonly from: string; readonly lines: Paragraph } =>
  ({
    none: { from: "output", lines: [] },
    pre: { from: "norm_2", lines: [sum("residual_2", "residual_1", "ff_3")] },
    post: { from: "norm_1", lines: [sum("residual_2", "norm_1", "ff_3"), normed("norm_2", "residual_2")] },
  })[layerNorm ?? "none"];

/** The feed-forward layer with its residual sum and norm. */
function feedForward({ spec }: Subject): Paragraph {
  if (spec.feedForward === null) return [];
  const { from, lines } = aroundFeedForward(spec);
  return [
    stepLine("ff_1", `ff_1 = conv1(${from}.transpose(1, 2))`, "B F L"),
    stepLine("ff_2", `ff_2 = F.${spec.feedForward.activation}(ff_1)`, "B F L"),
    stepLine("ff_3", "ff_3 = conv2(ff_2).transpose(1, 2)", "B L D"),
    ...lines,
  ];
}

const QKV = ["q", "k", "v"] as const;

/** The lines for q, k and v, in one paragraph with the norm before them if there is one. */
const projections = ({ spec, crossed, query, key, width, input }: Subject): Paragraph => {
  const isPreNorm = spec.layerNorm === "pre";
  const source = isPreNorm ? "norm_1" : input;
  const project = (step: string, from: string, length: string): Line =>
    stepLine(step, `${step} = w_${step}(${from})`, `B ${length} ${width.letter}`);
  return [
    ...(isPreNorm ? [stepLine("norm_1", `norm_1 = layer_norm_1(${input})`, "B L D")] : []),
    project("q", crossed ? "target_embedding" : source, query),
    project("k", source, key),
    project("v", source, key),
  ];
};

function heads({ oneHead, query, key }: Subject): Paragraph {
  if (oneHead) return [];
  const length = (step: string): string => (step === "q" ? query : key);
  return [
    ...QKV.map(
      (step): Line => [`${step}_split = ${step}.view(B, ${length(step)}, num_heads, d_k)`, `${step}_split`],
    ),
    ...QKV.map((step) =>
      stepLine(`${step}_heads`, `${step}_heads = ${step}_split.transpose(1, 2)`, `B H ${length(step)} K`),
    ),
  ];
}

function attention(subject: Subject): Paragraph {
  const { oneHead, query, key, width, scale } = subject;
  const tensor = (step: string): string => (oneHead ? step : `${step}_heads`);
  const batch = oneHead ? "B" : "B H";
  const fill = fillLines(subject);
  return [
    [`scores = ${tensor("q")} @ ${tensor("k")}.transpose(-2, -1)`, "scores"],
    stepLine("scores", `scores = scores / math.sqrt(${scale})`, `${batch} ${query} ${key}`),
    ...fill,
    [`attention = ${fill.length > 0 ? "masked_scores" : "scores"}.softmax(dim=-1)`, "attention"],
    stepLine(
      "values",
      `values = attention @ ${tensor("v")}`,
      `${batch} ${query} ${oneHead ? width.letter : "K"}`,
    ),
  ];
}

/** Concatenates and projects the heads; in the block, the residual sum and the norm follow. */
function output(subject: Subject): Paragraph {
  const { spec, oneHead, query, width } = subject;
  if (oneHead) return [];
  return [
    stepLine("values_merged", "values_merged = values.transpose(1, 2)", `B ${query} H K`),
    ["concat = values_merged.contiguous()", "concat"],
    stepLine("concat", `concat = concat.view(B, ${query}, ${width.name})`, `B ${query} ${width.letter}`),
    ...(spec.outputProjection ? [stepLine("output", "output = w_0(concat)", `B ${query} D`)] : []),
    ...firstResidual(subject),
  ];
}

const TABLE = "embedding.weight";

/** The word codes, and the lines that put them into the embedding table. */
function readableTable({ spec, readable }: Subject): {
  readonly code: Paragraph;
  readonly placed: Paragraph;
} {
  if (!readable) return { code: [], placed: [] };
  const { positions, end } = readablePairs(spec);
  const besidePositions = [
    "code = 4 * code",
    "code[:, 1::2] -= 1",
    `code[:, :${2 * positions}] = 0  # for the positions`,
  ];
  return {
    code: lines([
      "# Readable weights: sin, cos of 2 pi n / rho ** j",
      `rho = ${RHO}`,
      `j = torch.arange(${end - 1}, -1, -1).double() % 16 + 1`,
      "n = torch.arange(vocab_size).double().unsqueeze(1)",
      "angles = 2 * math.pi * n / rho ** j",
      "code = torch.stack([angles.sin(), angles.cos()], -1)",
      "code = code.flatten(1)",
      ...(spec.positionalEncoding ? besidePositions : []),
    ]),
    placed: [
      ["embed.weight.data.zero_()", TABLE],
      [`embed.weight.data[:, :${2 * end}] = code`, TABLE],
    ],
  };
}

const lines = (texts: readonly string[]): Paragraph => texts.map((text): Line => [text]);

/** Sets the heads of w_q and w_k that have a role; `owner` is the prefix of the layers, such as "layer.". */
export function readableHeads(subject: Subject, owner = ""): readonly Paragraph[] {
  const { spec, readable } = subject;
  if (!readable) return [];
  const size = (spec.dAttention ?? spec.dModel) / spec.numHeads;
  const hasPrevious = spec.numHeads > 1 && roleOfHead(spec, 1) === "previous_token";
  return [
    setting(sameWord(subject, size, owner)),
    ...(hasPrevious ? [setting(previousToken(subject, size, owner))] : []),
  ];
}

/** Each line with the parameter that it sets, if its layer has no owner. */
const setting = (texts: readonly string[]): Paragraph =>
  texts.map((text): Line => {
    const [, parameter] = /^ +(w_[qk]\.(?:weight|bias))\.data/.exec(text) ?? [];
    return parameter ? [text, parameter] : [text];
  });

/** Lines that copy `query` and `key` into every second head, starting at `first`. */
const copied = ({ spec }: Subject, first: number, size: number, owner: string): string[] => [
  `for head in range(${first}, ${spec.numHeads}, 2):`,
  `    rows = slice(${size} * head, ${size} * head + ${size})`,
  `    ${owner}w_q.weight.data[rows] = query`,
  `    ${owner}w_k.weight.data[rows] = key`,
  ...(spec.bias ? [`    ${owner}w_q.bias.data[rows] = 0`, `    ${owner}w_k.bias.data[rows] = 0`] : []),
];

function sameWord(subject: Subject, size: number, owner: string): string[] {
  const { spec } = subject;
  const { end, sameWord: count } = readablePairs(spec);
  const length = spec.positionalEncoding ? " / 4" : "";
  return [
    "# Same word: w_q = w_k = s times a selection",
    `s = math.sqrt(16 * math.sqrt(${size}) / ${count})${length}`,
    `query = torch.zeros(${size}, d_model)`,
    `query[:${2 * count}, ${2 * (end - count)}:${2 * end}] = s * torch.eye(${2 * count})`,
    "key = query",
    ...copied(subject, 0, size, owner),
  ];
}

function previousToken(subject: Subject, size: number, owner: string): string[] {
  const { previousToken: count } = readablePairs(subject.spec);
  const columns = 2 * count;
  return [
    "# Previous token: w_q turns positions back by one",
    `f = -2 * torch.arange(${count}).double() / d_model`,
    "f = 10000.0 ** f",
    "fall = (1 - f.cos()).sum()",
    `s = math.sqrt(4 * math.sqrt(${size}) / fall)`,
    "turns = [torch.stack([f.cos(), -f.sin()], -1),",
    "         torch.stack([f.sin(), f.cos()], -1)]",
    "turns = torch.block_diag(*torch.stack(turns, -2))",
    `query = torch.zeros(${size}, d_model)`,
    `query[:${columns}, :${columns}] = s * turns`,
    `key = torch.zeros(${size}, d_model)`,
    `key[:${columns}, :${columns}] = s * torch.eye(${columns})`,
    ...copied(subject, 1, size, owner),
  ];
}

/** The variables of layers whose name in the trace is also the name of a step. */
const VARIABLES: Readonly<Record<string, string>> = {
  embedding: "embed",
  norm_1: "layer_norm_1",
  norm_2: "layer_norm_2",
};

const WEIGHT = ".weight";
const isParameter = (step: string): boolean => step.includes(".");
const keywords = (steps: readonly string[]): string[] => steps.map((step) => `${step}=${step}`);

/** The lines that collect and print the steps computed by `script`, the paragraphs before. */
function printing(script: readonly Paragraph[]): Paragraph {
  const steps = [...new Set(script.flat().flatMap(([, ...names]) => names))].filter((s) => s !== BRIDGE);
  const layers = steps
    .filter((step) => step.endsWith(WEIGHT))
    .map((step) => step.slice(0, -WEIGHT.length))
    .map((layer) => `"${layer}": ${VARIABLES[layer] ?? layer}`);
  // In the trace, only the demonstration comes before the parameters.
  const before = steps.filter((step) => step.startsWith("demo_"));
  const after = steps.filter((step) => !isParameter(step) && !before.includes(step));
  const parameters = "nn.ModuleDict(layers).state_dict()";
  const firstLines: readonly Line[] =
    before.length > 0
      ? [...listLines("steps = dict(", keywords(before), ")"), [`steps.update(${parameters})`]]
      : [[`steps = ${parameters}`]];
  return [
    ["# Every tensor by its name, in the order of the trace"],
    ...listLines("layers = {", layers, "}"),
    ...firstLines,
    ...listLines("steps.update(", keywords(after), ")"),
    ["for name, tensor in steps.items():"],
    ["    print(name, tuple(tensor.shape))"],
    ["    print(tensor.detach())"],
  ];
}
