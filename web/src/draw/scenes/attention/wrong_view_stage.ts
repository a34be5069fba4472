/** What the picture of the two ways into heads shows of q and of each way, and where it stands. */
import { fitHeight, fitWidth, ofCells, placeParts } from "../../layout/parts.js";
import type { CellSize } from "../../marks/matrix.js";
import { paddedRows, rowNameRoom } from "../../marks/token_names.js";
import { tokensOf } from "../../names.js";
import { inputsOf } from "../../operand.js";
import type { Place } from "../../place.js";
import { scaleOf } from "../../scale.js";
import type { SceneInput, StageStep } from "../../scene.js";
import { type Axis, axesOf, columnsOf, type Focus, type Slice, sliceOf } from "../../tensor_view.js";
import { isNarrow, labelSize, monoWidth } from "../../text.js";
import { MOST_CELLS, thin } from "../../thin.js";

export interface Side {
  readonly at: Place;
  readonly code: readonly string[];
  readonly isRight: boolean;
  /** Where in q the numbers of a row are: a token, and which piece of that. */
  from(row: number): readonly [token: number, piece: number];
  /** The tensor that has the row's numbers, and which row of it they are. */
  row(row: number): readonly [Slice, number];
}

export function stageOf(input: SceneInput) {
  const { trace, theme } = input;
  const [q, parted] = inputsOf(input);
  const [, heads = 1, rows = 1, k = 1] = parted.shape;
  const shownK = Math.max(1, Math.min(k, Math.floor(MOST_CELLS / heads)));
  const head = Math.min(input.focus.head, heads - 1);
  const focus: Focus = { batch: Math.min(input.focus.batch, (q.shape[0] ?? 1) - 1), head };
  const [b, h, l, d] = parted.axes;
  const code = [
    [`${q.name}.view(${parted.axes.join(", ")})`, `[:, ${head}]`],
    [`${q.name}.view(${b}, ${l}, ${h}, ${d})`, `.transpose(1, 2)[:, ${head}]`],
  ] as const;
  // L and D of q; L and K of the heads.
  const axes = { q: axesFrom(q, 1), heads: axesFrom(parted, 2) };
  const tokens = tokensOf(input, axes.q[0].letter);
  const names = tokens && { axis: 1, tokens, size: 11, dimsPadding: true };
  const drawnTokens = { ...axes.q[0], ...(names && { names }) };
  const sizes = { rows: Math.min(rows, MOST_CELLS), heads, shownK };
  const layout = layoutOf(input, { ...sizes, named: Math.max(NUMBER, rowNameRoom(drawnTokens)) }, code[1][1]);
  const drawn = (slice: Slice): Slice => thin(slice, slice.rows.size, shownK);
  const pieces = Array.from({ length: heads }, (_, i) => drawn(columnsOf(sliceOf(q, focus), i * k, k)));
  const own = drawn(sliceOf(parted, focus));
  const lies = (row: number): readonly [number, number] => {
    const at = head * rows + row;
    return [Math.floor(at / heads), at % heads];
  };
  const wrong: Side = {
    ...{ at: layout.wrong, code: code[0], isRight: false, from: lies },
    row: (row) => [pieces[lies(row)[1]] ?? own, lies(row)[0]],
  };
  const right: Side = {
    ...{ at: layout.right, code: code[1], isRight: true, from: (row) => [row, head] },
    row: (row) => [own, row],
  };
  return {
    ...layout,
    ...{ theme, head, name: q.name, sides: [wrong, right], axes, tokens },
    /** The columns of q that belong to each head. */
    pieces,
    /** The opacity of a token's numbers: padding is dimmed. */
    shade: paddedRows(drawnTokens, theme) ?? ((): number => 1),
    scale: scaleOf(q, trace.spec.padId, theme),
  };
}

function axesFrom(step: StageStep, from: number): readonly [Axis, Axis] {
  const none = { letter: "1", size: 1 };
  const [rows = none, cols = none] = axesOf(step).slice(from);
  return [rows, cols];
}

/** The least room for a token's name, left of its row. */
const NUMBER = 26;
/** Two lines of code over a block, and the line of its axes. */
const HEADER = 56;
/** Only the name and axes of q are above it; the numbers of its heads are below. */
const OWN_HEADER = 28;
const FOOT = 16;

/** What is drawn: tokens, heads, how many numbers of a head per token, and the room for the tokens' names. */
type Drawn = Readonly<Record<"rows" | "heads" | "shownK" | "named", number>>;

/** q stands between the wrong view and the right one, or on a narrow stage above them. */
function layoutOf(stage: CellSize, drawn: Drawn, code: string) {
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

type Stage = ReturnType<typeof layoutOf>;

/** Where a head's numbers of a token begin in q. */
export const inQ = ({ q, step }: Stage, token: number, head: number): Place => ({
  x: q.x + head * step.width,
  y: q.y + token * step.height,
});

export const blockWidth = ({ shownK, cell }: Stage): number => shownK * cell.width;
