/** The axis letters in a picture, such as "L 10" over a matrix: where each is, from the top left to the bottom right. */

import { monoWidth } from "../../draw/measure.js";
import type { AxisRef, Picture, Rect } from "../../draw/picture.js";
import type { Theme } from "../../draw/theme.js";

export interface AxisLabel extends Rect {
  readonly letter: string;
  readonly size: string;
  /** Where the letter stands for one axis of one tensor: which. */
  readonly of?: AxisRef | undefined;
}

const LABEL = /^([A-Z]) (\d+)$/;
/** Large enough for a finger, without reaching into the next label. */
const LEAST = 24;

export function axisLabelsOf({ marks }: Picture, { axes }: Pick<Theme, "axes">): AxisLabel[] {
  const labels = marks.flatMap((mark): AxisLabel[] => {
    if (mark.kind !== "text" || (mark.opacity ?? 1) < 0.5) return [];
    const [, letter = "", size = ""] = LABEL.exec(mark.text) ?? [];
    // Text in another colour is a word of a sentence that happens to look like a label.
    if (letter === "" || axes[letter] !== mark.color) return [];
    const written = monoWidth(mark.text, mark.size);
    const left = mark.x - (mark.align === "end" ? written : mark.align === "middle" ? written / 2 : 0);
    const [width, height] = [Math.max(LEAST, written), Math.max(LEAST, mark.size)];
    return [
      { letter, size, of: mark.of, x: left - (width - written) / 2, y: mark.y - height / 2, width, height },
    ];
  });
  return labels.sort((a, b) => a.y - b.y || a.x - b.x);
}
