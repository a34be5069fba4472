/**
 * Where two programs first differ. Steps are matched by their numbers, not by their names or lines, so that two ways to write the
 * same are the same: the first tensor of mine whose numbers the other program never has, although all that it was made from are there.
 */
import type { ProgramStep } from "../module/python/types.js";
import { sameShape } from "../module/shape.js";
import type { ProgramRun } from "./steps.js";

export interface Difference {
  readonly mine: ProgramStep;
  /** What the other program makes of the same numbers instead; undefined where it makes nothing of them. */
  readonly theirs: ProgramStep | undefined;
  /** How many steps of mine have their like before it. */
  readonly alike: number;
}

/** Scores from here down have no weight left, so that a fill of −1e9 hides as −inf does. */
const HIDDEN = -1e4;
/** As torch.testing.assert_close has it for float32. */
const isClose = (a: number, b: number): boolean =>
  Object.is(a, b) ||
  a === b ||
  (a <= HIDDEN && b <= HIDDEN) ||
  Math.abs(a - b) <= 1e-5 + 1.3e-6 * Math.min(Math.abs(a), Math.abs(b)); // one of them may be infinite

const isLike = (a: ProgramStep, b: ProgramStep): boolean =>
  sameShape(a.shape, b.shape) && a.data.every((x: number, i: number) => isClose(x, b.data[i] ?? Number.NaN));

/** Undefined if every tensor of mine is one of the other program's, too. */
export function firstDifference(mine: ProgramRun, other: ProgramRun): Difference | undefined {
  const likes = new Map<string, ReadonlySet<string>>();
  const all = [...other.tensors.values()];
  for (const step of mine.tensors.values()) {
    const like = all.filter((one) => isLike(step, one)).map(({ name }) => name);
    likes.set(step.name, new Set(like));
  }
  // A number in the code is no step: what it changes is.
  const played = new Set(mine.steps.map(({ name }) => name));
  const isKnown = (name: string): boolean => !played.has(name) || (likes.get(name)?.size ?? 0) > 0;
  const at = mine.steps.findIndex((step) => !isKnown(step.name) && step.inputs.every(isKnown));
  const step = mine.steps[at];
  if (!step) return undefined;
  const readsTheSame = (one: ProgramStep): boolean =>
    one.inputs.length > 0 &&
    step.inputs.some((input) => one.inputs.some((theirs) => likes.get(input)?.has(theirs)));
  const isNew = (one: ProgramStep): boolean => ![...likes.values()].some((names) => names.has(one.name));
  const rivals = other.steps.filter((one) => readsTheSame(one) && isNew(one));
  const theirs = rivals.find(({ op }) => op === step.op) ?? rivals[0];
  return { mine: step, theirs, alike: at };
}
