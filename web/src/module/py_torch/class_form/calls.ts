/** The lines that construct the classes and call them on a lesson's tensors. */
import { aroundFeedForward, firstResidual } from "../block.js";
import { layerNorms } from "../layers.js";
import type { Line } from "../line.js";
import { readableHeads } from "../readable.js";
import type { Subject } from "../subject.js";
import { type Block, type ClassLine, gap, line } from "./class_line.js";
import { makesOwnMask } from "./classes.js";
import { headArguments } from "./parts.js";

const asClassLine = ([text, ...steps]: Line): ClassLine => ({ parts: [text], steps });

/** Gives the layers of a class their readable weights. */
const readableLines = (owner: string, subject: Subject): Block =>
  readableHeads(subject, `${owner}.`).flat().map(asClassLine);

/** The last step of the trace, which is the result of the last call. */
export function resultOf({ spec, oneHead }: Subject): string {
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
export function calls(subject: Subject): Block {
  if (subject.block) return block(subject);
  return subject.oneHead ? oneHead(subject) : multiHead(subject);
}
