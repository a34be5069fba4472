/** The input and output of a scene. A scene is a pure function: same input and t, same picture. */
import type { Operations } from "../module/bare.js";
import type { Op, Step, Trace } from "../module/types.js";
import type { Palette } from "./palette.js";
import type { Mark } from "./picture.js";
import type { Focus } from "./tensor_view.js";

/** Operations of the bridges: pictures between two steps of the trace, made of the steps' numbers. */
export type BridgeOp = "opening" | "unsqueeze" | "wrong_view" | "conventions" | "generation" | "pieces";
/** What a step on the stage may be. */
export type PlayedOp = Op | BridgeOp;

/** The step on the stage: a step of the trace, or a bridge between two of them. */
export interface StageStep extends Pick<Step, "axes" | "shape" | "dtype" | "data"> {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly op: PlayedOp;
  /** The name of a bridge's tensor in its code, where it differs from the step's name. */
  readonly label?: string;
  /** The op that made the numbers a bridge shows. */
  readonly madeBy?: Op;
}

/** The words of a lesson, sentence by sentence. A sequence without words is labelled with its ids. */
export interface Tokens {
  readonly source: readonly (readonly string[])[];
  readonly target?: readonly (readonly string[])[];
  /** The sentences of the source as they were written. */
  readonly lines?: readonly string[];
}

/** The names of the parts of attention and of the count of generation, in the reader's language. */
export type Terms = Readonly<
  Record<"query" | "key" | "value" | "weight" | "output" | "noCache" | "saved", string>
>;

export interface SceneInput {
  /** Computes the numbers on the way from a row to its result. Its operations are pure functions, so scenes are, too. */
  readonly hu: Operations;
  readonly trace: Trace;
  readonly step: StageStep;
  readonly focus: Focus;
  /** The row of the number that the reader asks about. */
  readonly row?: number | undefined;
  /** The words of the ids, if known. */
  readonly tokens?: Tokens | undefined;
  /** Written above the standard names where they differ from them. */
  readonly terms?: Terms | undefined;
  /** Carries the caches from frame to frame if its owner draws many. */
  readonly theme: Palette;
  /** The stage in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** t runs from 0 (nothing has happened yet) to 1 (the result is complete). */
export type Scene = (input: SceneInput, t: number) => Mark[];
