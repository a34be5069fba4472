/**
 * From text to ids: the sentence, its pieces, the vocabulary in which each piece finds its id, and the row of ids, before
 * it is padded. Ids that were typed as numbers have no text; the vocabulary then shows their ids alone.
 */
import { lerp, linearPhase, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { cellMark, fontFor, framedCell } from "../../marks/cells.js";
import { emptyPlace, mono, stroke } from "../../marks/marks.js";
import { between, isNarrow, labelSize, monoWidth, shortened } from "../../measure.js";
import { tokensOf } from "../../names.js";
import type { CellSize, Mark, Rect, Scene, SceneInput } from "../../picture.js";
import { idsScale } from "../../scale.js";
import { stepOf, valueAt } from "../../tensor_view.js";
import { boxAround, sweepAt } from "../sweep.js";

const CUT = { from: 0.06, to: 0.2 } as const;
const LOOK_UP = { from: 0.22, to: 0.95 } as const;
/** Within a look-up: the piece reaches its entry, the entry's id leaves, and it lands in the row. */
const MOMENT = { found: 0.4, leave: 0.5, land: 0.9 } as const;

export const pieces: Scene = (input, t) => {
  const { theme, trace } = input;
  const content = contentOf(input);
  const { tokens, entries, hasText, hasMore } = content;
  const {
    sentence,
    piece,
    id,
    entryIn,
    left,
    right,
    labelSize: size,
    entryHeight,
  } = layoutOf(input, content);
  const sweep = sweepAt(t, LOOK_UP, tokens.length);
  const { slow, within } = sweep;
  const scale = idsScale(trace.spec.padId, theme);

  /** A piece in a box, its sign for a space in the accent colour. */
  const box = (at: Rect, text: string, opacity: number): Mark[] => {
    const fontSize = Math.min(24, at.height * 0.6, (at.width * 0.9) / monoWidth(text, 1));
    const frame = framedCell(at, { fill: theme.paper, ink: theme.ink, text: "" }, 0, theme, opacity);
    const spaceSign = /^[\u2581_]/.exec(text)?.[0] ?? "";
    const x = at.x + (at.width - monoWidth(text, fontSize)) / 2;
    const [y, look] = [at.y + at.height / 2, { size: fontSize, opacity }];
    const word = text.slice(spaceSign.length);
    return [
      frame,
      ...(spaceSign ? [mono(spaceSign, x, y, theme.accent, { ...look, bold: true })] : []),
      ...(word ? [mono(word, x + monoWidth(spaceSign, fontSize), y, theme.ink, look)] : []),
    ];
  };

  /** The sentence as it is read, and its pieces, which move down from their place in it into their own boxes. */
  const textMarks = (): Mark[] => {
    if (!hasText) return [];
    const progress = phase(t, CUT.from, CUT.to);
    const { y, text } = sentence;
    let { x } = sentence;
    const whole = mono(text, x, y, theme.ink, { size: sentence.size, font: "sans" });
    if (progress <= 0) return [whole];
    const cut = tokens.flatMap((token, i): Mark[] => {
      const width = monoWidth(token.plain, sentence.size);
      const home = { x, y: y - 10, width: Math.max(width, 8), height: 20 };
      x += width;
      return box(between(home, piece(i), progress), token.text, progress);
    });
    return [whole, ...cut];
  };

  /** The entries that this sentence needs, in the order of their ids, with dots for the entries between. */
  const vocabularyMarks = (): Mark[] => {
    const found = within >= MOMENT.found * 0.6 ? tokens[slow]?.id : undefined;
    return entries.flatMap((entry, row): Mark[] => {
      const at = entryIn(row);
      const previous = row === 0 ? -1 : (entries[row - 1]?.id ?? -1);
      const style = { ...scale(entry.id), text: String(entry.id) };
      const isGap = entry.id > previous + 1 && entryHeight > 15;
      const dots = { size: 11, align: "middle" } as const;
      return [
        ...(hasText ? box(at.piece, entry.text, 1) : []),
        framedCell(at.id, style, fontFor(at.id, 4), theme),
        ...(isGap ? [mono("⋮", at.id.x + at.id.width + 10, at.id.y, theme.muted, dots)] : []),
        ...(entry.id === found
          ? [boxAround({ ...at.piece, width: at.id.x + at.id.width - at.piece.x }, theme)]
          : []),
      ];
    });
  };

  /** The row of ids: each lands from the vocabulary. */
  const idMarks = (): Mark[] =>
    tokens.flatMap((token, i): Mark[] => {
      const at = id(i);
      const progress = sweep.progress(i);
      const shown = slow === i ? Number(progress >= MOMENT.land) : phase(progress, 0.5, 1);
      const empty = emptyPlace(at, theme.muted, 1 - shown);
      if (shown <= 0) return [empty];
      const mark = framedCell(at, scale(token.id), fontFor(at, 4), theme, shown, token.ref);
      return shown < 1 ? [empty, mark] : [mark];
    });

  /** A line from the piece to its entry, and the id on its way into the row. */
  const lookUp = (): Mark[] => {
    const token = tokens[slow];
    const row = entries.findIndex((entry) => entry.id === token?.id);
    if (!token || within <= 0 || within >= MOMENT.land || row < 0) return [];
    const [entry, from] = [entryIn(row), piece(slow)];
    const [x, y] = [from.x + from.width / 2, from.y + from.height];
    const progress = linearPhase(within, 0, MOMENT.found);
    const [endX, endY] = [
      lerp(x, entry.piece.x, progress),
      lerp(y, entry.piece.y + entry.piece.height / 2, progress),
    ];
    const moved = between(entry.id, id(slow), phase(within, MOMENT.leave, MOMENT.land));
    const number = cellMark(moved, scale(token.id), fontFor(moved, 4), 1, theme.accent, token.ref);
    return [
      ...(hasText ? [boxAround(from, theme), stroke(x, y, endX, endY, theme.accent, { width: 1.5 })] : []),
      ...(within > MOMENT.leave ? asFlying([number]) : []),
    ];
  };

  /** The names of the rows, the usual ones in code. */
  const labels = (): Mark[] => {
    const look = { size, bold: true } as const;
    const middle = (at: Rect): number => at.y + at.height / 2;
    const name = (text: string, y: number): Mark =>
      mono(text, left - 10, y, theme.muted, { ...look, align: "end" });
    const more = (at: Rect): Mark => mono("…", right + 8, middle(at), theme.muted, { size: 13 });
    const [first, pieceRow, idRow] = [entryIn(0).id, piece(0), id(0)];
    return [
      ...(hasText ? [name("text", sentence.y), name("pieces", middle(pieceRow))] : []),
      name("ids", middle(idRow)),
      mono("vocabulary", first.x + first.width + 22, middle(first), theme.muted, look),
      ...(hasMore ? [...(hasText ? [more(pieceRow)] : []), more(idRow)] : []),
    ];
  };

  return [...textMarks(), ...vocabularyMarks(), ...idMarks(), ...lookUp(), ...labels()];
};

/** The most tokens shown, one column each. */
const WIDE = 12;
const NARROW = 8;

function contentOf(input: SceneInput) {
  const { trace, focus, tokens: words, width } = input;
  const ids = stepOf(trace, "ids");
  const batch = Math.min(focus.batch, (ids.shape[0] ?? 1) - 1);
  // Ids that were typed as numbers have none.
  const hasText = (words?.source[batch]?.length ?? 0) > 0;
  const own = (tokensOf(input, "L") ?? []).filter(({ isPadding }) => !isPadding);
  // A piece as the vocabulary has it, and as it reads in the sentence.
  const all = own.map(({ text, at }) => {
    const plain = text.replace(/^[\u2581_](?=.)|\u2581/gu, at === 0 ? "" : " ");
    return { text, plain, id: valueAt(ids, [batch, at]), ref: { name: "ids", index: [batch, at] } };
  });
  const tokens = all.slice(0, isNarrow(width) ? NARROW : WIDE);
  const distinct = new Map(tokens.map((token) => [token.id, token]));
  // The entries of the vocabulary that the shown tokens need, by id.
  const entries = [...distinct.values()].sort((a, b) => a.id - b.id);
  // The sentence as it was written.
  const line = words?.lines?.[batch] ?? all.map(({ plain }) => plain).join("");
  return { tokens, entries, hasText, hasMore: all.length > tokens.length, line };
}

const LARGEST = { column: 120, cell: 56, entry: 46 } as const;
const MARGIN = 12;
/** A longer sentence is cut. */
const SMALLEST_TEXT = 13;

/** A column for each shown token, and the vocabulary between. */
function layoutOf(
  { width, height }: CellSize,
  { tokens, entries, hasText, line }: ReturnType<typeof contentOf>,
) {
  const size = labelSize(width);
  const labelWidth = monoWidth("pieces", size) + 14;
  const columns = Math.max(tokens.length, 1);
  const column = Math.min(LARGEST.column, (width - 2 * MARGIN - labelWidth - 14) / columns);
  const left = (width - columns * column + labelWidth) / 2;
  const shrink = Math.min(1, (height - 2 * MARGIN) / 560);
  const cell = LARGEST.cell * shrink;
  const textWidth = width - left - MARGIN;
  const textSize = Math.max(SMALLEST_TEXT, Math.min(30, textWidth / Math.max(monoWidth(line, 1), 1)));
  const gap = 26 * shrink;
  const textHeight = hasText ? 2 * cell + 2 * gap : 0;
  const free = height - 2 * MARGIN - textHeight - cell - 2 * gap;
  const entryHeight = Math.min(LARGEST.entry, free / Math.max(entries.length, 1));
  const totalHeight = textHeight + entryHeight * entries.length + 2 * gap + cell;
  const y = Math.max(MARGIN, (height - totalHeight) / 2);
  const row =
    (at: number) =>
    (i: number): Rect => ({ x: left + i * column + 2, y: at, width: column - 4, height: cell });
  const entryWidth = Math.min(150, (width - 2 * MARGIN) / 4);
  const entry = { x: width / 2 - entryWidth, width: entryWidth, height: entryHeight };
  return {
    ...{ labelSize: size, left, right: left + columns * column, entryHeight },
    sentence: { x: left + 2, y: y + cell / 2, size: textSize, text: shortened(line, textWidth, textSize) },
    piece: row(y + cell + gap),
    id: row(y + totalHeight - cell),
    /** An entry of the vocabulary: its piece, and its id at the right. */
    entryIn: (i: number): { readonly piece: Rect; readonly id: Rect } => {
      const piece = { ...entry, y: y + textHeight + gap / 2 + i * entryHeight };
      return { piece, id: { ...piece, x: entry.x + entry.width } };
    },
  };
}
