/** The steps of a program as the page plays them: which, how long, and by which lines of the code. */

import { type DrawnStep, type RelationInput, WHOLE } from "../draw/program/relation.js";
import type { ProgramResult, ProgramStep } from "../module/python/types.js";
import { cellCount } from "../module/shape.js";
import { endOfExpression, type Group, groupAt, type Paths, type Place, stopAtPlace } from "./groups.js";

/** A program that ran, at least to its first tensor. */
export interface ProgramRun extends Pick<RelationInput, "explain" | "reads"> {
  readonly source: string;
  readonly result: ProgramResult;
  /** Every tensor by its name; numbers that a change of the code has not changed are the same array as before. */
  readonly tensors: ReadonlyMap<string, ProgramStep>;
  /** The steps that are played: all but the numbers that stand in the code. */
  readonly steps: readonly ProgramStep[];
  /** The groups around each of them. */
  readonly paths: Paths;
}

/** A number in the code, such as the 2 of `x ** 2`, is shown where it is used. */
const isNumberInCode = ({ op, shape }: ProgramStep): boolean =>
  (op === "full" || op === "constant") && shape.length === 0;

export const playedSteps = (steps: readonly ProgramStep[]): readonly ProgramStep[] =>
  steps.filter((step) => !isNumberInCode(step) && cellCount(step.shape) > 0);

/** What is only made (drawn, filled, written in the code) is seen at a glance. */
export const stepMs = ({ inputs }: ProgramStep): number => (inputs.length > 0 ? 5000 : 2400);

/** "scores (2)" → scores */
const baseName = (name: string): string => name.replace(/ \(\d+\)$/, "");

/** How many inputs of a group are drawn, and how many outputs besides the first. */
const MOST_INPUTS = 3;
const MOST_OUTPUTS = 3;

const wholes = new WeakMap<Group, DrawnStep>();

/** How the core's allclose begins: what differs is its third operation. */
const ALLCLOSE = "eq,sub,abs,abs,mul,add,le,isfinite";

/** The differences of the numbers that a group compares, if it is allclose. */
export const differencesIn = (run: Pick<ProgramRun, "steps">, { first }: Group): ProgramStep | undefined =>
  String(run.steps.slice(first, first + 8).map(({ op }) => op)) === ALLCLOSE
    ? run.steps[first + 2]
    : undefined;

/** What the call of a group returned, in its order: in a function of the program, or from the library to the program. */
const returnedBy = (
  { kind, call }: Pick<Group, "kind" | "call">,
  inside: readonly ProgramStep[],
): readonly ProgramStep[] =>
  inside
    .flatMap((step) => {
      const found = step.returned?.find((one) => kind === "module" || one.call === call);
      return found ? [{ step, item: found.item }] : [];
    })
    .sort((a, b) => a.item - b.item)
    .map(({ step }) => step);

const isWeight = (name: string): boolean => name.includes(".");

/**
 * Of a call that returns nothing, such as `loss.backward()` and `optimizer.step()`: the first matrix that it changes, or that it
 * makes a gradient for, with what there was of it before; a vector where there is no matrix.
 */
function changedBy(steps: readonly ProgramStep[], { first, last }: Group) {
  const before = (wanted: string): ProgramStep | undefined => {
    for (let i = first - 1; i >= 0; i--) {
      const step = steps[i];
      if (step?.name.startsWith(wanted) && baseName(step.name) === wanted) return step;
    }
    return undefined;
  };
  const inside = steps.slice(first, last + 1);
  const matrices = inside.filter(({ shape }) => shape.length > 1);
  for (const made of [...matrices, ...inside]) {
    const name = baseName(made.name);
    const of = name.replace(/^grad\./, "");
    const known = of !== name || isWeight(name) ? before(of) : undefined;
    if (!known || !(isWeight(of) || known.inputs.length === 0)) continue;
    const gradient = of === name ? before(`grad.${of}`) : undefined;
    return { made, given: [known, gradient].flatMap((one) => one?.name ?? []) };
  }
  return undefined;
}

/** What comes out of a group: what it returns, or changes, or else makes last; of allclose the differences, too. */
function comingOut(steps: readonly ProgramStep[], group: Group) {
  const inside = steps.slice(group.first, group.last + 1);
  const hasName = ({ name, op }: ProgramStep): boolean => !isWeight(name) && baseName(name) !== op;
  const returned = returnedBy(group, inside);
  const changed = returned.length === 0 && group.kind !== "loop" ? changedBy(steps, group) : undefined;
  // A loop comes to its last variable; where nothing is computed, as by a constructor, the first weight is the one to see.
  const made = inside.every(({ inputs }) => inputs.length === 0)
    ? inside[0]
    : ((group.kind === "loop" ? inside.findLast(hasName) : undefined) ?? inside.at(-1));
  const [shown = changed?.made ?? (made as ProgramStep), ...others] = returned;
  const differences = differencesIn({ steps }, group);
  return { shown, others: differences ? [differences] : others, given: changed?.given };
}

/** All tensors that come out of a group. */
export function outputsOf({ steps }: Pick<ProgramRun, "steps">, group: Group): readonly ProgramStep[] {
  const { shown, others } = comingOut(steps, group);
  return [shown, ...others];
}

/** A group as one step: what comes in from outside, without the weights, and what comes out. */
export function wholeStep(
  { steps, tensors }: Pick<ProgramRun, "steps" | "tensors">,
  group: Group,
): DrawnStep {
  const known = wholes.get(group);
  if (known) return known;
  const inside = steps.slice(group.first, group.last + 1);
  const own = new Set(inside.map(({ name }) => name));
  const isGiven = (name: string): boolean => {
    const tensor = tensors.get(name);
    return tensor !== undefined && !own.has(name) && !isWeight(name) && !isNumberInCode(tensor);
  };
  const given = new Set(inside.flatMap(({ inputs }) => inputs.filter(isGiven)));
  const { shown, others, given: changed } = comingOut(steps, group);
  const { line, column, endLine, endColumn } = group.place;
  const isHead = group.kind === "loop" && endLine > line;
  const end = isHead ? { endLine: line, endColumn: Number.MAX_SAFE_INTEGER } : { endLine, endColumn };
  const source = { ...shown.source, line, column, ...end };
  const whole = {
    ...shown,
    op: WHOLE,
    module: group.module,
    inputs: changed ?? [...given].slice(0, MOST_INPUTS),
    outputs: others.slice(0, MOST_OUTPUTS).map(({ name }) => name),
    source,
  };
  wholes.set(group, whole);
  return whole;
}

/** The first line in which two texts differ, counted from 1. */
export function firstChange(before: string, after: string): number {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const at = b.findIndex((text, i) => text !== a[i]);
  return at < 0 ? b.length : at + 1;
}

/**
 * The tensor that a word in the code stands for: one that the expression around it reads under this name, or the only one that it
 * reads; what its line gives this name; else what the expression makes. Of several runs of the line the one nearest to `near`.
 */
export function tensorAt(
  run: ProgramRun,
  line: number,
  column: number,
  word: string,
  near: number,
): ProgramStep | undefined {
  const { steps, tensors, paths } = run;
  const stop = stopAtPlace(paths, steps, line, column, near);
  const group = stop && groupAt(paths, stop);
  const step = stop && (group ? wholeStep(run, group) : steps[stop.index]);
  if (!stop || !step) return undefined;
  const isCalled = ({ name }: ProgramStep): boolean => baseName(name) === word;
  const { source } = step;
  const isIn = (place: Place): boolean =>
    place.line === line && place.endLine === line && place.column <= column && place.endColumn >= column;
  if (!isIn(source)) return steps.slice(0, stop.index + 1).findLast(isCalled);
  const read = step.inputs.flatMap((name) => tensors.get(name) ?? []);
  return read.find(isCalled) ?? step;
}

/** The axes of a tensor that a line makes, and its name if it is one of the line. */
export interface LineShape {
  readonly name: string;
  readonly axes: readonly { readonly letter: string; readonly size: number }[];
}

/** "q, k, v =" */
const TARGETS = /^\s*[\p{L}\p{N}_]+(?:\s*,\s*[\p{L}\p{N}_]+)+\s*=(?!=)/u;

/**
 * The shapes of what each line made last: its own expressions, and calls whose result it names. Of several results those that the
 * line has names for, or else all. Of the weights that a layer makes it is the first one's, of those of a whole module none.
 */
export function shapesOfLines({
  source,
  steps,
  paths,
}: ProgramRun): ReadonlyMap<number, readonly LineShape[]> {
  const texts = source.split("\n");
  const shapes = new Map<number, readonly LineShape[]>();
  const set = ({ line, endLine }: Place, results: readonly ProgramStep[], others = results): void => {
    const text = texts[line - 1] ?? "";
    const words = text.split(/[^\p{L}\p{N}_]+/u);
    const targets = TARGETS.exec(text)?.[0].match(/[\p{L}\p{N}_]+/gu) ?? [];
    const isUnpacked = targets.length === results.length;
    const named = results.filter(({ name, op }) => baseName(name) !== op && words.includes(baseName(name)));
    const shown = (isUnpacked ? results : named.length > 0 ? named : others)
      .map(({ name, shape, axes }, i) => ({
        name: isUnpacked ? (targets[i] ?? "") : named.length > 0 ? baseName(name) : "",
        axes: shape.map((size, axis) => ({ letter: axes[axis] ?? "", size })),
      }))
      .filter(({ name }) => name !== "_");
    if (shown.some(({ axes }) => axes.length > 0)) shapes.set(endLine, shown);
    else if (shown.length > 0) shapes.delete(endLine);
  };
  for (let first = 0; first < steps.length; ) {
    const last = endOfExpression(steps, first);
    const made = steps.slice(first, last + 1);
    const { source: place } = made[0] as ProgramStep;
    const areWeights = made.every(({ inputs, name }) => inputs.length === 0 && name.includes("."));
    const results = areWeights ? made.slice(0, 1) : returnedBy({ kind: "module", call: 0 }, made);
    if (!areWeights || !(shapes.has(place.endLine) || paths[last]?.at(-1)?.kind === "module"))
      set(place, results.length > 0 ? results : made.slice(-1));
    for (const group of paths[last] ?? [])
      if (group.kind === "call" && group.last === last)
        set(group.place, returnedBy(group, steps.slice(group.first, last + 1)), []);
    first = last + 1;
  }
  return shapes;
}
