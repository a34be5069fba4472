/** What the page knows of an operation of the core, or of a bridge: a picture between two steps, made of their numbers. */
import type { Scene, StageStep } from "../draw/picture.js";
import type { Core } from "../module/page_entry.js";
import type { Step, Tensor, Trace } from "../module/types.js";
import type { Writer } from "./arithmetic.js";
import type { Asker } from "./asking.js";

export interface Operation {
  /** How long a step plays at 1×, in milliseconds: long enough to read its rule once, at most ten seconds. */
  readonly ms: number;
  readonly scene: Scene;
  /** Which sentence says its result: the largest weight or score between two tokens, or the new shape; otherwise the first row. */
  readonly spoken?: "weight" | "score" | "shape";
  /** Whether its end is about the last cells, so that windows stay there. */
  readonly endsLast?: boolean;
  /** Whether the scene ends by working out the row of the number that the reader asks about. */
  readonly worksOutRow?: boolean;
  /** The arithmetic of a cell; bridges have no cells of their own. */
  readonly arithmetic?: Writer;
  /** Its formula as MathML Core, without the <math> element around it. */
  formula(step: StageStep, trace: Trace): string;
  /**
   * The questions about its steps, in the order in which they are asked; by the step's name where its steps ask different ones.
   */
  readonly questions?: readonly Asker[] | Readonly<Record<string, readonly Asker[]>>;
  /** Computes a step from changed inputs; missing where no input is ever changed. */
  compute?(hu: Core, inputs: Inputs, step: Step, trace: Trace): Tensor;
  /** For a bridge: the step that it adds to lessons. */
  readonly bridge?: Bridge;
}

/** The inputs of a step by index; throws for one that it does not have. */
export type Inputs = (i: number) => Step;

export interface Bridge {
  /** The step's name. */
  readonly id: string;
  /** The step for this trace, or undefined where the trace lacks what it is made from. */
  of(trace: Trace): StageStep | undefined;
  /** Its PyTorch code, if the lesson's script has no lines for it. */
  code?(trace: Trace): CodeWindow;
}

export interface CodeWindow {
  readonly code: readonly string[];
  /** Lines of `code`, counted from 0. */
  readonly current: readonly number[];
}
