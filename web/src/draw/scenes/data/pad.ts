/**
 * Pad: ragged rows of token ids become one tensor. The rows are measured, the longest sets L, and each shorter row is
 * filled with padId at its end: ids[b, l] = sequence[b][l], or padId from its length on.
 */
import { phase } from "../../../timeline/easing.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { monoSize } from "../../layout/rect.js";
import { tokenIdScale } from "../../marks/arithmetic_line.js";
import { bandAbove, block, focusBar, ROW_LABEL_ROOM } from "../../marks/block.js";
import { mono, stroke } from "../../marks/marks.js";
import { withTokenNames } from "../../names.js";
import type { Mark } from "../../picture.js";
import type { Scene, SceneInput } from "../../scene.js";
import { type Slice, sliceOf } from "../../tensor_view.js";
import { isNarrow, monoWidth } from "../../text.js";
import { sweepAt } from "../sweep.js";

const MEASURE = { from: 0.05, to: 0.22 } as const;
const LONGEST = { from: 0.22, to: 0.32 } as const;
const FILL = { from: 0.34, to: 0.88 } as const;
const CLOSE = { from: 0.9, to: 1 } as const;
/** Within a slow row: its missing cells are counted, then they appear. */
const COUNTED = 0.4;

type Stage = ReturnType<typeof layoutOf> & ReturnType<typeof fillingOf> & { readonly input: SceneInput };

export const pad: Scene = (input, t) => {
  const { trace, step, focus, theme } = input;
  const slice = withTokenNames(input, step, sliceOf(step, focus, 0, 1));
  const layout = layoutOf(input, slice);
  const stage = { ...layout, ...fillingOf(input, slice, layout.gap, t), input };
  const { cell, x, y, lengths, slowRow, closed, spread, appeared } = stage;
  const isMissing = (row: number, col: number): boolean => col >= (lengths[row] ?? 0);
  return [
    ...block({
      ...slice,
      ...{ x, y, cell, theme, title: step.name },
      scale: tokenIdScale(trace.spec.padId, cell, theme),
      framed: closed >= 1,
      labelled: closed,
      shown: appeared,
      shift: (row, col) => [row === slowRow ? 14 * (1 - appeared(row, col)) : 0, spread(row)],
      lit: (row, col) => row === slowRow && isMissing(row, col) && appeared(row, col) > 0,
    }),
    ...lists(stage),
    focusBar(x, y + spread(focus.batch), focus.batch, cell, theme),
    ...longestMarks(stage, phase(t, LONGEST.from, LONGEST.to)),
    ...lengths.flatMap((_, row) => countOf(stage, row, t)),
  ];
};

/** The progress of the lists towards one tensor. */
function fillingOf(input: SceneInput, slice: Slice, gap: number, t: number) {
  const lengths = lengthsOf(input);
  const longest = slice.cols.size;
  const shortRows = [...lengths.keys()].filter((row) => (lengths[row] ?? 0) < longest);
  const sweep = sweepAt(t, FILL, shortRows.length);
  const slowRow = shortRows[sweep.slow] ?? -1;
  const closed = phase(t, CLOSE.from, CLOSE.to);
  const countedAt = (row: number): number => (row === slowRow ? COUNTED : 0.3);
  const rank = new Map(shortRows.map((row, i) => [row, i]));
  const progress = (row: number): number => {
    const i = rank.get(row);
    return i === undefined ? 0 : sweep.progress(i);
  };
  return {
    ...{ lengths, longest, slowRow, closed },
    /** How far a row is still shifted down. */
    spread: (row: number): number => row * gap * (1 - closed),
    /** How far the missing cells of a row have been counted. */
    counted: (row: number): number => phase(progress(row), 0, countedAt(row)),
    /** How far a cell has appeared; tokens are there from the start. */
    appeared: (row: number, col: number): number => {
      const length = lengths[row] ?? 0;
      return col < length ? 1 : arrival(progress(row), countedAt(row), col - length, longest - length);
    },
  };
}

const lengthsOf = ({ trace, step }: SceneInput): readonly number[] =>
  ((step.name === "target_ids" ? trace.spec.target : trace.spec.sequences) ?? []).map((row) => row.length);

/** How far the i-th of a row's `missing` padding cells has come: one after the other from `start` on. */
function arrival(progress: number, start: number, i: number, missing: number): number {
  const each = (1 - start) / missing;
  return phase(progress, start + i * each, start + (i + 1) * each);
}

/** A hairline around each row while it is still a separate list. */
function lists({ input: { theme }, cell, x, y, lengths, longest, closed, spread, appeared }: Stage): Mark[] {
  if (closed >= 1) return [];
  const outline = { stroke: theme.hairline, strokeWidth: 1, opacity: 1 - closed };
  return lengths.map((length, row) => {
    let cells = length;
    for (let col = length; col < longest; col++) cells += Number(appeared(row, col) >= 1);
    const size = { width: Math.max(4, cells * cell.width), height: cell.height };
    return { kind: "rect", x, y: y + row * cell.height + spread(row), ...size, ...outline };
  });
}

/** The rows with their lengths after them, below the line that computes the maximum. */
function layoutOf({ width, height, step }: SceneInput, { rows, cols }: Slice) {
  const narrow = isNarrow(width);
  const countWidth = monoWidth(missingText(cols.size, 0, width), narrow ? 11 : 13) + 16;
  // Between the rows while they are still separate lists.
  const gap = rows.size < 2 ? 0 : Math.min(8, (height * 0.12) / (rows.size - 1));
  const across = { side: narrow ? 36 : ROW_LABEL_ROOM, ids: ofCells(cols.size), countWidth };
  const downOf = (cellWidth: number) => ({
    rule: 34,
    band: bandAbove(step.name, { rows, cols }, cellWidth * cols.size),
    ids: ofCells(rows.size),
    gaps: gap * (rows.size - 1),
  });
  const { cell, x, y } = placeOnStage({ width, height }, [6, 10], across, downOf);
  return { cell, gap, x: x.ids, y: y.ids, rule: y.rule + 17 };
}

/** L = max(8, 5, 10, 4, 9) = 10, and a line at that length. */
function longestMarks(stage: Stage, shown: number): Mark[] {
  const { input, cell, x, y, rule, lengths, longest, closed, spread } = stage;
  if (shown <= 0) return [];
  const { step, theme, width } = input;
  const letter = step.axes[1] ?? "L";
  const color = theme.axes[letter] ?? theme.ink;
  const fullText = `${letter} = max(${lengths.join(", ")}) = ${longest}`;
  const room = width - 24;
  const text = monoWidth(fullText, 11) <= room ? fullText : `${letter} = max(…) = ${longest}`;
  const size = monoSize(text, room, 16);
  const marks: Mark[] = [mono(text, width / 2, rule, color, { size, align: "middle", opacity: shown })];
  if (closed >= 1) return marks;
  const lineX = x + longest * cell.width + 2;
  const top = y + spread(0) - 4;
  const bottom = y + lengths.length * cell.height + spread(lengths.length - 1) + 4;
  const dashed = { dash: [4, 4], opacity: shown * (1 - closed) };
  return [...marks, stroke(lineX, top, lineX, bottom, color, dashed)];
}

/** How many cells a row lacks; abbreviated on a narrow stage, so that the ids keep room for their digits. */
const missingText = (longest: number, length: number, width: number): string =>
  isNarrow(width) ? `+${longest - length}` : `${longest} − ${length} = ${longest - length}`;

/** A row's length after it; in a short row it is replaced by the number of missing cells. */
function countOf(stage: Stage, row: number, t: number): Mark[] {
  const { x, y, cell, lengths, longest, slowRow, closed, spread, counted } = stage;
  const { theme, width } = stage.input;
  const from = MEASURE.from + (row / lengths.length) * 0.12;
  const shown = Math.min(phase(t, from, from + 0.05), 1 - closed);
  if (shown <= 0 || cell.height < 11) return [];
  const length = lengths[row] ?? 0;
  const missing = counted(row);
  const size = isNarrow(width) ? 11 : 13;
  const labelX = x + longest * cell.width + 12;
  const middle = y + (row + 0.5) * cell.height + spread(row);
  const count = (text: string, strong: boolean, color: string, opacity: number): Mark[] =>
    opacity > 0 ? [mono(text, labelX, middle, color, { size, bold: strong, opacity: shown * opacity })] : [];
  const [full, slow] = [length === longest, row === slowRow];
  const missingLabel = missingText(longest, length, width);
  return [
    ...count(String(length), full, full ? theme.ink : theme.muted, 1 - 2 * missing),
    ...count(missingLabel, slow, slow ? theme.accent : theme.muted, 2 * missing - 1),
  ];
}
