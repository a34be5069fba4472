/** The files that can be saved, with their names: the figure of the current frame, the trace, the script. */
import { paintOn } from "../../draw/paint/paint.js";
import { FIGURE_RATIO, type FigureWords, svgOf } from "../../draw/paint/svg.js";
import type { Picture } from "../../draw/picture.js";
import type { Theme } from "../../draw/theme.js";
import { classScriptOf } from "../../module/py_torch/class_script.js";
import { scriptOf } from "../../module/py_torch/script.js";
import { isReadable } from "../../module/readable.js";
import { traceToJson, traceToNpz } from "../../module/trace_files.js";
import type { Trace } from "../../module/types.js";

export const FIGURES = ["svg", "png"] as const;
export const TRACES = ["json", "npz"] as const;
export type Kind = (typeof FIGURES)[number] | (typeof TRACES)[number] | "py" | "class";

/** For example heads-up-masked-multi-head-scores.svg or …-class.py; a figure in the dark theme gets -dark. */
export function fileName(kind: Kind, lesson: string, step: string, theme: Theme): string {
  const suffix = theme.name === "light" ? "" : `-${theme.name}`;
  const figure = kind === "svg" || kind === "png" ? `-${step}${suffix}` : "";
  return `heads-up-${lesson}${figure}${kind === "class" ? "-class.py" : `.${kind}`}`;
}

export const svgFile = (picture: Picture, theme: Theme, words: FigureWords): Blob =>
  new Blob([svgOf(picture, theme.paper, words)], { type: "image/svg+xml" });

/** Twice as large as on the screen: for slides and print. Rejects if the browser cannot encode a canvas of that size. */
export function pngFile(picture: Picture, theme: Theme): Promise<Blob> {
  const canvas = document.createElement("canvas");
  paintOn(canvas, picture, theme.paper, FIGURE_RATIO);
  return new Promise((done, fail) =>
    canvas.toBlob(
      (file) => (file ? done(file) : fail(new Error(`${canvas.width} × ${canvas.height}`))),
      "image/png",
    ),
  );
}

/** The PyTorch script of a run, step by step. */
export const scriptText = (trace: Trace): string => scriptOf(trace.spec, isReadable(trace));

/** The PyTorch script of a run, as a class. */
export const classScriptText = (trace: Trace): string => classScriptOf(trace.spec, isReadable(trace));

type TextKind = Exclude<Kind, (typeof FIGURES)[number]>;

const TEXT: Readonly<Record<TextKind, (trace: Trace) => Blob>> = {
  json: (trace) => new Blob([traceToJson(trace)], { type: "application/json" }),
  npz: (trace) => new Blob([traceToNpz(trace)], { type: "application/zip" }),
  py: (trace) => new Blob([scriptText(trace)], { type: "text/x-python" }),
  class: (trace) => new Blob([classScriptText(trace)], { type: "text/x-python" }),
};

export const traceFile = (kind: TextKind, trace: Trace): Blob => TEXT[kind](trace);
