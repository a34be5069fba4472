/** What operations ask with: builders for each kind of question, and what they look up in a trace. */
import type { Core } from "../draw/asides/arithmetic.js";
import type { StageStep } from "../draw/picture.js";
import { digits, maskedBit } from "../draw/scale.js";
import { hasStep, indexAt, stepOf, valueAt } from "../draw/tensor_view.js";
import { cellCount, range, sameShape, shapeText } from "../module/shape.js";
import type { Step, Trace } from "../module/types.js";
import type { Pick } from "./pick.js";
import type {
  CellQuestion,
  ChoiceQuestion,
  Detail,
  Facts,
  NamedToken,
  NumberQuestion,
  Option,
  Question,
  ShapeQuestion,
  Slip,
  TokenAxis,
} from "./question.js";

export interface AskerInput {
  /** Computes the numbers that are not in the trace. */
  readonly hu: Core;
  readonly trace: Trace;
  /** What the stage shows. */
  readonly step: StageStep;
  readonly pick: Pick;
}

/** Makes a question about a step, or none if it does not apply to this trace. */
export type Asker = (asking: AskerInput) => Question | undefined;

type Rest<Q extends Question, Given extends keyof Q> = Omit<Q, "kind" | "key" | Given>;

export const cellText = (name: string, index: readonly (number | string)[]): string =>
  `${name}[${index.join(", ")}]`;

/** Wrong answers by the reason of each, likely mistakes first. */
export type Slips<T> = Readonly<Record<string, T | readonly T[]>>;

/** The slips that differ from the answer and from each other, because sizes may coincide. */
function slipsOf<T extends number | string, A>(
  byReason: Slips<T>,
  read: (slip: T) => A,
  answer: A,
  same: (a: A, b: A) => boolean,
): Slip<A>[] {
  const all = Object.entries(byReason).flatMap(([reason, slips]) =>
    [slips].flat().map((slip) => ({ answer: read(slip as T), reason })),
  );
  return all.filter(
    (slip, i) =>
      !same(slip.answer, answer) && !all.slice(0, i).some((other) => same(other.answer, slip.answer)),
  );
}

/** Sizes by letter. */
type Sizes = Readonly<Record<string, number>>;

/** A question for the shape of a step, written in letters for sizes: "B L H*K" is (2, 5, 8). */
interface ShapeAsker {
  readonly key: string;
  /** A letter for each axis: of the step, or of its first input if `of` says so. */
  readonly axes: string;
  readonly of?: "input";
  /** More letters; none if the question does not apply. */
  sizes?(asking: AskerInput, sizes: Sizes): Sizes | undefined;
  readonly slips: Slips<string>;
  /** The shape of the first input, for the facts. */
  readonly before?: string;
  facts?(asking: AskerInput, sizes: Sizes): Facts;
}

export const askShape =
  ({ key, axes, of, sizes, slips, before, facts }: ShapeAsker): Asker =>
  (asking) => {
    const { trace, step } = asking;
    const { shape } = of === "input" ? stepOf(trace, step.inputs[0] ?? "") : step;
    const own = Object.fromEntries(axes.split(" ").map((letter, i) => [letter, shape[i] ?? 1]));
    const more = sizes ? sizes(asking, own) : {};
    if (!more) return undefined;
    const all = { ...own, ...more };
    return {
      kind: "shape",
      key,
      answer: step.shape,
      slips: slipsOf(slips, (text) => shapeIn(text, all), step.shape, sameShape),
      facts: {
        ...{ tensor: step.name, shape: shapeText(step.shape) },
        ...(before && { input: step.inputs[0] ?? "", before: shapeText(shapeIn(before, all)) }),
        ...facts?.(asking, all),
      },
    } satisfies ShapeQuestion;
  };

/** The shape that a text such as "B L H*K" or "2 B L" describes. */
export const shapeIn = (text: string, sizes: Sizes): number[] =>
  text
    .split(" ")
    .map((size) =>
      size.split("*").reduce((product, factor) => product * (sizes[factor] ?? Number(factor)), 1),
    );

/** What number is it? Undefined if the answer is not finite. Slips within the tolerance are left out. */
export function numberQuestion(
  key: string,
  answer: number,
  slips: Slips<number>,
  rest: Rest<NumberQuestion, "answer" | "slips" | "tolerance">,
  tolerance = 0,
): NumberQuestion | undefined {
  if (!Number.isFinite(answer)) return undefined;
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 2 * tolerance;
  const finite = slipsOf(slips, Number, answer, isNear).filter((slip) => Number.isFinite(slip.answer));
  const facts = { answer: numberText(answer), ...rest.facts };
  return { kind: "number", key, answer, tolerance, slips: finite, ...rest, facts };
}

export const numberText = (value: number): string =>
  Number.isInteger(value) ? String(value).replace("-", "\u2212") : digits(value);

/** Which is it? The first option is right. Options with the same text are merged; if only one is left, there is no question. */
export function choiceQuestion(
  key: string,
  pick: Pick,
  options: readonly (Option | undefined)[],
  rest: Rest<ChoiceQuestion, "options" | "answer">,
): ChoiceQuestion | undefined {
  const given = options.filter((option) => option !== undefined);
  const texts = given.map(({ code, word }) => code ?? word);
  const unique = given.filter((_, i) => texts.indexOf(texts[i]) === i);
  const right = unique[0];
  if (!right || unique.length < 2) return undefined;
  const shuffled = pick.shuffled(unique);
  const answerFact = right.code === undefined ? {} : { answer: right.code };
  const facts = { ...answerFact, ...rest.facts };
  return { kind: "choice", key, options: shuffled, answer: shuffled.indexOf(right), ...rest, facts };
}

/** Why a token is the wrong answer: the key of the reason, or also what its sentence says. */
type TokenReason = string | ({ readonly reason: string } & Detail);

/** Which token of a sentence is it? */
export function tokenQuestion(
  key: string,
  cells: CellQuestion["cells"],
  tokens: TokenAxis | undefined,
  answer: number,
  reasonAt: (at: number) => TokenReason,
  rest: Rest<CellQuestion, "of" | "cells" | "tokens" | "answer" | "slips">,
): CellQuestion {
  const others = range(cells.length).filter((at) => at !== answer);
  const slips = others.map((at) => {
    const why = reasonAt(at);
    return { answer: at, ...(typeof why === "string" ? { reason: why } : why) };
  });
  return { kind: "cell", of: "tokens", key, cells, tokens, answer, slips, ...rest };
}

type Part<T, K extends keyof T> = { readonly [P in K]: T[P] };

export const sizeOf = (step: Part<Step, "axes" | "shape">, letter: string): number =>
  step.shape[step.axes.indexOf(letter)] ?? 1;

export const stepIn = (trace: Trace, name: string | undefined): Step | undefined =>
  name !== undefined && hasStep(trace, name) ? stepOf(trace, name) : undefined;

/** The first input of a step. */
export const inputOf = ({ trace, step }: Part<AskerInput, "trace" | "step">): Step =>
  stepOf(trace, step.inputs[0] ?? "");

/** The numbers along the last axis, at an index of all other axes. */
export function rowOf(
  step: Part<StageStep, "name" | "axes" | "shape" | "data">,
  index: readonly number[],
): number[] {
  return range(step.shape.at(-1) ?? 0).map((i) => valueAt(step, [...index, i]));
}

/** The index of the largest value; undefined if it does not exceed all others by a visible margin. */
export function largest(values: readonly number[], margin = 0.01): number | undefined {
  const best = values.indexOf(Math.max(...values));
  const first = values[best];
  if (first === undefined || !Number.isFinite(first)) return undefined;
  return values.every((value, i) => i === best || value + margin <= first) ? best : undefined;
}

/** The token ids of the queries and of the keys. */
export function tokensOf(trace: Trace): { readonly queries: Step; readonly keys: Step } {
  const keys = stepOf(trace, "ids");
  return { queries: stepIn(trace, "target_ids") ?? keys, keys };
}

/** The token of a query of a table with this row; tables without sentences have positions only. */
export function queryAt(trace: Trace, table: Table, row: readonly number[]): NamedToken {
  return tokenAt(trace, table, "queries", row[0] ?? 0, row.at(-1) ?? 0);
}

/** The token of a key of the row. */
export function keyAt(trace: Trace, table: Table, row: readonly number[], at: number): NamedToken {
  return tokenAt(trace, table, "keys", row[0] ?? 0, at);
}

function tokenAt(
  trace: Trace,
  table: Table,
  of: "queries" | "keys",
  sentence: number,
  at: number,
): NamedToken {
  if (!table.axes.includes("B")) return { at };
  const ids = tokensOf(trace)[of];
  return { axis: tokenAxis(ids, sentence), at, id: String(valueAt(ids, [sentence, at])) };
}

/** `[1, 0, 0, …]`: the first numbers of a row. */
export function rowText(values: readonly number[]): string {
  const shown = values.slice(0, 4).map((x) => (Number.isInteger(x) ? numberText(x) : digits(x)));
  return `[${shown.join(", ")}${values.length > shown.length ? ", …" : ""}]`;
}

export const idsOf = (ids: Step, sentence: number): number[] => rowOf(ids, [sentence]);
export const tokenAxis = ({ axes }: Step, sentence: number): TokenAxis => ({
  letter: axes[1] ?? "",
  sentence,
});

/** The positions of padding, or of everything else, as [sentence, position]. */
export function placesOf(
  { data, shape }: Part<Step, "data" | "shape">,
  wanted: (id: number) => boolean,
): [sentence: number, position: number][] {
  const length = shape[1] ?? 0;
  return [...data].flatMap((id, at): [number, number][] =>
    wanted(id) ? [[Math.floor(at / length), at % length]] : [],
  );
}
export const paddingOf = ({ spec }: Trace, ids: Part<Step, "data" | "shape">) =>
  placesOf(ids, (id) => id === spec.padId);
export const writtenOf = ({ spec }: Trace, ids: Part<Step, "data" | "shape">) =>
  placesOf(ids, (id) => id !== spec.padId);

type Place = readonly [sentence: number, position: number];

/** Two places that fit each other. */
export function pairIn(
  pick: Pick,
  places: readonly Place[],
  fits: (a: Place, b: Place) => boolean,
): readonly [Place, Place] | undefined {
  for (const a of pick.shuffled(places)) {
    const b = pick.one(places.filter((other) => fits(a, other)));
    if (b) return [a, b];
  }
  return undefined;
}

/** The focus and the highlighted cell of a question about this cell. */
export const focusOnCell = (
  trace: Trace,
  step: Part<StageStep, "name" | "axes">,
  index: readonly number[],
) => {
  const at = (letter: string): number => index[step.axes.indexOf(letter)] ?? 0;
  const head = step.axes.includes("H") && trace.spec.numHeads > 1 ? { head: at("H") } : {};
  return {
    focus: step.axes.includes("B") ? { batch: at("B"), ...head } : {},
    lit: { name: step.name, index },
  };
};

type Table = Part<StageStep, "name" | "op" | "inputs" | "axes" | "shape" | "data">;

/** Enough rows to choose from, few enough to search without delay. */
const MOST_ROWS = 240;

/** The index of every row, or of evenly spaced rows if the table is large. */
export function rowsOf({ shape }: Table): number[][] {
  const front = shape.slice(0, -1);
  const count = cellCount(front);
  const shown = Math.min(count, MOST_ROWS);
  return range(shown).map((i) => indexAt(front, Math.floor((i * count) / shown)));
}

/** The masked_fill step that computed this table or its input, if there is one. */
function fillOf(trace: Trace, table: Table): Step | undefined {
  const step = stepIn(trace, table.op === "masked_fill" ? table.name : table.inputs[0]);
  return step?.op === "masked_fill" ? step : undefined;
}

/** The scores before the mask was applied. */
export function rawScores(trace: Trace, table: Table): Step {
  const filled = fillOf(trace, table);
  return stepOf(trace, (filled ?? table).inputs[0] ?? "");
}

/** The keys that the query of a row attends to; all keys if there is no mask. */
export function openKeys(trace: Trace, table: Table, row: readonly number[]): number[] {
  const keys = range(table.shape.at(-1) ?? 0);
  const filled = fillOf(trace, table);
  if (!filled) return keys;
  const mask = stepOf(trace, filled.inputs[1] ?? "");
  const masked = maskedBit(mask);
  // The mask has no axis of heads, and its other axes may have size 1.
  const at = row.filter((_, axis) => table.axes[axis] !== "H");
  const from = at.length - (mask.shape.length - 1);
  const maskRow = mask.shape.slice(0, -1).map((size, axis) => (size === 1 ? 0 : (at[axis + from] ?? 0)));
  return keys.filter((key) => valueAt(mask, [...maskRow, key]) !== masked);
}

/** Whether all masked keys of a row have a weight of exactly 0; with a fill such as −5 they keep some weight. */
export function hidesCompletely(trace: Trace, weights: Table, row: readonly number[]): boolean {
  const open = openKeys(trace, weights, row);
  return range(weights.shape.at(-1) ?? 0).every(
    (key) => open.includes(key) || valueAt(weights, [...row, key]) === 0,
  );
}
