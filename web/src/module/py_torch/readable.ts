/** Lines that set readable weights in place of drawn ones: the core's formula (cpp/lesson/readable_weights.cpp) in PyTorch. */
import { RHO, readablePairs, roleOfHead } from "../readable.js";
import type { Line, Paragraph } from "./line.js";
import type { Subject } from "./subject.js";

const TABLE = "embedding.weight";

/** The word codes, and the lines that put them into the embedding table. */
export function readableTable({ spec, readable }: Subject): {
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
