/** The text of a node, broken into lines that fit its width. */
import type { StageStep } from "../../draw/scene.js";
import { monoWidth } from "../../draw/text.js";

/** From this width on, names are written larger. */
const WIDE = 74;
const SHAPE_SIZE = 11;
const SPACE = 4;

export const nameSize = (width: number): number => (width < WIDE ? 11 : 12);

/** A name breaks after an underscore and before a dot. */
export const nameLines = (name: string, width: number): readonly string[] =>
  filled(name.split(/(?<=_)|(?=\.)/), "", (line) => monoWidth(line, nameSize(width)) <= width);

export interface AxisText {
  readonly letter: string;
  readonly text: string;
}

/** Every axis of a shape: its letter and its size. */
export const axesText = ({ axes, shape }: Pick<StageStep, "axes" | "shape">): readonly AxisText[] =>
  shape.map((size, i) => {
    const letter = axes[i] ?? "1";
    return { letter, text: letter === "1" ? "1" : `${letter}${size}` };
  });

export function shapeLines(step: Pick<StageStep, "axes" | "shape">, width: number): readonly AxisText[][] {
  const lines: AxisText[][] = [];
  let used = 0;
  for (const axis of axesText(step)) {
    const needed = monoWidth(axis.text, SHAPE_SIZE) + SPACE;
    const isFull = used + needed - SPACE > width;
    if (isFull || lines.length === 0) lines.push([]);
    used = (isFull ? 0 : used) + needed;
    lines.at(-1)?.push(axis);
  }
  return lines;
}

function filled(parts: readonly string[], glue: string, fits: (line: string) => boolean): readonly string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1) ?? ""}${glue}${part}`;
    if (lines.length > 0 && fits(longer)) lines.splice(-1, 1, longer);
    else lines.push(part);
  }
  return lines;
}
