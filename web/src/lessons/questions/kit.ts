/** Builders for the questions of all steps: one for each kind of question, filled with numbers of the trace. */

import type { Core } from "../../draw/asides/arithmetic.js";
import { digits } from "../../draw/scale.js";
import type { StageStep } from "../../draw/scene.js";
import { hasStep, stepOf, valueAt } from "../../draw/tensor_view.js";
import { range, sameShape, shapeText } from "../../module/shape.js";
import type { Step, Trace } from "../../module/types.js";
import type { Pick } from "./pick.js";
import type {
  ChoiceQuestion,
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

/** The slips that differ from the answer and from each other, because sizes may coincide. */
function distinct<T>(slips: readonly Slip<T>[], answer: T, same: (a: T, b: T) => boolean): Slip<T>[] {
  return slips.filter(
    (slip, i) =>
      !same(slip.answer, answer) && !slips.slice(0, i).some((other) => same(other.answer, slip.answer)),
  );
}

/** What is the shape of this tensor? */
export function shapeQuestion(
  key: string,
  tensor: Part<StageStep, "name" | "shape"> & { readonly label?: string },
  slips: readonly Slip<readonly number[]>[],
  rest: Partial<Rest<ShapeQuestion, "answer" | "slips">> = {},
): ShapeQuestion {
  return {
    kind: "shape",
    key,
    answer: tensor.shape,
    slips: distinct(slips, tensor.shape, sameShape),
    ...rest,
    facts: { tensor: tensor.label ?? tensor.name, shape: shapeText(tensor.shape), ...rest.facts },
  };
}
type Part<T, K extends keyof T> = { readonly [P in K]: T[P] };

/** What number is it? Undefined if the answer is not finite. Slips within the tolerance are left out. */
export function numberQuestion(
  key: string,
  answer: number,
  slips: readonly Slip<number>[],
  rest: Rest<NumberQuestion, "answer" | "slips" | "tolerance">,
  tolerance = 0,
): NumberQuestion | undefined {
  if (!Number.isFinite(answer)) return undefined;
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 2 * tolerance;
  const finite = slips.filter((slip) => Number.isFinite(slip.answer));
  const facts = { answer: numberText(answer), ...rest.facts };
  return { kind: "number", key, answer, tolerance, slips: distinct(finite, answer, isNear), ...rest, facts };
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

export const sizeOf = (step: Part<Step, "axes" | "shape">, letter: string): number =>
  step.shape[step.axes.indexOf(letter)] ?? 1;

export const stepIn = (trace: Trace, name: string | undefined): Step | undefined =>
  name !== undefined && hasStep(trace, name) ? stepOf(trace, name) : undefined;

/** The first input of a step, with facts for the words. */
export function inputOf(trace: Trace, step: StageStep) {
  const input = stepOf(trace, step.inputs[0] ?? "");
  return { input, facts: { input: input.name, inputShape: shapeText(input.shape) } };
}

/** The two factors of a product step: their shapes, facts for the words, and the parts of the product's shape. */
export function factorsOf(trace: Trace, step: StageStep) {
  const [first = "", second = ""] = step.inputs;
  const [left, right] = [first, second].map((name) => stepIn(trace, name)?.shape);
  if (!left || !right) return undefined;
  const [rows = 1, columns = 1] = step.shape.slice(-2);
  const facts = { first, second, firstShape: shapeText(left), secondShape: shapeText(right) };
  return { left, front: step.shape.slice(0, -2), rows, columns, facts };
}

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

export const idsOf = (ids: Step, sentence: number): number[] => rowOf(ids, [sentence]);
export const tokenAxis = ({ axes }: Step, sentence: number): TokenAxis => ({
  letter: axes[1] ?? "",
  sentence,
});

/** The positions of padding, as [sentence, position]. */
export function paddingOf(trace: Trace, ids: Step): [sentence: number, position: number][] {
  const length = ids.shape[1] ?? 0;
  return [...ids.data].flatMap((id, at): [number, number][] =>
    id === trace.spec.padId ? [[Math.floor(at / length), at % length]] : [],
  );
}
