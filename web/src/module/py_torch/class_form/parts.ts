/** Lines that several classes share: layers, heads, scores, mask, weights, and merging the heads. */
import { fillText } from "../line.js";
import { BRIDGE } from "../masks.js";
import type { Subject } from "../subject.js";
import { type Block, type ClassLine, gap, line } from "./class_line.js";

const QKV = ["q", "k", "v"] as const;

const shape = (axes: string): string => `  # (${axes.replaceAll(" ", ", ")})`;

/** The learned layers, in the order in which their weights are drawn. */
export function linears({ spec, width }: Subject): Block {
  const bias = spec.bias ? "" : ", bias=False";
  const layer = (name: string, sizes: string): ClassLine =>
    line(`${name}.weight`, `${name}.bias`)`self.${name} = nn.Linear(${sizes}${bias})`;
  return [
    ...QKV.map((x) => layer(`w_${x}`, `d_model, ${width.name}`)),
    ...(spec.outputProjection ? [layer("w_0", `${width.name}, d_model`)] : []),
  ];
}

/** The projections to q, k and v; `from` names the parameter that each is computed from. */
export const projections = (
  { query, key, width }: Subject,
  from: Readonly<Record<"q" | "k" | "v", string>>,
): Block =>
  QKV.map(
    (x) => line(x)`${x} = self.w_${x}(${from[x]})${shape(`B ${x === "q" ? query : key} ${width.letter}`)}`,
  );

/** Splits vectors into heads. -1 stands for the number of tokens, which may differ between q and k. */
export const heads = ({ query, key }: Subject): Block => [
  ...QKV.map((x) => line(`${x}_split`)`${x} = ${x}.view(B, ${gap("split", "-1, self.num_heads, self.d_k")})`),
  ...QKV.map(
    (x) =>
      line(
        `${x}_heads`,
      )`${x} = ${x}.transpose(${gap("heads", "1, 2")})${shape(`B H ${x === "q" ? query : key} K`)}`,
  ),
];

/** The lines from q, k and v to the weighted sum; the scores are divided by the square root of `scale`. */
export function attention(subject: Subject, scale: string, mask: Block): Block {
  const { oneHead, query, key, width } = subject;
  const batch = oneHead ? "B" : "B H";
  return [
    line("scores")`scores = q @ k.transpose(${gap("keys", "-2, -1")})`,
    line("scores")`scores = scores / math.sqrt(${gap("scale", scale)})${shape(`${batch} ${query} ${key}`)}`,
    ...mask,
    line("attention")`attention = scores.softmax(dim=${gap("dim", "-1")})`,
    line(
      "values",
    )`values = attention @ ${gap("of", "v")}${shape(`${batch} ${query} ${oneHead ? width.letter : "K"}`)}`,
  ];
}

export const IF_MASKED = "if mask is not None:";

/** Gives the mask an axis that broadcasts over the heads. Only a lesson with a mask gets a comment with its shape. */
export function unsqueezeMask({ padding, causal, maskAxes }: Subject, to: string): ClassLine {
  const [batch, ...rest] = maskAxes;
  const axes = padding || causal ? shape([batch, "1", ...rest].join(" ")) : "";
  return line(BRIDGE)`${to} = mask.unsqueeze(${gap("mask_axis", "1")})${axes}`;
}

/** masked_fill expects True where a score is hidden; `hides` is the lesson's mask in that convention. */
export const fillLine = ({ spec }: Subject, hides: string): ClassLine =>
  line(
    "masked_scores",
  )`scores = scores.masked_fill(${gap("ignore", hides)}, ${gap("fill", fillText(spec.maskFill))})`;

/** Merges the heads into one vector per token. */
export const mergeHeads = ({ query, width }: Subject): Block => [
  line("values_merged")`values = values.transpose(${gap("merge", "1, 2")})${shape(`B ${query} H K`)}`,
  line("concat")`concat = values.contiguous()`,
  line(
    "concat",
  )`concat = concat.view(B, -1, ${gap("concat", `self.${width.name}`)})${shape(`B ${query} ${width.letter}`)}`,
];

/** The sizes that a class with heads stores. */
export const headSizes = ({ width }: Subject): Block => [
  line()`self.${width.name} = ${width.name}`,
  line()`self.num_heads = num_heads`,
  line()`self.d_k = ${width.name} // num_heads`,
];

/** The parameters of a class with heads, such as "d_model, num_heads". */
export const headArguments = ({ spec }: Subject): string =>
  spec.dAttention === null ? "d_model, num_heads" : "d_model, d_attention, num_heads";

/** The return line: applies the output layer if there is one. */
export const returnLine = ({ spec, query }: Subject, extra = ""): ClassLine =>
  spec.outputProjection
    ? line("output")`return self.w_0(concat)${extra}${extra ? "" : shape(`B ${query} D`)}`
    : line("concat")`return concat${extra}`;
