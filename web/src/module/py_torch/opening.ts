/** The first lines of a script: imports, sizes, the token ids and their embedding. */
import { type Line, type Paragraph, stepLine } from "./line.js";
import { readableTable } from "./readable.js";
import type { Subject } from "./subject.js";

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
