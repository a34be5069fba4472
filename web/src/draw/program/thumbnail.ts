/** A tensor of a program as a small wash of colour, for the strip of steps. */
import type { ProgramStep } from "../../module/python/types.js";
import { range } from "../../module/shape.js";
import { cellMark } from "../marks/cells.js";
import type { CellSize, Mark, Picture } from "../picture.js";
import type { Palette } from "../theme.js";
import { scalesOf } from "./scales.js";

/** Smaller cells would only be noise. */
const LEAST_CELL = 3;

export function thumbnailOf(step: ProgramStep, theme: Palette, { width, height }: CellSize): Picture {
  const { shape, data } = step;
  const [allRows, allCols] = [shape.at(-2) ?? 1, shape.at(-1) ?? 1];
  const [rows, cols] = [
    Math.min(allRows, Math.floor(height / LEAST_CELL)),
    Math.min(allCols, Math.floor(width / LEAST_CELL)),
  ];
  const size = Math.min(width / cols, height / rows, 12);
  const [left, top] = [(width - cols * size) / 2, (height - rows * size) / 2];
  const scale = scalesOf([step], theme).get(step.name);
  const at = (i: number, shown: number, all: number): number => Math.floor((i * all) / shown);
  const marks = range(rows).flatMap((row) =>
    range(cols).flatMap((col): Mark[] => {
      const style = scale?.(data[at(row, rows, allRows) * allCols + at(col, cols, allCols)] ?? Number.NaN);
      const place = { x: left + col * size, y: top + row * size, width: size, height: size };
      return style ? [cellMark(place, { fill: style.fill, ink: style.ink, text: "" }, 0)] : [];
    }),
  );
  // Ids have no colours: a frame says that there is a tensor.
  const frame = {
    x: left,
    y: top,
    width: cols * size,
    height: rows * size,
    stroke: theme.hairline,
    strokeWidth: 1,
  };
  return { width, height, marks: [...marks, { kind: "rect", ...frame }] };
}
