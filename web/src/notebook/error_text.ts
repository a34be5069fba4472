/** Why an operation refused its tensors, in the page's language: which axes met, who made them so, and what would fit. */
import { axisText } from "../draw/program/axis_key.js";
import { indexAt } from "../draw/tensor_view.js";
import type { ProgramError, ProgramStep } from "../module/python/types.js";
import { cellName, format } from "../words/number_text.js";
import type { NotebookWords } from "../words/words.js";

/** A tensor that an operation was given, and those of its axes that do not fit. */
export interface MetTensor {
  readonly step: ProgramStep;
  readonly axes: readonly number[];
}

export interface ErrorText {
  /** Its `backticks` are code. */
  readonly says: string;
  /** The tensors whose axes do not fit, if that is what is wrong, by their titles. */
  readonly met: readonly (MetTensor & { readonly title: string })[];
}

interface Found {
  readonly why: keyof NotebookWords["refused"];
  readonly facts?: Readonly<Record<string, string | number>>;
  readonly met?: readonly MetTensor[];
  /** What would fit instead. */
  readonly fits?: Found | undefined;
}

type Shape = readonly number[];
type TitleOf = (step: ProgramStep) => string;
type Rule = (given: readonly ProgramStep[], titleOf: TitleOf, match: RegExpExecArray) => Found | undefined;

/** The axis so many places before the end: 1 is the last. */
const sizeAt = ({ shape, axes }: ProgramStep, back: number): string =>
  axisText(axes.at(-back), shape.at(-back) ?? 1);
const shapeOf = ({ shape, axes }: ProgramStep, order: readonly number[]): string =>
  `(${order.map((axis) => (axis < 0 ? "1" : axisText(axes[axis], shape[axis] ?? 1))).join(", ")})`;

/** Two tensors, and of each the axis so many places before the end that does not fit that of the other. */
const clash = (
  why: Found["why"],
  titleOf: TitleOf,
  [a, ofA]: readonly [ProgramStep, number],
  [b, ofB]: readonly [ProgramStep, number],
): Found => ({
  why,
  facts: { a: titleOf(a), b: titleOf(b), n: sizeAt(a, ofA), m: sizeAt(b, ofB) },
  met: [
    { step: a, axes: [a.shape.length - ofA] },
    { step: b, axes: [b.shape.length - ofB] },
  ],
});

/** Where shapes that are lined up from the right do not fit, counted from the end; the last axes may be left out. */
function broadcastClash(a: Shape, b: Shape, from = 1): number | undefined {
  for (let back = from; back <= Math.min(a.length, b.length); back++) {
    const sizes = [a.at(-back) ?? 1, b.at(-back) ?? 1];
    if (sizes[0] !== sizes[1] && !sizes.includes(1)) return back;
  }
  return undefined;
}

/** The ways to give the axes of `b` places among those of `a`, in their order. */
function placements(a: ProgramStep, b: ProgramStep, from = 0, axis = 0): number[][] {
  if (axis === b.shape.length) return [[]];
  const found: number[][] = [];
  for (let at = from; at < a.shape.length; at++) {
    if (b.shape[axis] !== 1 && b.shape[axis] !== a.shape[at]) continue;
    found.push(...placements(a, b, at + 1, axis + 1).map((rest) => [at, ...rest]));
  }
  return found;
}

/**
 * `mask[:, None, None, :]`, if axes can be put into the smaller tensor in one way only: so that letters meet their like, and of several
 * such ways so that the last axis stays the last, as that of keys does.
 */
function placed(a: ProgramStep, b: ProgramStep, titleOf: TitleOf): Found | undefined {
  if (a.shape.length === b.shape.length) return undefined;
  const [large, small] = a.shape.length > b.shape.length ? [a, b] : [b, a];
  const all = placements(large, small);
  const alike = all.filter((places) => places.every((at, axis) => large.axes[at] === small.axes[axis]));
  const atEnd = alike.filter((places) => places.at(-1) === large.shape.length - 1);
  const [one, another] = [atEnd, alike, all].find(({ length }) => length > 0) ?? [];
  if (!one || another) return undefined;
  const order = large.shape.map((_, at) => one.indexOf(at)).slice(one[0]);
  const code = `${titleOf(small)}[${order.map((axis) => (axis < 0 ? "None" : ":")).join(", ")}]`;
  return { why: "placed", facts: { code, shape: shapeOf(small, order) } };
}

const broadcast: Rule = (given, titleOf) => {
  for (const [i, a] of given.entries())
    for (const b of given.slice(i + 1)) {
      const back = broadcastClash(a.shape, b.shape);
      if (back) return { ...clash("broadcast", titleOf, [a, back], [b, back]), fits: placed(a, b, titleOf) };
    }
  return undefined;
};

const product: Rule = ([a, b], titleOf) => {
  if (!a || !b) return undefined;
  const ofB = Math.min(2, b.shape.length);
  const n = a.shape.at(-1);
  if (n === b.shape.at(-ofB)) {
    // The axes before the last two are lined up as those of sums are.
    const back = broadcastClash(a.shape, b.shape, 3);
    return back === undefined ? undefined : clash("batches", titleOf, [a, back], [b, back]);
  }
  const order = b.shape.map((_, axis) => axis);
  order.push(...order.splice(-2).reverse());
  const code = `${titleOf(b)}.transpose(-2, -1)`;
  const fits: Found = { why: "placed", facts: { code, shape: shapeOf(b, order) } };
  const isTurned = ofB === 2 && b.shape.at(-1) === n;
  return { ...clash("product", titleOf, [a, 1], [b, ofB]), fits: isTurned ? fits : undefined };
};

/** A layer keeps its weight as (out, in). */
const layer: Rule = ([x, weight], titleOf) => {
  const wanted = weight?.shape[1] ?? 1;
  if (!x || !weight || x.shape.at(-1) === wanted) return undefined;
  const found = clash("layer", titleOf, [x, 1], [weight, 1]);
  return { ...found, facts: { ...found.facts, m: wanted } };
};

const count: Rule = ([x], titleOf, [, sizes = ""]) => {
  if (!x) return undefined;
  const known = sizes.split(",").map(Number);
  const room = known.filter((size) => size !== -1).reduce((a, b) => a * b, 1);
  const facts = { a: titleOf(x), n: x.shape.reduce((a, b) => a * b, 1), m: room, shape: sizes };
  return { why: known.includes(-1) ? "divided" : "count", facts };
};

const joined: Rule = (given, titleOf, [, along = "0"]) => {
  const [a] = given;
  const differs = (b: ProgramStep): number =>
    b.shape.findIndex((size, axis) => axis !== Number(along) && size !== a?.shape[axis]);
  const b = given.find((one) => differs(one) >= 0);
  if (!a || !b) return undefined;
  const back = b.shape.length - differs(b);
  const found = clash("joined", titleOf, [a, back], [b, back]);
  return { ...found, facts: { ...found.facts, axis: along } };
};

const id: Rule = (given, titleOf) => {
  const [table, ids] = ["float32", "int64"].map((dtype) => given.find((one) => one.dtype === dtype));
  const [rows = 0] = table?.shape ?? [];
  const at = Array.from(ids?.data ?? []).findIndex((one) => one < 0 || one >= rows);
  if (!table || !ids || at < 0) return undefined;
  const cell = cellName(titleOf(ids), indexAt(ids.shape, at));
  return { why: "id", facts: { cell, id: ids.data[at] ?? 0, table: titleOf(table), rows, last: rows - 1 } };
};

/** Whole numbers where real ones are wanted. */
const whole: Rule = (given, titleOf) => {
  const found = given.find(({ dtype }) => dtype === "int64");
  return found && { why: "whole", facts: { a: titleOf(found) } };
};

/** A sentence that names at most the first tensor. */
const sentence =
  (why: Found["why"]): Rule =>
  ([x], titleOf) => ({ why, facts: { a: x ? titleOf(x) : "" } });

/** By the operation and PyTorch's words, which are those that learners search for. The first that finds something speaks. */
const RULES: readonly (readonly [RegExp, Rule])[] = [
  [/^(matmul|mm|bmm|mv|dot): /, product],
  [/^linear: /, layer],
  [/must match the size of tensor b/, broadcast],
  [/shape '\[(.*)\]' is invalid for input of size/, count],
  [/view size is not compatible/, sentence("order")],
  [/Sizes of tensors must match except in dimension (\d+)/, joined],
  [/index out of range in self/, id],
  [/must have the same dtype|^\w+: expected scalar type Float but found Long/, whole],
  [/'tuple' object has no attribute|'tuple' and '|and 'tuple'/, sentence("tuple")],
  [/cannot assign module before Module/, sentence("super")],
  [/backward through the graph a second time/, sentence("twice")],
  [/implicitly created only for scalar outputs/, sentence("scalar")],
  [/Boolean value of Tensor with more than one value/, sentence("truth")],
];

/** Undefined where Python's words say all that is known. */
export function errorText(
  words: NotebookWords,
  error: ProgramError,
  steps: readonly ProgramStep[],
  titleOf: TitleOf,
): ErrorText | undefined {
  const given = (error.inputs ?? []).flatMap((name) => steps.find((step) => step.name === name) ?? []);
  for (const [pattern, rule] of RULES) {
    const match = pattern.exec(error.op ? `${error.op}: ${error.message}` : error.message);
    const found = match && rule(given, titleOf, match);
    if (!found) continue;
    const { met = [], fits } = found;
    const says = [found, ...(fits ? [fits] : [])].map((one) =>
      format(words.refused[one.why], one.facts ?? {}),
    );
    return { says: says.join(" "), met: met.map((one) => ({ ...one, title: titleOf(one.step) })) };
  }
  return undefined;
}
