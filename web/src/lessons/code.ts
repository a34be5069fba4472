/**
 * The lesson as one PyTorch script that gives this trace's numbers, written in paragraphs: a step is shown its
 * paragraph with its own lines marked. Tensors have the names of the trace; only the layer `embed` has none there.
 */
import type { Step, Trace } from "../module/types.js";

export interface CodeWindow {
  readonly code: readonly string[];
  /** Lines of `code`, counted from 0. */
  readonly current: readonly number[];
}

/** A line longer than this does not fit beside the stage. */
const WIDTH = 52;

/** A line of code and the steps that it plays. */
type Line = readonly [text: string, ...steps: string[]];
type Paragraph = readonly Line[];

export function codeWindows(trace: Trace): ReadonlyMap<string, CodeWindow> {
  const windows = new Map<string, CodeWindow>();
  for (const paragraph of paragraphs(trace)) {
    const code = paragraph.map(([text]) => text);
    for (const id of new Set(paragraph.flatMap(([, ...steps]) => steps))) {
      const current = paragraph.flatMap(([, ...steps], line) => (steps.includes(id) ? [line] : []));
      windows.set(id, { code, current });
    }
  }
  return windows;
}

/** The whole script, to run or to copy. */
export const scriptOf = (trace: Trace): string =>
  `${paragraphs(trace)
    .map((paragraph) => paragraph.map(([text]) => text).join("\n"))
    .join("\n\n")}\n`;

function paragraphs(trace: Trace): readonly Paragraph[] {
  const context = contextOf(trace);
  return [
    imports,
    sizes(context),
    data("sequences", trace.spec.sequences),
    ...(context.crossed ? [data("target", trace.spec.target ?? [])] : []),
    source(context),
    embedded(context),
    ...(context.crossed ? [target(context)] : []),
    masks(context),
    layers(context),
    projections(context),
    heads(context),
    attention(context),
    output(context),
  ].filter((paragraph) => paragraph.length > 0);
}

/** -1e12 as a programmer types it, rather than with all its zeros. */
export function shortNumber(value: number): string {
  const short = (text: string): string => text.replace("e+", "e");
  const [plain, exponential] = [short(String(value)), short(value.toExponential())];
  return exponential.length < plain.length ? exponential : plain;
}

interface Context {
  readonly trace: Trace;
  readonly step: (id: string) => Step | undefined;
  /** A line that makes this step, with the shape behind it where there is room: "# (B, L, D)". */
  readonly makes: (text: string, id: string) => Line;
  /** The target asks, the source answers. */
  readonly crossed: boolean;
  /** Letters for the lengths, which are variables of the script too. */
  readonly query: string;
  readonly key: string;
  /** What the script calls the width of q, k and v. */
  readonly width: string;
}

function contextOf(trace: Trace): Context {
  const step = (id: string): Step | undefined => trace.steps.find((s) => s.name === id);
  return {
    trace,
    step,
    makes: (text, id) => {
      const line = `${text}  # (${step(id)?.axes.join(", ") ?? ""})`;
      return [line.length <= WIDTH ? line : text, id];
    },
    crossed: step("target_ids") !== undefined,
    query: step("q")?.axes[1] ?? "L",
    key: step("k")?.axes[1] ?? "L",
    width: trace.spec.dAttention === null ? "d_model" : "d_attention",
  };
}

const imports: Paragraph = [
  ["import math"],
  ["import torch"],
  ["from torch import nn"],
  ["from torch.nn.utils.rnn import pad_sequence"],
];

function sizes({ trace: { spec }, width }: Context): Paragraph {
  return [
    [`pad_id, vocab_size = ${spec.padId}, ${spec.vocabSize}`],
    [`d_model, num_heads = ${spec.dModel}, ${spec.numHeads}`],
    ...(spec.dAttention === null ? [] : ([[`d_attention = ${spec.dAttention}`]] as const)),
    [`d_k = ${width} // num_heads`],
  ];
}

const data = (name: string, rows: readonly (readonly number[])[]): Paragraph => [
  [`${name} = [`],
  ...rows.map((row): Line => [`    [${row.join(", ")}],`]),
  ["]"],
];

/** Lines that pad `from` into the batch `id`. */
const padded = (id: string, from: string, { makes }: Context): Paragraph => [
  [`rows = [torch.tensor(r).long() for r in ${from}]`, id],
  [`${id} = pad_sequence(`, id],
  ["    rows, batch_first=True, padding_value=pad_id", id],
  makes(")", id),
];

const source = (context: Context): Paragraph => [
  ...padded("ids", "sequences", context),
  [`B, ${context.key} = ids.shape`],
];

const embedded = ({ trace: { spec }, makes }: Context): Paragraph => [
  [`torch.manual_seed(${spec.seed})`],
  makes("embed = nn.Embedding(vocab_size, d_model)", "embedding.weight"),
  makes("embedding = embed(ids)", "embedding"),
];

const target = (context: Context): Paragraph => [
  ...padded("target_ids", "target", context),
  [`${context.query} = target_ids.shape[1]`],
  context.makes("target_embedding = embed(target_ids)", "target_embedding"),
];

function masks({ step, makes, query, key }: Context): Paragraph {
  const mask = step("mask");
  if (!mask) return [];
  const lines: Line[] = [];
  if (step("padding_mask")) {
    lines.push(makes("padding_mask = (ids != pad_id).unsqueeze(1)", "padding_mask"));
  }
  if (step("nopeak_mask")) {
    lines.push([`ones = torch.ones(1, ${query}, ${key}, dtype=torch.bool)`, "nopeak_mask"]);
    lines.push(makes("nopeak_mask = ones.tril()", "nopeak_mask"));
  }
  lines.push(makes(`mask = ${mask.inputs.join(" & ")}`, "mask"));
  return lines;
}

function layers({ trace: { spec }, step, width }: Context): Paragraph {
  const bias = spec.bias ? "" : ", bias=False";
  return ["w_q", "w_k", "w_v", "w_0"].flatMap((layer): Line[] => {
    if (!step(`${layer}.weight`)) return [];
    const sides = layer === "w_0" ? `${width}, d_model` : `d_model, ${width}`;
    return [[`${layer} = nn.Linear(${sides}${bias})`, `${layer}.weight`, `${layer}.bias`]];
  });
}

const projections = ({ step, makes }: Context): Paragraph =>
  ["q", "k", "v"].map((id): Line => makes(`${id} = w_${id}(${step(id)?.inputs[0] ?? ""})`, id));

const heads = ({ query, key, makes }: Context): Paragraph => {
  const each = (line: (id: string, length: string) => Line): Line[] => [
    line("q", query),
    line("k", key),
    line("v", key),
  ];
  return [
    ...each((id, length) => [`${id}_split = ${id}.view(B, ${length}, num_heads, d_k)`, `${id}_split`]),
    ...each((id) => makes(`${id}_heads = ${id}_split.transpose(1, 2)`, `${id}_heads`)),
  ];
};

function attention({ trace: { spec }, step, makes }: Context): Paragraph {
  const lines: Line[] = [
    ["scores = q_heads @ k_heads.transpose(-2, -1)", "scores"],
    makes("scores = scores / math.sqrt(d_k)", "scores"),
  ];
  const mask = step("mask");
  if (mask) {
    const axes = [...mask.axes.slice(0, 1), "1", ...mask.axes.slice(1)].join(", ");
    const fill = spec.maskFill === "-inf" ? "-math.inf" : shortNumber(spec.maskFill);
    lines.push([`masks = mask.unsqueeze(1)  # (${axes})`, "masks"]);
    lines.push([`masked_scores = scores.masked_fill(~masks, ${fill})`, "masked_scores"]);
  }
  lines.push([`attention = ${mask ? "masked_scores" : "scores"}.softmax(dim=-1)`, "attention"]);
  lines.push(makes("values = attention @ v_heads", "values"));
  return lines;
}

const output = ({ step, query, width, makes }: Context): Paragraph => [
  makes("values_merged = values.transpose(1, 2)", "values_merged"),
  ["concat = values_merged.contiguous()", "concat"],
  makes(`concat = concat.view(B, ${query}, ${width})`, "concat"),
  ...(step("output") ? ([makes("output = w_0(concat)", "output")] as const) : []),
];
