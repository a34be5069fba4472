/**
 * Pad: ragged rows of token ids become one tensor. The rows are measured, the longest sets L, and each shorter row is
 * filled with padId at its end: ids[b, l] = sequence[b][l], or padId from its length on. Every id stands below its word.
 */
import { phase } from "../../../timeline/easing.js";
import { ofCells, placeOnStage } from "../../layout/parts.js";
import { bandAbove, block, focusBar, ROW_LABEL_ROOM } from "../../marks/block.js";
import { emptyPlace, mono, stroke } from "../../marks/marks.js";
import { isNarrow, labelSize, monoSize, monoWidth, SMALLEST_LABEL, shortened } from "../../measure.js";
import { tokensOf } from "../../names.js";
import { type Operand, operand } from "../../operand.js";
import type { Mark, Point, Scene, SceneInput } from "../../picture.js";
import { indexIn, type Slice, sliceOf } from "../../tensor_view.js";
import type { Theme } from "../../theme.js";
import { everyCell, sweepAt } from "../sweep.js";

const MEASURE = { from: 0.05, to: 0.22 } as const;
const LONGEST = { from: 0.22, to: 0.32 } as const;
const FILL = { from: 0.34, to: 0.88 } as const;
const CLOSE = { from: 0.9, to: 1 } as const;
/** Within a row: its missing cells are counted, then they appear. */
const COUNTED = { slow: 0.4, fast: 0.3 } as const;

export const pad: Scene = (input, t) => {
  const { trace, step, focus, theme, width } = input;
  const slice = operand(input, step, sliceOf(step, focus, 0, 1));
  const { names: _, ...unnamed } = slice.cols;
  const [firstRow, firstCol] = [indexIn(slice.rows, 0), indexIn(slice.cols, 0)];
  const sequences = (step.name === "target_ids" ? trace.spec.target : trace.spec.sequences) ?? [];
  const allLengths = sequences.map((row) => row.length);
  const { cell, gap, word, wordSize, entries, x, y, rule } = layoutOf(input, slice, allLengths);
  const longest = slice.whole.cols.size;
  /** The lengths of the rows in the window, and where each row of the window ends. */
  const lengths = allLengths.slice(firstRow, firstRow + slice.rows.size);
  const end = Math.min(longest, firstCol + slice.cols.size);
  const shortRows = [...lengths.keys()].filter((row) => (lengths[row] ?? 0) < longest);
  const sweep = sweepAt(t, FILL, shortRows.length);
  const slowRow = shortRows[sweep.slow] ?? -1;
  const closed = phase(t, CLOSE.from, CLOSE.to);
  const rank = new Map(shortRows.map((row, i) => [row, i]));
  const progress = (row: number): number => {
    const i = rank.get(row);
    return i === undefined ? 0 : sweep.progress(i);
  };
  const countedAt = (row: number): number => (row === slowRow ? COUNTED.slow : COUNTED.fast);
  /** How far a row is still shifted down, and its top. */
  const spread = (row: number): number => row * gap * (1 - closed) + (row + 1) * word;
  const top = (row: number): number => y + row * cell.height + spread(row);
  /** How far a cell has appeared: tokens are there from the start, missing cells come one after the other. */
  const appeared = (row: number, drawnCol: number): number => {
    const col = firstCol + drawnCol;
    const length = lengths[row] ?? 0;
    const start = countedAt(row);
    const each = (1 - start) / (longest - length);
    const from = start + (col - length) * each;
    return col < length ? 1 : phase(progress(row), from, from + each);
  };

  /** The words of a row, each above its id. */
  const wordsOf = (_: number, row: number): Mark[] => {
    if (word === 0) return [];
    const inRow = { ...input, focus: { ...focus, batch: firstRow + row } };
    return (tokensOf(inRow, step.axes[1] ?? "L") ?? [])
      .slice(firstCol, end)
      .map(({ text, isPadding }, col) =>
        mono(
          shortened(text, cell.width - 4, wordSize),
          x + (col + 0.5) * cell.width,
          top(row) - word / 2,
          isPadding ? theme.muted : theme.ink,
          { size: wordSize, align: "middle", opacity: appeared(row, col) },
        ),
      );
  };

  /** A hairline around each row while it is still a separate list. */
  const lists = (): Mark[] =>
    lengths.map((length, row) => {
      let cells = Math.max(0, Math.min(end, length) - firstCol);
      for (let col = Math.max(length, firstCol); col < end; col++)
        cells += Number(appeared(row, col - firstCol) >= 1);
      const size = { width: Math.max(4, cells * cell.width), height: cell.height };
      const outline = { stroke: theme.hairline, strokeWidth: 1, opacity: word > 0 ? 1 : 1 - closed };
      return { kind: "rect", x, y: top(row), ...size, ...outline };
    });

  /** L = max(8, 5, 10, 4, 9) = 10, a line at that length, and the places of what is missing before it. */
  const longestMarks = (): Mark[] => {
    const opacity = phase(t, LONGEST.from, LONGEST.to);
    const letter = step.axes[1] ?? "L";
    if (opacity <= 0)
      return [mono(`${letter} = ?`, width / 2, rule, theme.muted, { size: 16, align: "middle" })];
    const color = theme.axes[letter] ?? theme.ink;
    const fullText = `${letter} = max(${allLengths.join(", ")}) = ${longest}`;
    const room = width - 24;
    const text = monoWidth(fullText, 11) <= room ? fullText : `${letter} = max(…) = ${longest}`;
    const lineX = x + slice.cols.size * cell.width + 2;
    const bottom = top(lengths.length - 1) + cell.height + 4;
    const dashed = { dash: [4, 4], opacity: opacity * (1 - closed) };
    const missing = lengths.flatMap((length, row): Mark[] => {
      const from = Math.max(length, firstCol);
      const place = { x: x + (from - firstCol) * cell.width, y: top(row), height: cell.height };
      return from < end
        ? [emptyPlace({ ...place, width: (end - from) * cell.width }, theme.muted, opacity * (1 - closed))]
        : [];
    });
    return [
      ...missing,
      mono(text, width / 2, rule, color, { size: monoSize(text, room, 16), align: "middle", opacity }),
      ...(closed < 1 ? [stroke(lineX, top(0) - 4, lineX, bottom, color, dashed)] : []),
    ];
  };

  /** A row's length after it; in a short row it is replaced by the number of missing cells. */
  const countOf = (length: number, row: number): Mark[] => {
    const from = MEASURE.from + (row / lengths.length) * 0.12;
    const shown = Math.min(phase(t, from, from + 0.05), 1 - closed);
    if (shown <= 0 || cell.height < 11) return [];
    const missing = phase(progress(row), 0, countedAt(row));
    const count = (text: string, bold: boolean, strong: string, opacity: number): Mark[] => {
      const look = { size: labelSize(width), bold, opacity: shown * opacity };
      const middle = top(row) + 0.5 * cell.height;
      const color = bold ? strong : theme.muted;
      return opacity > 0 ? [mono(text, x + slice.cols.size * cell.width + 12, middle, color, look)] : [];
    };
    return [
      ...count(String(length), length === longest, theme.ink, 1 - 2 * missing),
      ...count(missingText(longest, length, width), row === slowRow, theme.accent, 2 * missing - 1),
    ];
  };

  return [
    ...entries(theme),
    ...block({
      // The words stand above their ids already.
      ...{ ...slice, cols: word > 0 ? unnamed : slice.cols },
      ...{ x, y, cell, theme, title: step.name },
      shown: appeared,
      ...{ framed: closed >= 1 && word === 0, labelled: closed, ...(word > 0 && { drop: spread }) },
      shift: (row, col) => [row === slowRow ? 14 * (1 - appeared(row, col)) : 0, word > 0 ? 0 : spread(row)],
      lit: (row, col) => row === slowRow && firstCol + col >= (lengths[row] ?? 0) && appeared(row, col) > 0,
    }),
    ...(closed < 1 || word > 0 ? lists() : []),
    ...lengths.flatMap(wordsOf),
    ...focusBar(x, y + spread(focus.batch - firstRow), focus.batch, slice.rows, cell, theme),
    ...longestMarks(),
    ...lengths.flatMap(countOf),
  ];
};

/** The rows with their lengths after them, below the line that computes the maximum, and the vocabulary below them. */
function layoutOf(input: SceneInput, { rows, cols, whole }: Operand, lengths: readonly number[]) {
  const { width, height, step, tokens } = input;
  const longest = Math.max(...lengths);
  const counts = lengths.map((length) => missingText(longest, length, width));
  const countWidth = Math.max(...counts.map((count) => monoWidth(count, labelSize(width)))) + 16;
  // Between the rows while they are still separate lists.
  const gap = rows.size < 2 ? 0 : Math.min(8, (height * 0.12) / (rows.size - 1));
  /** Above each row. */
  const word = tokens ? Math.min(44, (0.25 * height) / rows.size) : 0;
  const vocabulary = vocabularyOf(input, whole, rows.size);
  const across = { side: isNarrow(width) ? 36 : ROW_LABEL_ROOM, ids: ofCells(cols.size), countWidth };
  const downOf = (cellWidth: number) => ({
    ...{ rule: 34, band: bandAbove(step.name, { rows, cols }, cellWidth * cols.size) },
    ...{ ids: ofCells(rows.size), gaps: gap * (rows.size - 1) + word * rows.size },
    vocabulary: vocabulary.height,
  });
  const { cell, x, y } = placeOnStage({ width, height }, [6, 10], across, downOf);
  const words = [...(tokens?.source ?? []), ...(tokens?.target ?? [])].flat();
  const widest = Math.max(1, ...words.map((text) => monoWidth(text, 1)));
  return {
    ...{ cell, gap, word, x: x.ids, y: y.ids, rule: y.rule + 17 },
    /** The words of all sentences have one size. */
    wordSize: Math.max(SMALLEST_LABEL, Math.min(24, word * 0.62, (cell.width - 4) / widest)),
    entries: (theme: Theme) =>
      vocabulary.marks({ x: Math.min(x.ids, ROW_LABEL_ROOM + 8), y: y.vocabulary }, theme),
  };
}

/** The words that the model knows, each with its id; those of the sentences stand out. It has room below one or two sentences. */
function vocabularyOf({ width, height, tokens }: SceneInput, ids: Slice, sentences: number) {
  const names = tokens?.numbers?.["embedding.weight"]?.[0]?.names ?? [];
  const known = names.map((name, id) => ({ name, id })).filter(({ name }) => name.includes(" "));
  if (isNarrow(width) || sentences > 2 || known.length === 0) return { height: 0, marks: () => [] };
  const room = width - ROW_LABEL_ROOM - 40;
  const free = (sentences === 1 ? 0.42 : 0.24) * height;
  const inLines = (size: number) => {
    const column = Math.max(...known.map(({ name }) => monoWidth(name, size))) + 22;
    const columns = Math.min(known.length, Math.max(1, Math.floor(room / column)));
    const lines = Math.ceil(known.length / columns);
    return { size, columns, lines, line: Math.min(2.2 * size, free / lines) };
  };
  const fits = [21, 18, 16, 14].map(inLines).find(({ line, size }) => line >= 1.6 * size);
  const { size, columns, lines, line } = fits ?? inLines(13);
  const read = new Set(everyCell(ids, (row, col) => [ids.value(row, col)]));
  return {
    height: line * lines + 34,
    marks: ({ x, y }: Point, theme: Theme): Mark[] => [
      mono("vocabulary", x, y + 22, theme.muted, { size: 13, bold: true }),
      ...known.map(({ name, id }, i) => {
        const [left, top] = [
          x + (i % columns) * (room / columns),
          y + 34 + (Math.floor(i / columns) + 0.5) * line,
        ];
        const isRead = read.has(id);
        return mono(name, left, top, isRead ? theme.accent : theme.muted, { size, bold: isRead });
      }),
    ],
  };
}

/** How many cells a row lacks; abbreviated on a narrow stage, so that the ids keep room for their digits. */
const missingText = (longest: number, length: number, width: number): string =>
  isNarrow(width) ? `+${longest - length}` : `${longest} − ${length} = ${longest - length}`;
