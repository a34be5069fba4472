/** The script's lines from the projections to the output of the attention, with several heads or one. */
import { firstResidual } from "./block.js";
import { type Line, type Paragraph, stepLine } from "./line.js";
import { fillLines } from "./masks.js";
import type { Subject } from "./subject.js";

const QKV = ["q", "k", "v"] as const;

/** The lines for q, k and v, in one paragraph with the norm before them if there is one. */
export const projections = ({ spec, crossed, query, key, width, input }: Subject): Paragraph => {
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

export function heads({ oneHead, query, key }: Subject): Paragraph {
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

export function attention(subject: Subject): Paragraph {
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
export function output(subject: Subject): Paragraph {
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
