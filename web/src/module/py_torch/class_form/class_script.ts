/**
 * A lesson as PyTorch classes. The script draws the same weights in the same order as the step-by-step script, calls the
 * classes, and prints the tensor of the last step of the trace.
 */
import type { LessonSpec } from "../../types.js";
import { fillText, type Line } from "../line.js";
import {
  aroundFeedForward,
  BRIDGE,
  blockMasks,
  blockPaddingMask,
  embedding,
  firstResidual,
  imports,
  layerNorms,
  masks,
  positions,
  readableHeads,
  sequences,
  sizes,
  source,
  target,
} from "../script.js";
import { type Subject, subjectOf } from "../subject.js";
import {
  type Block,
  type ClassLine,
  classOf,
  gap,
  indented,
  line,
  method,
  textOfLine,
} from "./class_line.js";

const SUPER = line()`super().__init__()`;
const FORWARD = "def forward(self, q, k, v, mask=None):";
const SAME = { q: "q", k: "k", v: "v" };
const BATCH = line()`B = q.size(0)`;

/** One class for self-attention and encoder-decoder attention, with or without a mask. */
const multiHeadClass = (subject: Subject): Block =>
  classOf(
    "class MultiheadAttention(nn.Module):",
    method(`def __init__(self, ${headArguments(subject)}):`, [
      SUPER,
      ...headSizes(subject),
      ...linears(subject),
    ]),
    method(FORWARD, [
      BATCH,
      ...projections(subject, SAME),
      ...heads(subject),
      ...attention(subject, "self.d_k", [
        line()`${IF_MASKED}`,
        ...indented([unsqueezeMask(subject, "masks"), fillLine(subject, "~masks")]),
      ]),
      ...mergeHeads(subject),
      returnLine(subject),
    ]),
  );

const oneHeadClass = (subject: Subject): Block => {
  const sizes = subject.spec.dAttention === null ? "d_model" : "d_model, d_attention";
  return classOf(
    "class SelfAttention(nn.Module):",
    method(`def __init__(self, ${sizes}):`, [SUPER, ...linears(subject)]),
    method("def forward(self, x, mask=None):", [
      ...projections(subject, { q: "x", k: "x", v: "x" }),
      ...attention(subject, "k.size(-1)", [line()`${IF_MASKED}`, ...indented([fillLine(subject, "~mask")])]),
      line("values")`return values`,
    ]),
  );
};

/** Whether the class makes the mask itself: only if it is purely causal, because the class does not know the padding. */
export const makesOwnMask = (subject: Subject): boolean =>
  subject.oneHead && subject.causal && !subject.padding;

/** A subclass that makes an (L, L) mask on the device of its input. */
const maskedOneHead = (): Block =>
  classOf(
    "class MaskedSelfAttention(SelfAttention):",
    method("def forward(self, x):", [
      line("nopeak_mask")`L = x.size(${gap("size", "1")})`,
      line("nopeak_mask")`ones = torch.ones(L, L, dtype=torch.bool)`,
      line("nopeak_mask")`mask = ones.tril().to(x.device)  # True = attend`,
      line()`return super().forward(x, mask)`,
    ]),
  );

const scaledDotProduct = (subject: Subject): Block =>
  classOf(
    "class ScaledDotProductAttention(nn.Module):",
    method("def __init__(self, d_k):", [SUPER, line()`self.d_k = d_k`]),
    method(FORWARD, [
      ...attention(subject, "self.d_k", [line()`${IF_MASKED}`, ...indented([fillLine(subject, "mask")])]),
      line()`return values, attention`,
    ]),
  );

/** The block's attention class, which also returns the attention weights. */
const blockMultiHead = (subject: Subject): Block =>
  classOf(
    "class MultiHeadAttention(nn.Module):",
    method(`def __init__(self, ${headArguments(subject)}):`, [
      SUPER,
      ...headSizes(subject),
      ...linears(subject),
      line()`self.attend = ScaledDotProductAttention(self.d_k)`,
    ]),
    method(FORWARD, [
      BATCH,
      ...projections(subject, SAME),
      ...heads(subject),
      line()`${IF_MASKED}`,
      ...indented([unsqueezeMask(subject, "mask")]),
      line()`values, attention = self.attend(q, k, v, mask)`,
      ...mergeHeads(subject),
      returnLine(subject, ", attention"),
    ]),
  );

function feedForward({ spec }: Subject): readonly Block[] {
  if (spec.feedForward === null) return [];
  const bias = spec.bias ? "" : ", bias=False";
  const activation = `F.${spec.feedForward.activation}`;
  return [
    classOf(
      "class PoswiseFeedForwardNet(nn.Module):",
      method("def __init__(self, d_model, d_ff):", [
        SUPER,
        line("conv1.weight", "conv1.bias")`self.conv1 = nn.Conv1d(d_model, d_ff, 1${bias})`,
        line("conv2.weight", "conv2.bias")`self.conv2 = nn.Conv1d(d_ff, d_model, 1${bias})`,
      ]),
      method("def forward(self, x):", [
        line("ff_1")`ff_1 = self.conv1(x.transpose(${gap("channels", "1, 2")}))  # (B, F, L)`,
        line("ff_2")`ff_2 = ${activation}(ff_1)  # (B, F, L)`,
        line("ff_3")`ff_3 = self.conv2(ff_2).transpose(1, 2)  # (B, L, D)`,
        line("ff_3")`return ff_3`,
      ]),
    ),
  ];
}

/** The classes in an order in which each is defined before it is used. */
export function classes(subject: Subject): readonly Block[] {
  if (subject.block) return [scaledDotProduct(subject), blockMultiHead(subject), ...feedForward(subject)];
  if (!subject.oneHead) return [multiHeadClass(subject)];
  return makesOwnMask(subject) ? [oneHeadClass(subject), maskedOneHead()] : [oneHeadClass(subject)];
}

const QKV = ["q", "k", "v"] as const;

const shape = (axes: string): string => `  # (${axes.replaceAll(" ", ", ")})`;

/** The learned layers, in the order in which their weights are drawn. */
function linears({ spec, width }: Subject): Block {
  const bias = spec.bias ? "" : ", bias=False";
  const layer = (name: string, sizes: string): ClassLine =>
    line(`${name}.weight`, `${name}.bias`)`self.${name} = nn.Linear(${sizes}${bias})`;
  return [
    ...QKV.map((x) => layer(`w_${x}`, `d_model, ${width.name}`)),
    ...(spec.outputProjection ? [layer("w_0", `${width.name}, d_model`)] : []),
  ];
}

/** The projections to q, k and v; `from` names the parameter that each is computed from. */
const projections = (
  { query, key, width }: Subject,
  from: Readonly<Record<"q" | "k" | "v", string>>,
): Block =>
  QKV.map(
    (x) => line(x)`${x} = self.w_${x}(${from[x]})${shape(`B ${x === "q" ? query : key} ${width.letter}`)}`,
  );

/** Splits vectors into heads. -1 stands for the number of tokens, which may differ between q and k. */
const heads = ({ query, key }: Subject): Block => [
  ...QKV.map((x) => line(`${x}_split`)`${x} = ${x}.view(B, ${gap("split", "-1, self.num_heads, self.d_k")})`),
  ...QKV.map(
    (x) =>
      line(
        `${x}_heads`,
      )`${x} = ${x}.transpose(${gap("heads", "1, 2")})${shape(`B H ${x === "q" ? query : key} K`)}`,
  ),
];

/** The lines from q, k and v to the weighted sum; the scores are divided by the square root of `scale`. */
function attention(subject: Subject, scale: string, mask: Block): Block {
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

const IF_MASKED = "if mask is not None:";

/** Gives the mask an axis that broadcasts over the heads. Only a lesson with a mask gets a comment with its shape. */
function unsqueezeMask({ padding, causal, maskAxes }: Subject, to: string): ClassLine {
  const [batch, ...rest] = maskAxes;
  const axes = padding || causal ? shape([batch, "1", ...rest].join(" ")) : "";
  return line(BRIDGE)`${to} = mask.unsqueeze(${gap("mask_axis", "1")})${axes}`;
}

/** masked_fill expects True where a score is hidden; `hides` is the lesson's mask in that convention. */
const fillLine = ({ spec }: Subject, hides: string): ClassLine =>
  line(
    "masked_scores",
  )`scores = scores.masked_fill(${gap("ignore", hides)}, ${gap("fill", fillText(spec.maskFill))})`;

/** Merges the heads into one vector per token. */
const mergeHeads = ({ query, width }: Subject): Block => [
  line("values_merged")`values = values.transpose(${gap("merge", "1, 2")})${shape(`B ${query} H K`)}`,
  line("concat")`concat = values.contiguous()`,
  line(
    "concat",
  )`concat = concat.view(B, -1, ${gap("concat", `self.${width.name}`)})${shape(`B ${query} ${width.letter}`)}`,
];

/** The sizes that a class with heads stores. */
const headSizes = ({ width }: Subject): Block => [
  line()`self.${width.name} = ${width.name}`,
  line()`self.num_heads = num_heads`,
  line()`self.d_k = ${width.name} // num_heads`,
];

/** The parameters of a class with heads, such as "d_model, num_heads". */
export const headArguments = ({ spec }: Subject): string =>
  spec.dAttention === null ? "d_model, num_heads" : "d_model, d_attention, num_heads";

/** The return line: applies the output layer if there is one. */
const returnLine = ({ spec, query }: Subject, extra = ""): ClassLine =>
  spec.outputProjection
    ? line("output")`return self.w_0(concat)${extra}${extra ? "" : shape(`B ${query} D`)}`
    : line("concat")`return concat${extra}`;

/** The classes of a lesson, and the lines that call them. */
export interface ClassForm {
  readonly classes: readonly Block[];
  readonly calls: Block;
  /** The step of the trace that the last call computes. */
  readonly result: string;
}

/** Expects a spec with every default filled in. */
export function classForm(spec: Required<LessonSpec>, readable = false): ClassForm {
  const subject = subjectOf(spec, readable);
  return { classes: classes(subject), calls: calls(subject), result: resultOf(subject) };
}

/** The classes as text, to copy into a notebook. */
export const classText = ({ classes }: ClassForm): string =>
  `${classes.map((block) => block.map(textOfLine).join("\n")).join("\n\n\n")}\n`;

/** The whole script, to run or to copy. Expects a spec with every default filled in. */
export function classScriptOf(spec: Required<LessonSpec>, readable = false): string {
  const subject = subjectOf(spec, readable);
  const form = classForm(spec, readable);
  const texts = (lines: Block): readonly (readonly [string])[] => lines.map((line) => [textOfLine(line)]);
  const script = [
    imports(subject, "its classes print the last tensor of its trace."),
    ...form.classes.map(texts),
    sizes(subject).filter(([text]) => !text.startsWith("d_k")),
    ...sequences(subject),
    source(subject),
    ...embedding(subject),
    target(subject),
    ...positions(subject),
    ...maskLines(subject),
    texts(form.calls),
    [[`print("${form.result}", tuple(${form.result}.shape))`], [`print(${form.result}.detach())`]] as const,
  ];
  return `${script
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => paragraph.map(([text]) => text).join("\n"))
    .join("\n\n")}\n`;
}

/** The masks that the call passes; none if the class makes its own. */
const maskLines = (subject: Subject) =>
  makesOwnMask(subject) ? [] : [masks(subject), blockPaddingMask(subject), blockMasks(subject)];

const asClassLine = ([text, ...steps]: Line): ClassLine => ({ parts: [text], steps });

/** Gives the layers of a class their readable weights. */
const readableLines = (owner: string, subject: Subject): Block =>
  readableHeads(subject, `${owner}.`).flat().map(asClassLine);

/** The last step of the trace, which is the result of the last call. */
function resultOf({ spec, oneHead }: Subject): string {
  if (oneHead) return "values";
  const attended = spec.outputProjection ? "output" : "concat";
  const places = {
    none: [attended, "ff_3"],
    pre: ["residual_1", "residual_2"],
    post: ["norm_1", "norm_2"],
  }[spec.layerNorm ?? "none"];
  return places[spec.feedForward === null ? 0 : 1] ?? attended;
}

function multiHead(subject: Subject): Block {
  const { crossed, padding, causal } = subject;
  const result = resultOf(subject);
  const from = `${crossed ? "target_embedding" : "embedding"}, embedding, embedding`;
  const mask = padding || causal ? ", mask=mask" : "";
  return [
    line()`layer = MultiheadAttention(${headArguments(subject)})`,
    ...readableLines("layer", subject),
    line(result)`${result} = layer(${crossed ? gap("call", from) : from}${mask})`,
  ];
}

function oneHead(subject: Subject): Block {
  const sizes = subject.spec.dAttention === null ? "d_model" : "d_model, d_attention";
  const isMasked = makesOwnMask(subject);
  const mask = subject.padding ? ", mask=mask" : "";
  return [
    line()`layer = ${isMasked ? "Masked" : ""}SelfAttention(${sizes})`,
    ...readableLines("layer", subject),
    line("values")`values = layer(embedding${mask})`,
  ];
}

function block(subject: Subject): Block {
  const { spec, input, padding, causal } = subject;
  const attended = spec.outputProjection ? "output" : "concat";
  const isPreNorm = spec.layerNorm === "pre";
  const x = isPreNorm ? "norm_1" : input;
  const mask = padding || causal ? ", mask=attn_mask" : "";
  const { from, lines } = aroundFeedForward(spec);
  return [
    line()`attend = MultiHeadAttention(${headArguments(subject)})`,
    ...readableLines("attend", subject),
    ...(spec.feedForward === null ? [] : [line()`feed_forward = PoswiseFeedForwardNet(d_model, d_ff)`]),
    ...layerNorms(subject).map(asClassLine),
    ...(isPreNorm ? [line("norm_1")`norm_1 = layer_norm_1(${input})  # (B, L, D)`] : []),
    line()`x = ${x}`,
    line(attended)`${attended}, attention = attend(x, x, x${mask})`,
    ...firstResidual(subject).map(asClassLine),
    ...(spec.feedForward === null
      ? []
      : [line("ff_3")`ff_3 = feed_forward(${from})`, ...lines.map(asClassLine)]),
  ];
}

/** Constructs the layers in the order in which the trace draws their weights, and calls them. */
function calls(subject: Subject): Block {
  if (subject.block) return block(subject);
  return subject.oneHead ? oneHead(subject) : multiHead(subject);
}
