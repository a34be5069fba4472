/** The steps of a program as the page plays them: which, how long, and by which lines of the code. */
import type { ProgramStep } from "../module/python/types.js";
import { cellCount } from "../module/shape.js";

/** A number in the code, such as the 2 of `x ** 2`, is shown where it is used. */
const isNumberInCode = ({ op, shape }: ProgramStep): boolean =>
  (op === "full" || op === "constant") && shape.length === 0;

export const playedSteps = (steps: readonly ProgramStep[]): readonly ProgramStep[] =>
  steps.filter((step) => !isNumberInCode(step) && cellCount(step.shape) > 0);

/** What is only made (drawn, filled, written in the code) is seen at a glance. */
export const stepMs = ({ inputs }: ProgramStep): number => (inputs.length > 0 ? 5000 : 2400);

/** The line of the program itself, not of the functions that it has called. */
export const outerLine = ({ source }: ProgramStep): number => source.frames[0]?.line ?? source.line;

/** Consecutive steps that one line of the program has asked for. */
export interface LineOfSteps {
  readonly line: number;
  /** The index of the first step. */
  readonly first: number;
  readonly steps: readonly ProgramStep[];
}

export function byLine(steps: readonly ProgramStep[]): readonly LineOfSteps[] {
  const lines: { line: number; first: number; steps: ProgramStep[] }[] = [];
  for (const [i, step] of steps.entries()) {
    const line = outerLine(step);
    const last = lines.at(-1);
    if (last?.line === line) last.steps.push(step);
    else lines.push({ line, first: i, steps: [step] });
  }
  return lines;
}

/** The index of the step that a place in the code made: the innermost expression around it, else the last of its line; or −1. */
export function stepAt(steps: readonly ProgramStep[], line: number, column?: number): number {
  const isAround = ({ source: s }: ProgramStep): boolean =>
    column !== undefined &&
    (s.line < line || (s.line === line && s.column <= column)) &&
    (s.endLine > line || (s.endLine === line && s.endColumn >= column));
  const size = ({ source: s }: ProgramStep): number => (s.endLine - s.line) * 1000 + s.endColumn - s.column;
  const around = steps.filter(isAround).sort((a, b) => size(a) - size(b))[0];
  if (around) return steps.indexOf(around);
  const within = steps.findLastIndex(({ source }) => source.line <= line && source.endLine >= line);
  return within >= 0 ? within : steps.findLastIndex((step) => outerLine(step) === line);
}

/** The first line in which two texts differ, counted from 1. */
export function firstChange(before: string, after: string): number {
  const [a, b] = [before.split("\n"), after.split("\n")];
  const at = b.findIndex((text, i) => text !== a[i]);
  return at < 0 ? b.length : at + 1;
}

/** The shape of what each line made last, by the names of its axes. */
export function shapesOfLines(
  steps: readonly ProgramStep[],
): ReadonlyMap<number, readonly { readonly letter: string; readonly size: number }[]> {
  return new Map(
    steps
      .filter(({ shape }) => shape.length > 0)
      .map(({ source, axes, shape }) => [
        source.endLine,
        shape.map((size, i) => ({ letter: axes[i] ?? "", size })),
      ]),
  );
}
