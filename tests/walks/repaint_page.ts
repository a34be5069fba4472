/** Runs in the browser for repaint.test.ts: jumps through a lesson and compares each repaint with a fresh canvas. */

import { paint, paintOn, repaint } from "../../web/src/draw/paint/paint.js";
import type { Picture, SceneInput } from "../../web/src/draw/picture.js";
import { dark, light, paletteOf } from "../../web/src/draw/theme.js";
import { lessonNamed } from "../../web/src/lessons/lessons.js";
import { loadFrom } from "../../web/src/module/load.js";
import type { Trace } from "../../web/src/module/types.js";
import { draw } from "../../web/src/operations/operations.js";

export interface Walk {
  /** The URL of heads-up.wasm, as data. */
  readonly wasm: string;
  readonly trace: Trace;
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  readonly isDark: boolean;
  /** The moments to paint in every step, in this order. */
  readonly moments: readonly number[];
}

const contextOf = (): CanvasRenderingContext2D => {
  const ctx = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!ctx) throw new Error("no canvas");
  return ctx;
};

const channels = (ctx: CanvasRenderingContext2D): Uint8ClampedArray =>
  ctx.getImageData(0, 0, ctx.canvas.width, ctx.canvas.height).data;

/** Edges between device pixels may be blended differently under another clip, by 1 of 255. */
const ROUNDING = 1;

/** Describes the channels that differ by more than `most`: how many, the first pixel, the largest difference. */
function compare(a: CanvasRenderingContext2D, b: CanvasRenderingContext2D, most: number): string | undefined {
  const [got, want] = [channels(a), channels(b)];
  let [wrong, first, largest] = [0, 0, 0];
  for (let i = 0; i < want.length; i++) {
    const off = Math.abs((got[i] ?? 0) - (want[i] ?? 0));
    if (off <= most) continue;
    if (wrong++ === 0) first = i >> 2;
    largest = Math.max(largest, off);
  }
  const wide = a.canvas.width;
  const at = `${first % wide},${Math.floor(first / wide)}`;
  return wrong === 0 ? undefined : `${wrong} channels, the first at ${at}, by ${largest} at most`;
}

/** One text per moment where repainted and freshly painted pixels differ. */
export async function differences({
  wasm,
  trace,
  width,
  height,
  ratio,
  isDark,
  moments,
}: Walk): Promise<string[]> {
  const hu = await loadFrom(async () => ({ url: wasm }));
  const theme = paletteOf(isDark ? dark : light);
  const [kept, fresh] = [contextOf(), contextOf()];
  const found: string[] = [];
  let before: Picture | undefined;
  const seenOps = new Set<string>();
  for (const step of lessonNamed(trace.spec.lesson).steps(trace)) {
    const { op } = step.stage(trace);
    if (seenOps.has(op)) continue; // the same scene
    seenOps.add(op);
    const focus = { batch: 0, head: 0 };
    const input: SceneInput = { hu, trace, step: step.stage(trace), focus, theme, width, height };
    for (const t of moments) {
      const after = draw(input, t);
      if (before) repaint(kept, before, after, theme.paper, theme.cache);
      else paintOn(kept.canvas, after, theme.paper, ratio);
      paintOn(fresh.canvas, after, theme.paper, ratio);
      before = after;
      const wrong = compare(kept, fresh, Number.isInteger(ratio) ? 0 : ROUNDING);
      if (!wrong) continue;
      found.push(`${step.id} t=${t}: ${wrong}`);
      paint(kept, after, theme.paper); // so that each difference is reported once
    }
  }
  return found;
}

Object.assign(globalThis, { differences });
