/**
 * What was changed by hand, over any picture: a frame around each number that was set, a dot in each that is different because of
 * it, and in cells with room the number that stood there before, struck out.
 */
import type { Trace } from "../module/types.js";
import { isChanged } from "../spec/changes.js";
import { differs } from "./compare.js";
import { mono, stroke } from "./marks/marks.js";
import { monoWidth } from "./measure.js";
import type { CellMark, CellRef, Mark, Picture } from "./picture.js";
import { digits } from "./scale.js";
import { valueAt } from "./tensor_view.js";
import type { Theme } from "./theme.js";

/** Of the smallest cell that has room for the number before. */
const ROOM = { width: 44, height: 38 };
const BEFORE_SIZE = 11;
const DOT = 5;
const INSET = 3;

/** The number of a cell before the changes; undefined where it is still the same. */
export function numberBefore(trace: Trace, before: Trace, { name, index }: CellRef): number | undefined {
  const [step, other] = [trace, before].map(({ steps }) => steps.find((one) => one.name === name));
  if (!step || !other) return undefined;
  const number = valueAt(other, index);
  return differs(number, valueAt(step, index)) ? number : undefined;
}

export function withChanges(
  picture: Picture,
  trace: Trace,
  before: Trace | undefined,
  theme: Theme,
): Picture {
  if (!before) return picture;
  const marks = picture.marks.flatMap((mark): Mark[] =>
    mark.kind === "cell" && mark.ref && mark.text && !mark.flies && (mark.opacity ?? 1) > 0.3
      ? [mark, ...signs(mark, mark.ref, trace, before, theme)]
      : [mark],
  );
  return { ...picture, marks };
}

function signs(cell: CellMark, ref: CellRef, trace: Trace, before: Trace, theme: Theme): Mark[] {
  const { x, y, width, height, opacity = 1 } = cell;
  const number = numberBefore(trace, before, ref);
  const isSet = isChanged(trace, ref.name, ref.index);
  const ink = cell.textColor ?? theme.ink;
  const marks: Mark[] = [];
  if (isSet)
    marks.push({
      ...{ kind: "rect", x: x + 1, y: y + 1, width: width - 2, height: height - 2 },
      ...{ stroke: ink, strokeWidth: 2, radius: 1, opacity },
    });
  if (number === undefined) return marks;
  if (!isSet)
    marks.push({
      ...{ kind: "rect", x: x + width - INSET - DOT, y: y + INSET, width: DOT, height: DOT },
      ...{ fill: ink, radius: DOT / 2, opacity },
    });
  if (width < ROOM.width || height < ROOM.height) return marks;
  const text = digits(number);
  const [left, middle] = [x + INSET + 2, y + INSET + BEFORE_SIZE / 2 + 1];
  const end = left + monoWidth(text, BEFORE_SIZE);
  return [
    ...marks,
    mono(text, left, middle, ink, { size: BEFORE_SIZE, opacity }),
    stroke(left, middle, end, middle, ink, { width: 1, opacity }),
  ];
}
