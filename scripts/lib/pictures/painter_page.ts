/** The part of the painter that runs in the browser: it stores a lesson's trace and paints its steps. */

import { monoWidth } from "../../../web/src/draw/measure.js";
import { paint } from "../../../web/src/draw/paint/paint.js";
import { svgOf } from "../../../web/src/draw/paint/svg.js";
import type { CellMark, Picture, SceneInput, StageStep, TextMark } from "../../../web/src/draw/picture.js";
import { dark, light, type Theme } from "../../../web/src/draw/theme.js";
import { lessonNamed } from "../../../web/src/lessons/lessons.js";
import { loadFrom } from "../../../web/src/module/load.js";
import type { Trace } from "../../../web/src/module/types.js";
import { draw } from "../../../web/src/operations/operations.js";

export interface Look {
  readonly theme: "light" | "dark";
  /** The stage in CSS pixels; `ratio` is the picture's pixels per CSS pixel. */
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  readonly times: readonly number[];
  readonly focus?: SceneInput["focus"];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Strip {
  readonly url: string;
  /** Boxes around text, in the picture's pixels. */
  readonly text: readonly Box[];
}

interface Place {
  readonly left: number;
  readonly top: number;
}

interface RawTrace {
  readonly spec: Trace["spec"];
  readonly steps: readonly (Omit<StageStep, "data"> & { readonly data: readonly (number | string)[] })[];
}

const ARRAYS = { float32: Float32Array, int32: Int32Array, bool: Uint8Array } as const;

let hu: SceneInput["hu"];
let trace: Trace | undefined;
let steps: readonly { readonly id: string; readonly stage: StageStep }[] = [];

/** Starts the core from a data URL. */
async function start(wasm: string): Promise<void> {
  hu = await loadFrom(async () => ({ url: wasm }));
}

function take({ spec, steps: raw }: RawTrace): string[] {
  const revived = raw.map((step) => ({ ...step, data: new ARRAYS[step.dtype](step.data.map(Number)) }));
  const newTrace = { spec, steps: revived } as unknown as Trace;
  steps = lessonNamed(spec.lesson)
    .steps(newTrace)
    .map(({ id, stage }) => ({ id, stage: stage(newTrace) }));
  trace = newTrace;
  return steps.map(({ id }) => id);
}

const coloursOf = ({ theme }: Look): Theme => (theme === "dark" ? dark : light);

function pictureOf(id: string, t: number, look: Look): Picture {
  const { width, height, focus = { batch: 0, head: 0 } } = look;
  const step = steps.find((other) => other.id === id)?.stage;
  if (!trace || !step) throw new Error(`no step ${id}`);
  return draw({ hu, trace, step, focus, theme: coloursOf(look), width, height }, t);
}

/** Paints a moment at a place of a canvas, and returns its picture. */
function paintMoment(ctx: CanvasRenderingContext2D, id: string, t: number, look: Look, at: Place): Picture {
  const { width, height, ratio } = look;
  const picture = pictureOf(id, t, look);
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, at.left, at.top);
  ctx.beginPath();
  ctx.rect(0, 0, width, height);
  ctx.clip();
  paint(ctx, picture, coloursOf(look).paper);
  ctx.restore();
  return picture;
}

function canvasOf(width: number, height: number): CanvasRenderingContext2D {
  const ctx = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
  if (!ctx) throw new Error("no canvas");
  return ctx;
}

/** A step's moments side by side. */
function strip(id: string, look: Look): Strip {
  const { ratio, times } = look;
  const [width, height] = [Math.round(look.width * ratio), Math.round(look.height * ratio)];
  const ctx = canvasOf(width * times.length, height);
  const text = times.flatMap((t, place) => {
    const left = place * width;
    const picture = paintMoment(ctx, id, t, look, { left, top: 0 });
    return textBoxes(picture).map((box) => ({
      x: left + box.x * ratio,
      y: box.y * ratio,
      width: box.width * ratio,
      height: box.height * ratio,
    }));
  });
  return { url: ctx.canvas.toDataURL(), text };
}

/** The first of the moments as the text of an SVG file. */
function figure(id: string, look: Look): string {
  const [t = 1] = look.times;
  return svgOf(pictureOf(id, t, look), coloursOf(look).paper, { title: id, desc: "", lang: "en" });
}

/** The boxes around text, large enough for every font that may be used. */
function textBoxes({ marks }: Picture): Box[] {
  return marks.flatMap((mark): Box[] => {
    if ((mark.opacity ?? 1) === 0) return [];
    if (mark.kind === "text") return [labelBox(mark)];
    return mark.kind === "cell" && mark.text && mark.fontSize ? [digitsBox(mark)] : [];
  });
}

function labelBox({ text, x, y, size, align, bold }: TextMark): Box {
  const width = monoWidth(text, size) * (bold ? 1.2 : 1) + size / 2;
  const left = align === "middle" ? x - width / 2 : align === "end" ? x - width + size / 4 : x - size / 4;
  return { x: left, y: y - size * 0.6, width, height: size * 1.2 };
}

/** The width of the widest characters of a cell, − and ∞, in ems. */
const WIDEST_DIGIT = 0.84;

/** The box around the digits of a cell, which stay within the cell. */
function digitsBox({ x, y, width, height, text = "", fontSize = 0 }: CellMark): Box {
  const textWidth = Math.min(width - 4, text.length * WIDEST_DIGIT * fontSize + fontSize / 4);
  const textHeight = Math.min(height - 2, fontSize * 1.3);
  return {
    x: x + (width - textWidth) / 2,
    y: y + (height - textHeight) / 2,
    width: textWidth,
    height: textHeight,
  };
}

Object.assign(globalThis, { painter: { start, take, strip, figure } });
