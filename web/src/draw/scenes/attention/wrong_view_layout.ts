/** Where the two ways into heads stand: q between them, or on a narrow stage above them. */
import { fitHeight, fitWidth, ofCells, placeParts } from "../../layout/parts.js";
import type { CellSize } from "../../marks/matrix.js";
import type { Place } from "../../place.js";
import { isNarrow, labelSize, monoWidth } from "../../text.js";

/** The least room for a token's name, left of its row. */
export const NUMBER = 26;
/** Two lines of code over a block, and the line of its axes. */
const HEADER = 56;
/** Only the name and axes of q are above it; the numbers of its heads are below. */
const OWN_HEADER = 28;
const FOOT = 16;

/** What is drawn: tokens, heads, how many numbers of a head per token, and the room for the tokens' names. */
type Drawn = Readonly<Record<"rows" | "heads" | "shownK" | "named", number>>;
type Layout = ReturnType<typeof layoutOf>;

/** Where q, the wrong view and the right one stand: q between the two, or on a narrow stage above them. */
export function layoutOf(stage: CellSize, drawn: Drawn, code: string) {
  const { rows, heads, shownK, named } = drawn;
  const [narrow, size] = [isNarrow(stage.width), labelSize(stage.width)];
  const [margin, apart] = narrow ? [6, 12] : [14, 36];
  const headGap = heads > 8 ? 2 : 6;
  // The longest line over an outer block; on a narrow stage it starts above the row numbers.
  const side = ofCells(shownK, monoWidth(code, size) - (narrow ? named : 0));
  const own = { number: named, q: ofCells(heads * shownK), headGaps: (heads - 1) * headGap };
  const [left, right] = [
    { wrongNumber: named, wrong: side, gap: apart },
    { rightNumber: named, right: side },
  ];
  const outer = { ...left, ...right };
  const line = { ...left, ...own, apart, ...right };
  const [upper, lower] = narrow ? [own, outer] : [line, line];
  const most = Math.min(...[upper, lower].map((parts) => fitWidth(stage.width - 2 * margin, parts)));
  const width = Math.max(1, Math.floor(2 * most) / 2);
  const tokens = narrow ? 2 : 1;
  const free = stage.height - margin - HEADER - FOOT - (narrow ? OWN_HEADER : 0);
  const gap = Math.min(5, ((narrow ? 0.1 : 0.2) * free) / tokens / rows);
  const height = fitHeight(free / tokens, { rows: ofCells(rows), gaps: gap * (rows - 1) });
  const tall = rows * height + gap * (rows - 1);
  const y = narrow ? OWN_HEADER + tall + FOOT + HEADER : (stage.height - tall - FOOT + HEADER) / 2;
  const x = { ...placeParts(stage.width, upper, width), ...placeParts(stage.width, lower, width) };
  return {
    ...{ ...drawn, gap, narrow, size, cell: { width, height } },
    /** From one token of q to the next, and from one head to the next. */
    step: { width: shownK * width + headGap, height: height + gap },
    q: { x: x.q, y: narrow ? OWN_HEADER : y },
    // The wrong view ends where q begins.
    wrong: { x: narrow ? x.wrong : x.gap - shownK * width, y },
    right: { x: x.right, y },
  };
}

/** Where a head's numbers of a token begin in q. */
export const inQ = ({ q, step }: Layout, token: number, head: number): Place => ({
  x: q.x + head * step.width,
  y: q.y + token * step.height,
});

export const blockWidth = ({ shownK, cell }: Layout): number => shownK * cell.width;
