/**
 * A figure inside a note: a small picture made of the current trace's numbers, and those numbers again as facts for the
 * sentence that stands below it. Pure like a scene, but without time; a dial's value, if there is one, replaces it.
 */
import type { Trace } from "../../module/types.js";
import { mono } from "../marks/marks.js";
import type { Mark, Picture } from "../picture.js";
import type { StageStep, Tokens } from "../scene.js";
import type { Focus } from "../tensor_view.js";
import type { Theme } from "../theme.js";
import type { Core } from "./arithmetic.js";

export interface AsideInput {
  /** Computes the numbers that are not in the trace. */
  readonly hu: Core;
  readonly trace: Trace;
  /** The step whose note is open. */
  readonly step: StageStep;
  readonly focus: Focus;
  readonly theme: Theme;
  readonly width: number;
  readonly tokens?: Tokens | undefined;
  /** The dial's value, once it has been turned. */
  readonly dial?: number | undefined;
}

export interface Dial {
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly value: number;
}

export interface Figure extends Picture {
  /** Values for the {placeholders} of its sentence. */
  readonly facts: Readonly<Record<string, string>>;
  readonly dial?: Dial;
}

/** Undefined where this trace has nothing to show: one key alone, a sentence without padding. */
export type Aside = (input: AsideInput) => Figure | undefined;

/** A label in the middle of its place. */
export const centred = (text: string, x: number, y: number, color: string, bold = false): Mark =>
  mono(text, x, y, color, { size: SIZE, align: "middle", bold });

/** Minimum distance of any mark from the frame. */
export const MARGIN = 4;
/** Font size. */
export const SIZE = 11;
