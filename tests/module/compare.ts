/** Comparisons with a tolerance, whose failures say where and by how much numbers differ. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import type { Explanation, LessonSpec, Tensor } from "../../web/src/module/types.js";

const lessons = path.join(import.meta.dirname, "../fixtures/lessons");

export interface Fixture {
  readonly name: string;
  readonly spec: LessonSpec;
  readonly steps: readonly { name: string; shape: number[]; dtype: string; data: (number | string)[] }[];
}

/** Every lesson fixture, computed by PyTorch. */
export const fixtures: readonly Fixture[] = readdirSync(lessons).map((file) => ({
  name: path.basename(file, ".json"),
  ...JSON.parse(readFileSync(path.join(lessons, file), "utf8")),
}));

/** A number of a fixture, which is a string for NaN and infinities. */
const numberOf = (x: number | string): number =>
  x === "nan" ? Number.NaN : x === "-inf" ? Number.NEGATIVE_INFINITY : Number(x);

/** How far a number may be from the wanted one: absolute + relative · |want|. docs/numbers.md has the reasons. */
export const TOLERANCE = {
  /** One operation, computed in two ways. */
  oneStep: { absolute: 1e-6, relative: 1e-6 },
  /** Against PyTorch, every step of a lesson of widths up to 128. */
  upTo128: { absolute: 2e-6, relative: 2e-6 },
  /** Against PyTorch at any width: torch.testing.assert_close's for float32. */
  anyWidth: { absolute: 1e-5, relative: 1.3e-6 },
} as const;
type Tolerance = (typeof TOLERANCE)[keyof typeof TOLERANCE];

/** NaN equals NaN and each infinity itself. */
export const isClose = (
  got: number,
  want: number,
  { absolute, relative }: Tolerance = TOLERANCE.oneStep,
): boolean =>
  Object.is(got, want) || got === want || Math.abs(got - want) <= absolute + relative * Math.abs(want);

export function expectClose(
  name: string,
  got: ArrayLike<number>,
  want: readonly (number | string)[],
  tolerance: Tolerance = TOLERANCE.oneStep,
): void {
  expect(got.length, `${name}: how many numbers`).toBe(want.length);
  let worst = 0;
  let first = -1;
  want.forEach((w, i) => {
    const difference = Math.abs((got[i] ?? Number.NaN) - numberOf(w));
    if (difference > worst) worst = difference;
    if (first < 0 && !isClose(got[i] ?? Number.NaN, numberOf(w), tolerance)) first = i;
  });
  if (first >= 0) {
    expect.fail(`${name}[${first}]: got ${got[first]}, want ${want[first]}; largest difference ${worst}`);
  }
}

/** The index of a row-major offset. */
export function indexOf(shape: readonly number[], offset: number): number[] {
  const index: number[] = [];
  let rest = offset;
  for (const size of [...shape].reverse()) {
    index.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return index;
}

export function valueAt({ shape, data }: Tensor, index: readonly number[]): number {
  return data[index.reduce((offset, i, axis) => offset * (shape[axis] ?? 1) + i, 0)] ?? Number.NaN;
}

const fact = ({ detail }: Explanation, name: string): number => Number(detail[name]);

function sumOfPairs({ terms }: Explanation): number {
  let sum = 0;
  for (let i = 0; i + 1 < terms.length; i += 2) sum += (terms[i]?.value ?? 0) * (terms[i + 1]?.value ?? 0);
  // An unpaired last term is the bias.
  return terms.length % 2 ? sum + (terms.at(-1)?.value ?? 0) : sum;
}

const ofAngle = (e: Explanation): number =>
  (e.detail["part"] === "sin" ? Math.sin : Math.cos)(fact(e, "angle"));

/** The value recomputed from the terms of an explanation, by the table of docs/explain.md. */
export function recompute(e: Explanation): number {
  const term = (i: number): number => e.terms.at(i)?.value ?? Number.NaN;
  switch (e.op) {
    case "normal":
      return fact(e, "radius") * ofAngle(e);
    case "sinusoid":
      return ofAngle(e);
    case "uniform":
      return term(0) * 2 * fact(e, "bound") - fact(e, "bound");
    case "embedding":
      return term(1);
    case "position_ids":
      return term(0) === term(1) ? 0 : term(2);
    case "add":
      return term(0) + term(1);
    case "not_equal":
      return Number(term(0) !== term(1));
    case "eq":
      return Number(term(0) === term(1));
    case "tril":
      return Number(term(1) <= term(0));
    case "triu":
      return Number(term(1) > term(0));
    case "logical_and":
      return term(0) * term(1);
    case "logical_or":
      return Number(e.terms.some(({ value }) => value !== 0));
    case "linear":
    case "conv1d":
    case "weighted_sum":
      return sumOfPairs(e);
    case "scaled_dot_product":
      return sumOfPairs(e) / fact(e, "divisor");
    case "masked_fill":
      return term(1) === fact(e, "maskedBit") ? fact(e, "fill") : term(0);
    case "softmax":
      return Math.exp(term(fact(e, "position")) - term(-2)) / term(-1);
    case "gelu":
      return term(0) * fact(e, "cdf");
    case "relu":
      return Math.max(term(0), 0);
    case "layer_norm":
      return (term(fact(e, "position")) - term(-4)) * term(-3) * term(-2) + term(-1);
    case "given":
    case "constant":
    case "pad":
    case "view":
    case "transpose":
      return term(0);
  }
}

/** The cases of a table by code and name, each with its name and its code. */
export const named = <T>(
  cases: Readonly<Record<string, Readonly<Record<string, T>>>>,
): [string, string, T][] =>
  Object.entries(cases).flatMap(([code, calls]) =>
    Object.entries(calls).map(([name, call]): [string, string, T] => [name, code, call]),
  );
