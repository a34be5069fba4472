/**
 * Steps that only rearrange heads. (L, D) is one block, (L, H, K) is rows whose columns are split into heads, and (H, L, K) is
 * a stack of matrices, one per head. Every cell keeps its identity.
 */
import { range } from "../../../module/shape.js";
import { cadence, lerp, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { fitHeight, fitWidth, ofCells, placeParts } from "../../layout/parts.js";
import { shapeLine, shapeWidth } from "../../marks/block.js";
import { rowMarks } from "../../marks/cells.js";
import { mono, stroke } from "../../marks/marks.js";
import { axisColor, axisText } from "../../marks/matrix.js";
import { paddingDimmer, rowNameRoom, rowNames } from "../../marks/token_names.js";
import { isNarrow, LARGEST_CELL, labelSize, monoWidth, shortened } from "../../measure.js";
import { operand, sourceOf } from "../../operand.js";
import type { CellSize, Focus, Mark, Point, Scene, SceneInput, StageStep } from "../../picture.js";
import * as tensor from "../../tensor_view.js";
import { sameTensor } from "../cellwise.js";
import { sweepAt, WHOLE_STEP } from "../sweep.js";

/** First cut lines and brackets, then the groups move apart, then the old bracket disappears. */
const MOMENT = {
  ...{ marks: 0.08, lifted: 0.22, marked: 0.36, named: 0.48 },
  ...{ move: 0.3, moved: 0.72, leave: 0.78, left: 0.95 },
} as const;

/**
 * A view gives the same numbers other axes. Splitting heads divides the D columns into H groups of K; merging closes
 * the gaps again. A view of a mask changes nothing: the same tensor under another name.
 */
export const view: Scene = (input, t) => {
  const { step } = input;
  const source = sourceOf(input);
  const splits = step.axes.includes("H");
  if (!splits && !source.axes.includes("H")) return sameTensor(source)(input, t);
  return splits ? groups(input, source, step, t, false) : groups(input, step, source, t, true);
};

/** `joined` is (B, L, D), `parted` is (B, L, H, K). Merging (`closing`) is splitting played backwards. */
function groups(
  input: SceneInput,
  joined: StageStep,
  parted: StageStep,
  t: number,
  closing: boolean,
): Mark[] {
  const [, , count = 1, k = 1] = parted.shape;
  const heads = headsOf(input, parted, count, k);
  const { gap, line, size } = heads;
  const u = closing ? 1 - t : t;
  // How far the heads have split, and the resulting gap between their rows.
  const apart = phase(u, MOMENT.move, MOMENT.moved);
  const rowGap = heads.rowGap * apart;
  const gaps = heads.rowGap * (heads.rows.size - 1);
  const y = heads.y + (gaps * (1 - apart)) / 2 - gaps / 2;
  const bottom = y + heads.blockHeight(rowGap);
  const nowParted = closing ? apart > 0 : apart >= 1;
  const numbered = phase(u, MOMENT.marked, MOMENT.named);
  const at = focusIn(input, parted);
  const blocks = heads.shown.flatMap((head, i) => {
    const x = lerp(heads.headX(head, 0), heads.headX(head), apart);
    // Until the view has its new axes, its cells are those of the step that is joined.
    const slice = nowParted
      ? tensor.sliceOf(parted, at, 1, 3, { 2: head })
      : tensor.columnsOf(tensor.sliceOf(joined, at), head * k, k);
    const block = { x, y, rowGap, head, slice };
    const under = { head, x: heads.headX(head, apart) };
    return [
      ...heads.blockMarks(block),
      ...heads.headNumber(under, bottom, numbered),
      ...(i === 0 ? heads.rowsBracket(block, bottom, true, 1) : []),
    ];
  });

  /** K over a group, one after the other, and between two groups the cut until they have parted. */
  const groupBracket = (head: number, i: number): Mark[] => {
    const bracketProgress = (u - MOMENT.marks - 0.1) / (MOMENT.marked - MOMENT.marks - 0.1);
    const x = heads.headX(head, apart);
    const opacity = phase(cadence(bracketProgress, i, heads.shown.length), 0, 1);
    const cut = x - (apart * gap) / 2;
    const cutLook = { dash: [4, 3], opacity: opacity * (1 - phase(u, 0.6, MOMENT.left)) };
    return [
      ...heads.kBracket({ x, y, head }, opacity),
      ...(i === 0 ? [] : [stroke(cut, y - 2, cut, bottom + 2, input.theme.accent, cutLook)]),
    ];
  };

  // From the outside in: D over all (until it is H × K), H over all, K over each group.
  const from = heads.headX(heads.shown[0] ?? 0, apart);
  const ends = [from, from + heads.width(apart)] as const;
  const d = { letter: joined.axes.at(-1) ?? "D", size: count * k };
  // D stands next to the cells until K needs its place; the title shares a line with its size where both fit.
  const lifted = 2 * phase(u, MOMENT.marks, MOMENT.lifted);
  const names = closing ? ([parted.name, joined.name] as const) : ([joined.name, parted.name] as const);
  const fitsOneLine = monoWidth(`${names[0]} → ${names[1]}  D 000`, size) <= heads.width(0);
  return [
    ...blocks,
    ...heads.overBracket(d, ends, y - 4 - line * lifted, 1 - phase(u, MOMENT.leave, MOMENT.left)),
    ...heads.overBracket(heads.axis, ends, y - 4 - line, phase(u, MOMENT.marked, MOMENT.named)),
    ...heads.shown.flatMap(groupBracket),
    ...heads.renaming(names, from, y, lifted + (fitsOneLine ? 0 : 1), t),
  ];
}

/**
 * transpose(1, 2) changes which of the two axes is the outer one. (L, H, K) in its own order is a stack of rows token by token,
 * each with all its heads; (H, L, K) has the same rows head by head. Each row goes from its place in one stack to that in the other.
 */
export const transpose: Scene = (input, t) => {
  const { step, theme, focus, width } = input;
  const source = sourceOf(input);
  const at = focusIn(input, source);
  const layout = stacksOf(input, source);
  const { one, heads, cell, size, narrow } = layout;
  const [rows, count] = [one.rows.size, heads.length];
  const sweep = sweepAt(t, WHOLE_STEP, rows * count);
  const tokens = one.rows.names?.tokens;
  const { H: headColor = theme.muted } = theme.axes;
  const tokenColor = axisColor(one.rows, theme);
  const shade = paddingDimmer(one.rows, theme) ?? ((): number => 1);

  const stack = (of: StageStep, x: number) => {
    const isByHead = of.axes[1] === "H";
    /** The top of a row: which head of which token. */
    const top = (token: number, head: number): number =>
      layout.y +
      (isByHead ? head * rows + token : token * count + head) * cell.height +
      (isByHead ? head * layout.headGap : token * layout.tokenGap);
    const place = (token: number, head: number) => ({ x, y: top(token, head) });
    const slices = heads.map((head) => ({
      ...layout.windowOf(
        isByHead ? tensor.sliceOf(of, at, 2, 3, { 1: head }) : tensor.sliceOf(of, at, 1, 3, { 2: head }),
      ),
      digits: one.digits,
    }));
    const row = (
      token: number,
      head: number,
      at: Point,
      look: Parameters<typeof rowMarks>[5] = {},
    ): Mark[] => {
      const slice = slices[head];
      return slice ? rowMarks(slice, token, at, cell, one.scale, look) : [];
    };
    const text = (words: string, right: number, y: number, color: string, bold = false): Mark =>
      mono(words, right, y, color, { size, align: "end", bold });
    /** A bracket along each group, with its name: a token or a head. Beside each row is what the other axis says. */
    const names = (): Mark[] => {
      const nameOf = (token: number): string => {
        const word = tokens?.[token]?.text ?? String(tensor.indexIn(one.rows, token));
        return shortened(word, layout.nameWidth, size);
      };
      const within = range(rows).flatMap((token) =>
        range(count).map((head) => {
          const middle = top(token, head) + cell.height / 2;
          return isByHead
            ? text(nameOf(token), x - 9, middle, theme.ink)
            : text(String(heads[head]), x - 9, middle, headColor, heads[head] === focus.head);
        }),
      );
      const groups = isByHead
        ? range(count).map((head) => [String(heads[head]), top(0, head), top(rows - 1, head)] as const)
        : range(rows).map((token) => [nameOf(token), top(token, 0), top(token, count - 1)] as const);
      const around = groups.flatMap(([name, from, to], i) => {
        const color = isByHead ? headColor : tokenColor;
        const left = x - 12 - (isByHead ? layout.nameWidth : layout.headWidth) - 4;
        const isFocused = isByHead && heads[i] === focus.head;
        return [
          {
            ...{
              kind: "rect" as const,
              x,
              y: from,
              width: layout.stackWidth,
              height: to - from + cell.height,
            },
            ...{ stroke: theme.hairline, strokeWidth: 1 },
          },
          stroke(left, from + 1, left, to + cell.height - 1, color, { width: 2.5 }),
          text(name, left - 5, (from + to + cell.height) / 2, isByHead ? headColor : theme.ink, isFocused),
        ];
      });
      return [...within, ...around];
    };
    const caption = (): Mark[] => {
      const axes = tensor.axesOf(of).slice(1);
      const end = x + layout.stackWidth;
      const isShort = monoWidth(of.name, size) + 10 + shapeWidth(axes, size) <= layout.stackWidth;
      const y = layout.y - 5 - size / 2;
      const left = Math.max(4, Math.min(x, width - 4 - monoWidth(of.name, size)));
      return [
        mono(of.name, left, isShort ? y : y - size - 4, theme.ink, { size, bold: true }),
        ...shapeLine(axes, Math.max(end, x + shapeWidth(axes, size) - 30), y, theme, { size }),
      ];
    };
    return { place, row, marks: (): Mark[] => [...names(), ...caption()] };
  };

  const [from, to] = [stack(source, layout.from), stack(step, layout.to)];
  const rowsMarks = range(rows).flatMap((token) =>
    range(count).flatMap((head) => {
      const isByHead = step.axes[1] === "H";
      const progress = sweep.progress(isByHead ? head * rows + token : token * count + head);
      const moved = phase(progress, 0.15, 0.9);
      const [start, end] = [from.place(token, head), to.place(token, head)];
      const opacity = shade(token);
      const here = from.row(
        token,
        head,
        start,
        moved > 0 && moved < 1 ? { outline: theme.accent } : { opacity },
      );
      if (moved <= 0) return here;
      const [x1, x2] = [start.x + layout.stackWidth + 4, start.x + layout.stackWidth + layout.lines];
      const [y1, y2] = [start.y + cell.height / 2, end.y + cell.height / 2];
      const color = heads[head] === focus.head ? headColor : theme.hairline;
      const line = stroke(x1, y1, lerp(x1, x2, moved), lerp(y1, y2, moved), color, {
        width: narrow ? 1 : 1.5,
      });
      if (moved >= 1) return [...here, line, ...to.row(token, head, end, { opacity })];
      const place = { x: lerp(start.x, end.x, moved), y: lerp(start.y, end.y, moved) };
      return [...here, line, ...asFlying(to.row(token, head, place, { outline: theme.accent }))];
    }),
  );
  return [...rowsMarks, ...from.marks(), ...to.marks()];
};

/** Two stacks of the rows of all heads side by side; those of one group stand close together. */
function stacksOf(input: SceneInput, source: StageStep) {
  const { width: stageWidth, height: stageHeight, windows } = input;
  const [size, narrow] = [labelSize(stageWidth), isNarrow(stageWidth)];
  const [rowAxis, headAxis] = source.axes[1] === "H" ? [2, 1] : [1, 2];
  const at = focusIn(input, source);
  const byHead = operand(input, source, tensor.sliceOf(source, at, headAxis, rowAxis), `${source.name} · H`, [
    "head",
    "row",
  ]);
  const one = operand(input, source, tensor.sliceOf(source, at, rowAxis, 3));
  const heads = range(byHead.rows.size).map((i) => tensor.indexIn(byHead.rows, i));
  const [rows, count] = [one.rows.size, heads.length];
  const longest = one.rows.names?.tokens.map(({ text }) => monoWidth(text, size)) ?? [monoWidth("00", size)];
  const nameWidth = Math.min(Math.max(...longest), narrow ? 46 : 84);
  const headWidth = monoWidth(String(Math.max(...heads)), size);
  const beside = nameWidth + headWidth + 24;
  const lines = narrow ? 22 : 76;
  const across = { names: beside, from: ofCells(one.cols.size), lines, beside, to: ofCells(one.cols.size) };
  const width = fitWidth(stageWidth - (narrow ? 8 : 28), across);
  const x = placeParts(stageWidth, across, width);
  const gaps = rows * count > 2 ? Math.min(0.12 * stageHeight, Math.max(rows, count) * 6) : 0;
  const down = { caption: 2 * size + 14, rows: ofCells(rows * count), gaps, foot: narrow ? 4 : 8 };
  const height = fitHeight(stageHeight, down);
  const cell = { width, height };
  one.fitted?.(cell);
  // Fewer heads make the rows higher, not wider.
  byHead.fitted?.({ ...cell, width: LARGEST_CELL.width });
  return {
    ...{ one, heads, cell, size, narrow, nameWidth, headWidth, lines, from: x.from, to: x.to },
    y: placeParts(stageHeight, down, height).rows,
    stackWidth: one.cols.size * width,
    tokenGap: gaps / Math.max(1, rows - 1),
    headGap: gaps / Math.max(1, count - 1),
    /** The part of a head's matrix that is in the windows. */
    windowOf: (slice: tensor.Slice) =>
      tensor.windowed(slice, windows?.spans.row, {
        from: tensor.indexIn(one.cols, 0),
        count: one.cols.size,
      }),
  };
}

const focusIn = ({ focus }: SceneInput, { shape }: StageStep): Focus => ({
  ...{ ...focus, batch: Math.min(focus.batch, (shape[0] ?? 1) - 1) },
});

/** A block of one head's cells; `rowGap` spreads its rows. */
interface Block {
  readonly x: number;
  readonly y: number;
  readonly rowGap: number;
  readonly head: number;
  /** L × K */
  readonly slice: tensor.Slice;
}

/** The layout of `count` heads of `k` columns each side by side, and what is drawn of them. */
function headsOf(input: SceneInput, step: StageStep, count: number, k: number) {
  const { theme, focus, width: stageWidth, height: stageHeight, windows } = input;
  const size = labelSize(stageWidth);
  const narrow = isNarrow(stageWidth);
  const margin = narrow ? 6 : 14;
  const one = operand(input, step, tensor.sliceOf(step, focus, 1, 3));
  const { rows, cols, digits, scale } = one;
  const [from, kShown] = [tensor.indexIn(cols, 0), cols.size];
  // Heads have a window of their own: it is that of the tensor's rows and heads.
  const byHead = operand(input, step, tensor.sliceOf(step, focus, 1, 2), `${step.name} · H`, ["row", "head"]);
  const shown = range(byHead.cols.size).map((i) => tensor.indexIn(byHead.cols, i));
  const heads = shown.length;
  const first = shown[0] ?? 0;
  const axisRoom = Math.max(narrow ? 36 : 44, rowNameRoom(rows) + 2);
  /** Between the heads' columns. */
  const gap = narrow ? 10 : 16;
  const across = { axis: axisRoom, cells: ofCells(heads * kShown), gaps: (heads - 1) * gap };
  const width = fitWidth(stageWidth - 2 * margin, across);
  // A line for the title, one each for D (of a view), H and K; and below every block the number of its head.
  const line = size + 7;
  const top = margin + 4 + 4 * line;
  const free = stageHeight - margin - top - line;
  const down = { rows: ofCells(rows.size) };
  const cell: CellSize = { width, height: Math.max(0.5, fitHeight(free, down)) };
  one.fitted?.(cell);
  byHead.fitted?.(cell);
  const spread = Math.min(4, (free - rows.size * cell.height) / (rows.size - 1));
  /** Between the rows of (L, H, K). */
  const rowGap = Math.max(0, rows.size > 1 ? spread : 0);
  const x = placeParts(stageWidth, across, width).cells;
  const y = top + placeParts(free, down, cell.height, 0).rows;
  const blockWidth = kShown * width;
  const axis = { letter: "H", size: heads, total: count };
  const widthAt = (split = 1): number => heads * blockWidth + split * (heads - 1) * gap;
  /** Left edge of a head's columns when the heads have parted this far; the whole keeps its middle. */
  const headX = (head: number, split = 1): number =>
    x + (widthAt() - widthAt(split)) / 2 + (head - first) * (blockWidth + split * gap);

  const blockMarks = ({ x, y, rowGap, slice }: Block): Mark[] => {
    const drawn = { ...tensor.windowed(slice, windows?.spans.row, { from, count: kShown }), digits };
    const padded = paddingDimmer(rows, theme);
    return range(rows.size).flatMap((row) => {
      const at = { x, y: y + row * (cell.height + rowGap) };
      return rowMarks(drawn, row, at, cell, scale, { opacity: padded?.(row) ?? 1 });
    });
  };

  /** The number of a head under its block; the one in focus is strong, with a line under its whole width. */
  const headNumber = ({ x, head }: Pick<Block, "x" | "head">, bottom: number, opacity = 1): Mark[] => {
    const color = axisColor(axis, theme);
    const bold = head === focus.head;
    const look = { size, align: "middle", bold, opacity } as const;
    const number = mono(String(head), x + blockWidth / 2, bottom + 5 + size / 2, color, look);
    const underline = stroke(x, bottom + 3, x + blockWidth, bottom + 3, color, { width: 2.5, opacity });
    return bold ? [number, underline] : [number];
  };

  /** A bracket over columns with its letter and size at its right end or, where it repeats, in its middle. */
  const overBracket = (
    over: tensor.Axis,
    [from, to]: readonly [from: number, to: number],
    y: number,
    opacity: number,
    { text = axisText(over), align = "end" }: { text?: string; align?: "end" | "middle" } = {},
  ): Mark[] => {
    if (opacity <= 0) return [];
    const [at, color] = [align === "end" ? to : (from + to) / 2, axisColor(over, theme)];
    return [
      stroke(from, y, to, y, color, { opacity }),
      mono(text, at, y - size / 2 - 3, color, { size, align, opacity, of: over.of }),
    ];
  };

  /** A bracket left of rows. */
  const sideBracket = (
    beside: tensor.DrawnAxis,
    x: number,
    [from, to]: readonly [from: number, to: number],
    opacity: number,
    isNamed = true,
  ): Mark[] => {
    if (opacity <= 0) return [];
    const color = axisColor(beside, theme);
    const look = { size, align: "end", opacity, of: beside.of } as const;
    const name = mono(axisText(beside), x - 4, to - size / 2, color, look);
    return [stroke(x, from, x, to, color, { opacity }), ...(isNamed ? [name] : [])];
  };

  /** K over one head's columns. If they are too narrow for its label, only the first head has the label. */
  const kBracket = ({ x, y, head }: Pick<Block, "x" | "y" | "head">, opacity: number): Mark[] => {
    const columns = { letter: "K", size: k };
    const fits = blockWidth >= monoWidth(axisText(columns), size);
    const text = fits || head === first ? axisText(columns) : "";
    const label = { text, align: fits ? "middle" : "end" } as const;
    return overBracket(columns, [x + 1, x + blockWidth - 1], y - 4, opacity, label);
  };

  /** The bracket of the rows (L, S or T) left of a block, with letter, size and tokens if `named`. */
  const rowsBracket = (
    { x, y, rowGap, slice, head }: Block,
    bottom: number,
    named: boolean,
    opacity: number,
  ): Mark[] => {
    const marks = sideBracket(rows, x - 5, [y, bottom], opacity, named && !rows.names);
    if (!named || !rows.names || opacity <= 0) return marks;
    const namesSpec = { x: x - 9, y, cell, rows, cols: slice.cols, ref: slice.ref, theme, opacity };
    const look = { size, align: "end", opacity, of: rows.of } as const;
    const letter = mono(axisText(rows), x - 9, y - 4 - size / 2 - 3, axisColor(rows, theme), look);
    const names = rowNames({ ...namesSpec, drop: (row) => row * rowGap });
    return [...marks, ...(head === first ? [letter] : []), ...names];
  };

  /** "q → q_split" above so many lines of brackets: the new name appears beside the old one and then replaces it. */
  const renaming = (
    [from, to]: readonly [string, string],
    x: number,
    top: number,
    lines: number,
    t: number,
  ) => {
    const y = top - 4 - (lines + 0.5) * line + 1;
    const name = (text: string, at: number, more = {}): Mark =>
      mono(text, at, y, theme.ink, { size, bold: true, ...more });
    if (t <= 0) return [name(from, x)];
    if (t >= 1) return [name(to, x)];
    const after = (characters: number): number => x + monoWidth("0", size) * characters;
    const arrivalOpacity = Math.min(1, t / 0.2);
    const departure = Math.max(0, (t - 0.85) / 0.15);
    const fading = Math.max(0, 1 - 2 * departure);
    const place = lerp(after(from.length + 3), x, departure > 0.5 ? (departure - 0.5) * 2 : 0);
    return [
      name(from, x, { opacity: fading }),
      name("→", after(from.length + 1), { color: theme.muted, opacity: arrivalOpacity * fading }),
      name(to, place, { opacity: arrivalOpacity }),
    ];
  };

  return {
    ...{ shown, rows, cell, x, y, line, gap, rowGap, axis, size },
    ...{ blockMarks, headNumber, overBracket, kBracket, rowsBracket, renaming, headX },
    /** The width of all heads when they have parted this far. */
    width: widthAt,
    /** The height of a block whose rows are spread this far. */
    blockHeight: (rowGap = 0): number => rows.size * cell.height + rowGap * (rows.size - 1),
  };
}
