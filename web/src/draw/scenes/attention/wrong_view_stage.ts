/** Content and layout of the picture that compares the two ways to split heads. */
import { fitHeight, fitWidth, ofCells, placeParts } from "../../layout/parts.js";
import type { CellSize } from "../../marks/matrix.js";
import { paddingDimmer, rowNameRoom } from "../../marks/token_names.js";
import { tokensOf } from "../../names.js";
import { inputsOf } from "../../operand.js";
import type { Point } from "../../point.js";
import { scaleOf } from "../../scale.js";
import type { SceneInput, StageStep } from "../../scene.js";
import { type Axis, axesOf, columnsOf, type Focus, type Slice, sliceOf } from "../../tensor_view.js";
import { isNarrow, labelSize, monoWidth } from "../../text.js";
import { MAX_CELLS, thin } from "../../thin.js";

export interface Side {
  readonly at: Point;
  readonly code: readonly string[];
  readonly isRight: boolean;
  /** The position of a row's numbers in q: a token, and the piece of its vector. */
  from(row: number): readonly [token: number, piece: number];
  /** The slice that holds the row's numbers, and the row in it. */
  row(row: number): readonly [Slice, number];
}

export function stageOf(input: SceneInput) {
  const { trace, theme } = input;
  const [q, parted] = inputsOf(input);
  const [, heads = 1, rows = 1, k = 1] = parted.shape;
  const shownK = Math.max(1, Math.min(k, Math.floor(MAX_CELLS / heads)));
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
  const namedTokens = { ...axes.q[0], ...(names && { names }) };
  const sizes = { rows: Math.min(rows, MAX_CELLS), heads, shownK };
  const layout = layoutOf(
    input,
    { ...sizes, nameWidth: Math.max(MIN_NAME_WIDTH, rowNameRoom(namedTokens)) },
    code[1][1],
  );
  const drawn = (slice: Slice): Slice => thin(slice, slice.rows.size, shownK);
  const pieces = Array.from({ length: heads }, (_, i) => drawn(columnsOf(sliceOf(q, focus), i * k, k)));
  const headSlice = drawn(sliceOf(parted, focus));
  const sourceInQ = (row: number): readonly [number, number] => {
    const at = head * rows + row;
    return [Math.floor(at / heads), at % heads];
  };
  const wrong: Side = {
    ...{ at: layout.wrong, code: code[0], isRight: false, from: sourceInQ },
    row: (row) => [pieces[sourceInQ(row)[1]] ?? headSlice, sourceInQ(row)[0]],
  };
  const right: Side = {
    ...{ at: layout.right, code: code[1], isRight: true, from: (row) => [row, head] },
    row: (row) => [headSlice, row],
  };
  return {
    ...layout,
    ...{ theme, head, name: q.name, sides: [wrong, right], axes, tokens },
    /** The columns of q that belong to each head. */
    pieces,
    /** The opacity of a token's numbers: padding is dimmed. */
    shade: paddingDimmer(namedTokens, theme) ?? ((): number => 1),
    scale: scaleOf(q, trace.spec.padId, theme),
  };
}

function axesFrom(step: StageStep, from: number): readonly [Axis, Axis] {
  const none = { letter: "1", size: 1 };
  const [rows = none, cols = none] = axesOf(step).slice(from);
  return [rows, cols];
}

/** The least room for a token's name, left of its row. */
const MIN_NAME_WIDTH = 26;
/** Two lines of code over a block, and the line of its axes. */
const HEADER = 56;
/** Only the name and axes of q are above it; the numbers of its heads are below. */
const Q_HEADER = 28;
const FOOT = 16;

/** What is drawn: tokens, heads, how many numbers of a head per token, and the room for the tokens' names. */
type Drawn = Readonly<Record<"rows" | "heads" | "shownK" | "nameWidth", number>>;

/** q is between the wrong and the right view, or above them on a narrow stage. */
function layoutOf(stage: CellSize, drawn: Drawn, code: string) {
  const { rows, heads, shownK, nameWidth } = drawn;
  const [narrow, size] = [isNarrow(stage.width), labelSize(stage.width)];
  const [margin, sideGap] = narrow ? [6, 12] : [14, 36];
  const headGap = heads > 8 ? 2 : 6;
  // The longest line over an outer block; on a narrow stage it starts above the row numbers.
  const outerBlock = ofCells(shownK, monoWidth(code, size) - (narrow ? nameWidth : 0));
  const qParts = { number: nameWidth, q: ofCells(heads * shownK), headGaps: (heads - 1) * headGap };
  const [left, right] = [
    { wrongNumber: nameWidth, wrong: outerBlock, gap: sideGap },
    { rightNumber: nameWidth, right: outerBlock },
  ];
  const outer = { ...left, ...right };
  const row = { ...left, ...qParts, sideGap, ...right };
  const [upper, lower] = narrow ? [qParts, outer] : [row, row];
  const cellWidth = Math.min(...[upper, lower].map((parts) => fitWidth(stage.width - 2 * margin, parts)));
  const width = Math.max(1, Math.floor(2 * cellWidth) / 2);
  const blocksDown = narrow ? 2 : 1;
  const free = stage.height - margin - HEADER - FOOT - (narrow ? Q_HEADER : 0);
  const gap = Math.min(5, ((narrow ? 0.1 : 0.2) * free) / blocksDown / rows);
  const height = fitHeight(free / blocksDown, { rows: ofCells(rows), gaps: gap * (rows - 1) });
  const blockHeight = rows * height + gap * (rows - 1);
  const y = narrow
    ? Q_HEADER + blockHeight + FOOT + HEADER
    : (stage.height - blockHeight - FOOT + HEADER) / 2;
  const x = { ...placeParts(stage.width, upper, width), ...placeParts(stage.width, lower, width) };
  return {
    ...{ ...drawn, gap, narrow, size, cell: { width, height } },
    /** From one token of q to the next, and from one head to the next. */
    pitch: { width: shownK * width + headGap, height: height + gap },
    q: { x: x.q, y: narrow ? Q_HEADER : y },
    // The wrong view ends where q begins.
    wrong: { x: narrow ? x.wrong : x.gap - shownK * width, y },
    right: { x: x.right, y },
  };
}

type Stage = ReturnType<typeof layoutOf>;

/** The position of a token's piece for `head` in q. */
export const placeInQ = ({ q, pitch }: Stage, token: number, head: number): Point => ({
  x: q.x + head * pitch.width,
  y: q.y + token * pitch.height,
});

export const blockWidth = ({ shownK, cell }: Stage): number => shownK * cell.width;
