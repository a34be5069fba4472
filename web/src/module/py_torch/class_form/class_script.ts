/**
 * A lesson as PyTorch classes. The script draws the same weights in the same order as the step-by-step script, calls the
 * classes, and prints the tensor of the last step of the trace.
 */
import type { LessonSpec } from "../../types.js";
import type { Line } from "../line.js";
import {
  aroundFeedForward,
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
import { type Block, type ClassLine, gap, line, textOfLine } from "./class_line.js";
import { classes, headArguments, makesOwnMask } from "./classes.js";

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
