// The browser's half of the contact sheet: a row a step, a column a moment, each with its name.
import { draw } from "../web/src/draw/draw.js";
import { paint } from "../web/src/draw/paint.js";
import type { SceneInput, StageStep } from "../web/src/draw/scene.js";
import { dark, light } from "../web/src/draw/theme.js";
import { taughtLesson } from "../web/src/lessons/lessons.js";
import type { Trace } from "../web/src/module/types.js";

interface Request {
  readonly trace: { readonly spec: Trace["spec"]; readonly steps: readonly RawStep[] };
  readonly theme: "light" | "dark";
  readonly width: number;
  readonly height: number;
  readonly times: readonly number[];
  readonly step: string | null;
  readonly focus: SceneInput["focus"];
}
type RawStep = Omit<StageStep, "data"> & { readonly data: readonly (number | string)[] };

const LABEL = 24;
const GAP = 12;
const ARRAYS = { float32: Float32Array, int32: Int32Array, bool: Uint8Array } as const;

const revive = (step: RawStep): StageStep =>
  ({ ...step, data: new ARRAYS[step.dtype](step.data.map(Number)) }) as StageStep;

function contactSheet(request: Request): { width: number; height: number; steps: number } {
  const { width, height, times } = request;
  const theme = request.theme === "dark" ? dark : light;
  const steps = request.trace.steps.map(revive);
  const trace = { spec: request.trace.spec, steps } as unknown as Trace;
  const all = taughtLesson(trace.spec.lesson)
    .steps(trace)
    .map((step) => step.stage(trace));
  const shown = request.step ? all.filter((step) => step.name === request.step) : all;
  const canvas = document.createElement("canvas");
  canvas.style.display = "block";
  canvas.width = times.length * (width + GAP) + GAP;
  canvas.height = shown.length * (height + LABEL + GAP);
  document.body.append(canvas);
  const ctx = canvas.getContext("2d");
  if (!ctx) throw new Error("no canvas");
  ctx.fillStyle = theme.hairline;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  shown.forEach((step, row) => {
    times.forEach((t, column) => {
      const [x, y] = [GAP + column * (width + GAP), row * (height + LABEL + GAP)];
      ctx.setTransform(1, 0, 0, 1, x, y);
      label(ctx, `${step.name} · ${step.op} · t = ${t}`, theme.ink);
      ctx.setTransform(1, 0, 0, 1, x, y + LABEL);
      try {
        paint(ctx, draw({ trace, step, focus: request.focus, theme, width, height }, t), theme.paper);
      } catch (error) {
        label(ctx, `${step.name}: ${error}`, "#c00");
      }
    });
  });
  return { width: canvas.width, height: canvas.height, steps: shown.length };
}

function label(ctx: CanvasRenderingContext2D, text: string, color: string): void {
  ctx.globalAlpha = 1;
  ctx.font = "13px monospace";
  ctx.textAlign = "start";
  ctx.textBaseline = "middle";
  ctx.fillStyle = color;
  ctx.fillText(text, 0, LABEL / 2);
}

Object.assign(globalThis, { contactSheet });
