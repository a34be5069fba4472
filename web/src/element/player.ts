/** What plays in <heads-up>: a lesson (lesson_player.ts), or a program in its place (program.ts). */
import type { Picture } from "../draw/picture.js";
import type { Theme } from "../draw/theme.js";
import type { ProgramResult } from "../module/python/types.js";
import type { Trace } from "../module/types.js";

/** A lesson as a program, and the line of it where a step is. */
export interface LessonProgram {
  readonly source: string;
  readonly line: number;
}

export interface Player {
  readonly trace: Trace | undefined;
  readonly result?: ProgramResult | undefined;
  readonly currentStep: string;
  play(options?: { readonly through?: boolean }): void;
  pause(): void;
  next(): void;
  previous(): void;
  seek(step: string | number, t: number): void;
  /** Whether it has this step (name or index). */
  has(step: string | number): boolean;
  openCell(name: string, index: readonly number[]): boolean;
  /** The picture on the stage, in any theme. */
  frame(theme: Theme): Picture | undefined;
}
