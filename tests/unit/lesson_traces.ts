/** A trace for every lesson and its options, with the names, ops and shapes of the contract; all numbers are 0. */

import { numberOfWord } from "../../web/src/module/readable.js";
import type { LessonName, LessonSpec, Step, Trace } from "../../web/src/module/types.js";
import { COMMON_DEFAULTS, type Spec, TraceBuilder } from "./traces/trace_builder.js";

const CROSSED_TARGET = [
  [5, 6],
  [7, 8, 9, 1],
];
const LESSON_DEFAULTS: Readonly<Record<LessonName, Partial<LessonSpec>>> = {
  "masked-self-attention": {
    sequences: [[1, 2, 3]],
    numHeads: 1,
    mask: { causal: true },
    maskFill: "-inf",
    bias: false,
    outputProjection: false,
    dAttention: 4,
  },
  "multi-head": {},
  "masked-multi-head": { mask: { padding: true, causal: true } },
  "encoder-decoder": { target: CROSSED_TARGET },
  "transformer-block": {
    mask: { padding: true, causal: true },
    maskFill: -1e9,
    positionalEncoding: true,
    feedForward: { dFf: 16, activation: "gelu" },
  },
};

export function traceOf(overrides: Partial<LessonSpec> & { lesson: LessonName }): Trace {
  const spec: Spec = { ...COMMON_DEFAULTS, ...LESSON_DEFAULTS[overrides.lesson], ...overrides };
  const s = new TraceBuilder(spec);
  const oneHead = spec.lesson === "masked-self-attention";
  if (oneHead) demo(s);
  parameters(s);
  if (spec.lesson === "transformer-block") {
    block(s);
  } else {
    const crossed = spec.lesson === "encoder-decoder";
    const [source, target] = crossed ? ["S", "T"] : ["L", "L"];
    embedded(s, crossed);
    masks(s, source, target);
    const querySource = crossed ? "target_embedding" : "embedding";
    projections(s, querySource, "embedding", source, target);
    attention(s, oneHead, "mask", source, target);
  }
  return { spec, steps: s.steps };
}

function demo(s: TraceBuilder): void {
  const square = new TraceBuilder(s.spec, [], { T: 4, S: 4 });
  square.add("demo_scores", "normal", "", "TS");
  square.add("demo_mask", "tril", "", "TS");
  square.add("demo_masked_scores", "masked_fill", "demo_scores demo_mask", "TS");
  square.add("demo_attention", "softmax", "demo_masked_scores", "TS");
  s.steps.push(...square.steps);
}

function parameters(s: TraceBuilder): void {
  const { spec } = s;
  const a = spec.dAttention === null ? "D" : "A";
  const layer = (name: string, out: string, into: string, kernel = ""): void => {
    s.add(`${name}.weight`, "uniform", "", out + into + kernel);
    if (spec.bias) s.add(`${name}.bias`, "uniform", "", out);
  };
  s.add("embedding.weight", "normal", "", "VD");
  for (const name of ["w_q", "w_k", "w_v"]) layer(name, a, "D");
  if (spec.outputProjection) layer("w_0", "D", a);
  if (spec.feedForward) {
    layer("conv1", "F", "D", "1");
    layer("conv2", "D", "F", "1");
  }
  const norms = spec.layerNorm === null ? [] : spec.feedForward === null ? ["norm_1"] : ["norm_1", "norm_2"];
  for (const norm of norms) {
    s.add(`${norm}.weight`, "constant", "", "D");
    s.add(`${norm}.bias`, "constant", "", "D");
  }
}

function embedded(s: TraceBuilder, crossed: boolean): void {
  const source = crossed ? "S" : "L";
  s.add("ids", "pad", "", `B${source}`);
  s.add("embedding", "embedding", "ids embedding.weight", `B${source}D`);
  if (!crossed) return;
  s.add("target_ids", "pad", "", "BT");
  s.add("target_embedding", "embedding", "target_ids embedding.weight", "BTD");
}

function masks(s: TraceBuilder, source: string, target: string): void {
  const { padding, causal } = s.spec.mask ?? {};
  if (padding) s.add("padding_mask", "not_equal", "ids", `B1${source}`);
  if (causal) s.add("nopeak_mask", "tril", "", `1${target}${source}`);
  if (padding && causal) s.add("mask", "logical_and", "padding_mask nopeak_mask", `B${target}${source}`);
  else if (padding) s.add("mask", "view", "padding_mask", `B1${source}`, undefined, "bool");
  else if (causal) s.add("mask", "view", "nopeak_mask", `1${target}${source}`, undefined, "bool");
}

const layerInputs = ({ spec }: TraceBuilder, layer: string): string =>
  `${layer}.weight${spec.bias ? ` ${layer}.bias` : ""}`;

function projections(
  s: TraceBuilder,
  querySource: string,
  keySource: string,
  source: string,
  target: string,
): void {
  const a = s.spec.dAttention === null ? "D" : "A";
  s.add("q", "linear", `${querySource} ${layerInputs(s, "w_q")}`, `B${target}${a}`);
  s.add("k", "linear", `${keySource} ${layerInputs(s, "w_k")}`, `B${source}${a}`);
  s.add("v", "linear", `${keySource} ${layerInputs(s, "w_v")}`, `B${source}${a}`);
}

function attention(s: TraceBuilder, oneHead: boolean, mask: string, source: string, target: string): void {
  const { spec } = s;
  const a = spec.dAttention === null ? "D" : "A";
  const [batch, suffix] = oneHead ? ["B", ""] : ["BH", "_heads"];
  if (!oneHead) {
    const lengths = Object.entries({ q: target, k: source, v: source });
    for (const [name, length] of lengths) s.add(`${name}_split`, "view", name, `B${length}HK`);
    for (const [name, length] of lengths)
      s.add(`${name}_heads`, "transpose", `${name}_split`, `BH${length}K`);
  }
  if (mask === "attn_mask") ignoreMasks(s);
  const table = `${batch}${target}${source}`;
  s.add("scores", "scaled_dot_product", `q${suffix} k${suffix}`, table);
  const masked = s.has(mask);
  if (masked) s.add("masked_scores", "masked_fill", `scores ${mask}`, table);
  s.add("attention", "softmax", masked ? "masked_scores" : "scores", table);
  s.add("values", "weighted_sum", `attention v${suffix}`, `${batch}${target}${oneHead ? a : "K"}`);
  if (oneHead) return;
  s.add("values_merged", "transpose", "values", `B${target}HK`);
  s.add("concat", "view", "values_merged", `B${target}${a}`);
  if (spec.outputProjection) s.add("output", "linear", `concat ${layerInputs(s, "w_0")}`, `B${target}D`);
}

function ignoreMasks(s: TraceBuilder): void {
  const { padding, causal } = s.spec.mask ?? {};
  if (causal) s.add("attn_dec_mask", "triu", "", "BLL");
  const both = [...(padding ? ["attn_pad_mask"] : []), ...(causal ? ["attn_dec_mask"] : [])];
  if (both.length > 0) s.add("attn_mask", "logical_or", both.join(" "), "BLL");
}

function block(s: TraceBuilder): void {
  const { layerNorm, feedForward, positionalEncoding } = s.spec;
  embedded(s, false);
  if (positionalEncoding) {
    s.add("position_table", "sinusoid", "", "PD");
    s.add("positions", "position_ids", "ids", "BL");
    s.add("position_embedding", "embedding", "positions position_table", "BLD");
    s.add("input_sum", "add", "embedding position_embedding", "BLD");
  }
  const input = positionalEncoding ? "input_sum" : "embedding";
  warmUp(s, input);
  const norm = (name: string, from: string): void =>
    s.add(name, "layer_norm", `${from} ${name}.weight ${name}.bias`, "BLD");
  if (layerNorm === "pre") norm("norm_1", input);
  const from = layerNorm === "pre" ? "norm_1" : input;
  projections(s, from, from, "L", "L");
  attention(s, false, "attn_mask", "L", "L");
  if (layerNorm) s.add("residual_1", "add", `${input} output`, "BLD");
  if (layerNorm === "post") norm("norm_1", "residual_1");
  if (!feedForward) return;
  if (layerNorm === "pre") norm("norm_2", "residual_1");
  const into = { pre: "norm_2", post: "norm_1", none: "output" }[layerNorm ?? "none"];
  s.add("ff_1", "conv1d", `${into} ${layerInputs(s, "conv1")}`, "BFL");
  s.add("ff_2", feedForward.activation ?? "gelu", "ff_1", "BFL");
  s.add("ff_3", "conv1d", `ff_2 ${layerInputs(s, "conv2")}`, "BLD");
  if (layerNorm) s.add("residual_2", "add", `${layerNorm === "pre" ? "residual_1" : "norm_1"} ff_3`, "BLD");
  if (layerNorm === "post") norm("norm_2", "residual_2");
}

function warmUp(s: TraceBuilder, input: string): void {
  const padding = s.spec.mask?.padding === true;
  if (padding) s.add("attn_pad_mask", "eq", "ids", "BLL");
  s.add("warmup_scores", "scaled_dot_product", `${input} ${input}`, "BLL");
  if (padding) s.add("warmup_masked_scores", "masked_fill", "warmup_scores attn_pad_mask", "BLL");
  s.add("warmup_attention", "softmax", padding ? "warmup_masked_scores" : "warmup_scores", "BLL");
  s.add("warmup_values", "weighted_sum", `warmup_attention ${input}`, "BLD");
}

/** The trace with given instead of drawn layer weights. */
const withWeights = ({ spec, steps }: Trace): Trace => ({
  spec,
  steps: steps.map((step) => (step.op === "uniform" ? { ...step, op: "given" } : step)),
});

const READABLE_PARAMETERS = /^embedding\.weight$|^w_[qk]\./;

/** The trace with readable weights; only the table of word codes has its numbers. */
const withReadable = ({ spec, steps }: Trace): Trace => ({
  spec,
  steps: steps.map((step) => {
    if (!READABLE_PARAMETERS.test(step.name)) return step;
    const number = (i: number): number => numberOfWord(spec, Math.floor(i / spec.dModel), i % spec.dModel);
    const data =
      step.name === "embedding.weight" ? Float32Array.from(step.data, (_, i) => number(i)) : step.data;
    return { ...step, op: "given", data } as Step;
  }),
});

const square = { sequences: [[1, 2], [3]], target: [[4], [5, 6]] };
const masked = (spec: Partial<LessonSpec>): Trace => traceOf({ lesson: "masked-multi-head", ...spec });
const oneHead = (spec: Partial<LessonSpec>): Trace => traceOf({ lesson: "masked-self-attention", ...spec });
const inBlock = (spec: Partial<LessonSpec>): Trace => traceOf({ lesson: "transformer-block", ...spec });
const crossed = (spec: Partial<LessonSpec>): Trace => traceOf({ lesson: "encoder-decoder", ...spec });

export const VARIATIONS = {
  masked: masked({}),
  "padding mask only": masked({ mask: { padding: true, causal: false } }),
  "causal mask only": masked({ mask: { padding: false, causal: true } }),
  "no mask": masked({ mask: null }),
  "no bias": masked({ bias: false }),
  "no output projection": masked({ outputProjection: false }),
  "another width": masked({ dAttention: 4, maskFill: "-inf" }),
  "an empty sentence": masked({ sequences: [[], [1, 2]], maskFill: -3.5 }),
  "one head of many": masked({ numHeads: 1 }),
  "given weights": withWeights(masked({})),
  "readable weights": withReadable(masked({})),
  "block, readable weights": withReadable(inBlock({})),
  "multi-head": traceOf({ lesson: "multi-head" }),
  "multi-head, padding mask": traceOf({ lesson: "multi-head", mask: { padding: true } }),
  "encoder-decoder": crossed({}),
  "encoder-decoder, padding mask": crossed({ mask: { padding: true } }),
  "encoder-decoder, causal mask": crossed({ mask: { causal: true }, ...square }),
  "encoder-decoder, both masks": crossed({ mask: { padding: true, causal: true }, ...square }),
  "one head": oneHead({}),
  "one head, both masks": oneHead({ mask: { padding: true, causal: true } }),
  "one head, padding mask": oneHead({ mask: { padding: true }, sequences: [[1, 2], [3]], maskFill: -1e12 }),
  "one head, no mask": oneHead({ mask: null, bias: true, dAttention: null }),
  block: inBlock({}),
  "block, padding mask": inBlock({ mask: { padding: true } }),
  "block, causal mask": inBlock({ mask: { causal: true } }),
  "block, no mask": inBlock({ mask: null }),
  "block, no positions": inBlock({ positionalEncoding: false }),
  "block, no feed-forward": inBlock({ feedForward: null, bias: false }),
  "block, relu": inBlock({ feedForward: { dFf: 16, activation: "relu" }, maskFill: "-inf" }),
  "block, norms before": inBlock({ layerNorm: "pre" }),
  "block, norms after": inBlock({ layerNorm: "post" }),
  "block, norm after attention alone": inBlock({ layerNorm: "post", feedForward: null }),
} satisfies Readonly<Record<string, Trace>>;

export type Variation = keyof typeof VARIATIONS;
export const variations = Object.entries(VARIATIONS) as [Variation, Trace][];
export const variation = (name: Variation): Trace => VARIATIONS[name];
