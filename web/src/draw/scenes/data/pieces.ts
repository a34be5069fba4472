/**
 * From text to ids: the sentence, its pieces, the vocabulary in which each piece finds its id, and the row of ids, before
 * it is padded. Ids that were typed as numbers have no text; the vocabulary then shows their ids alone.
 */

import { lerp, linearPhase, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { between, type Rect } from "../../layout/rect.js";
import { type CellSize, cellMark, fontFor, framedCell } from "../../marks/cells.js";
import { emptyPlace, mono, stroke } from "../../marks/marks.js";
import { tokensOf } from "../../names.js";
import type { CellRef, Mark } from "../../picture.js";
import { idsScale, type Scale } from "../../scale.js";
import type { Scene, SceneInput } from "../../scene.js";
import { stepOf, valueAt } from "../../tensor_view.js";
import { isNarrow, labelSize, monoWidth, shortened } from "../../text.js";
import type { Theme } from "../../theme.js";
import { boxAround, type Sweep, sweepAt } from "../sweep.js";

const CUT = { from: 0.06, to: 0.2 } as const;
const LOOK_UP = { from: 0.22, to: 0.95 } as const;
/** Within a look-up: the piece reaches its entry, the entry's id leaves, and it lands in the row. */
const MOMENT = { found: 0.4, leave: 0.5, land: 0.9 } as const;

export const pieces: Scene = (input, t) => {
  const { theme } = input;
  const content = contentOf(input);
  const layout = layoutOf(input, content);
  const sweep = sweepAt(t, LOOK_UP, content.tokens.length);
  const scene: Pieces = { ...content, layout, theme, t, sweep, scale: idsScale(content.padId, theme) };
  return [
    ...sentenceMarks(scene),
    ...pieceMarks(scene),
    ...vocabularyMarks(scene),
    ...idMarks(scene),
    ...lookUp(scene),
    ...labels(scene),
  ];
};

/** How far the sentence is cut. */
const cutProgress = ({ t }: Pieces): number => phase(t, CUT.from, CUT.to);

/** The sentence as it is read. */
function sentenceMarks({ layout, theme, hasText }: Pieces): Mark[] {
  const { x, y, size, text } = layout.sentence;
  return hasText ? [mono(text, x, y, theme.ink, { size, font: "sans" })] : [];
}

/** A piece moves down from its place in the sentence into its own box; the sign for a space is in the accent colour. */
function pieceMarks(scene: Pieces): Mark[] {
  const { tokens, layout, hasText } = scene;
  const progress = cutProgress(scene);
  if (!hasText || progress <= 0) return [];
  let { x } = layout.sentence;
  return tokens.flatMap((token, i): Mark[] => {
    const width = monoWidth(token.plain, layout.sentence.size);
    const home = { x, y: layout.sentence.y - 10, width: Math.max(width, 8), height: 20 };
    x += width;
    const at = between(home, layout.piece(i), progress);
    return box(scene, at, token.text, progress);
  });
}

/** A piece in a box, its sign for a space in the accent colour. */
function box({ theme }: Pieces, at: Rect, text: string, opacity: number): Mark[] {
  const size = Math.min(16, at.height * 0.6, (at.width * 0.9) / monoWidth(text, 1));
  const style = { fill: theme.paper, ink: theme.ink, text: "" };
  const frame = framedCell(at, style, 0, theme, opacity);
  const spaceSign = /^[\u2581_]/.exec(text)?.[0] ?? "";
  const left = at.x + (at.width - monoWidth(text, size)) / 2;
  const [y, look] = [at.y + at.height / 2, { size, opacity }];
  const word = text.slice(spaceSign.length);
  return [
    frame,
    ...(spaceSign ? [mono(spaceSign, left, y, theme.accent, { ...look, bold: true })] : []),
    ...(word ? [mono(word, left + monoWidth(spaceSign, size), y, theme.ink, look)] : []),
  ];
}

/** The entries that this sentence needs, in the order of their ids, with dots for the entries between. */
function vocabularyMarks(scene: Pieces): Mark[] {
  const { entries, layout, theme, sweep, tokens, scale, hasText } = scene;
  const found = sweep.within > 0 ? tokens[sweep.slow]?.id : undefined;
  return entries.flatMap((entry, row): Mark[] => {
    const { piece, id } = entryRoom(layout, row);
    const isFound = entry.id === found && sweep.within >= MOMENT.found * 0.6;
    const previous = row === 0 ? -1 : (entries[row - 1]?.id ?? -1);
    const style = { ...scale(entry.id), text: String(entry.id) };
    const idCell = framedCell(id, style, fontFor(id, 4), theme);
    const isGap = entry.id > previous + 1 && layout.entry.height > 15;
    return [
      ...(hasText ? box(scene, piece, entry.text, 1) : []),
      idCell,
      ...(isGap ? [mono("⋮", id.x + id.width + 10, id.y, theme.muted, { size: 11, align: "middle" })] : []),
      ...(isFound ? [boxAround({ ...piece, width: id.x + id.width - piece.x }, theme)] : []),
    ];
  });
}

/** The row of ids: each lands from the vocabulary. */
function idMarks(scene: Pieces): Mark[] {
  const { tokens, layout, theme, sweep, scale } = scene;
  return tokens.flatMap((token, i): Mark[] => {
    const at = layout.id(i);
    const progress = sweep.progress(i);
    const shown = sweep.slow === i ? Number(progress >= MOMENT.land) : phase(progress, 0.5, 1);
    const empty = emptyPlace(at, theme.muted, 1 - shown);
    if (shown <= 0) return [empty];
    const mark = framedCell(at, scale(token.id), fontFor(at, 4), theme, shown, token.ref);
    return shown < 1 ? [empty, mark] : [mark];
  });
}

/** A line from the piece to its entry, and the id on its way into the row. */
function lookUp(scene: Pieces): Mark[] {
  const { sweep, tokens, entries, layout, theme, scale, hasText } = scene;
  const { slow, within } = sweep;
  const token = tokens[slow];
  const row = entries.findIndex(({ id }) => id === token?.id);
  if (!token || within <= 0 || within >= MOMENT.land || row < 0) return [];
  const { piece, id } = entryRoom(layout, row);
  const from = layout.piece(slow);
  const [x, y] = [from.x + from.width / 2, from.y + from.height];
  const end = { x: piece.x, y: piece.y + piece.height / 2 };
  const progress = linearPhase(within, 0, MOMENT.found);
  const line = stroke(x, y, lerp(x, end.x, progress), lerp(y, end.y, progress), theme.accent, { width: 1.5 });
  const moved = between(id, layout.id(slow), phase(within, MOMENT.leave, MOMENT.land));
  const number = cellMark(moved, scale(token.id), fontFor(moved, 4), 1, theme.accent, token.ref);
  return [
    ...(hasText ? [boxAround(from, theme), line] : []),
    ...(within > MOMENT.leave ? asFlying([number]) : []),
  ];
}

/** The names of the rows, the usual ones in code. */
function labels({ layout, theme, hasText, hasMore }: Pieces): Mark[] {
  const { labelSize: size, piece, id } = layout;
  const [pieceRow, idRow] = [piece(0), id(0)];
  const look = { size, bold: true, align: "end" } as const;
  const name = (text: string, y: number): Mark => mono(text, layout.left - 10, y, theme.muted, look);
  const more = (at: Rect): Mark =>
    mono("…", layout.right + 8, at.y + at.height / 2, theme.muted, { size: 13 });
  const first = entryRoom(layout, 0);
  return [
    ...(hasText ? [name("text", layout.sentence.y), name("pieces", pieceRow.y + pieceRow.height / 2)] : []),
    name("ids", idRow.y + idRow.height / 2),
    mono("vocabulary", first.id.x + first.id.width + 22, first.id.y + first.id.height / 2, theme.muted, {
      ...{ size, bold: true },
    }),
    ...(hasMore ? [...(hasText ? [more(pieceRow)] : []), more(idRow)] : []),
  ];
}

interface PieceToken {
  /** The piece as the vocabulary has it, and as it reads in the sentence. */
  readonly text: string;
  readonly plain: string;
  readonly id: number;
  readonly ref: CellRef;
}

type PiecesContent = ReturnType<typeof contentOf>;
type PiecesLayout = ReturnType<typeof layoutOf>;

interface Pieces extends PiecesContent {
  readonly layout: PiecesLayout;
  readonly theme: Theme;
  readonly scale: Scale;
  readonly sweep: Sweep;
  readonly t: number;
}

/** The most tokens shown, one column each. */
const WIDE = 12;
const NARROW = 8;

function contentOf(input: SceneInput) {
  const { trace, focus, tokens: words, width } = input;
  const ids = stepOf(trace, "ids");
  const { padId } = trace.spec;
  const batch = Math.min(focus.batch, (ids.shape[0] ?? 1) - 1);
  // Ids that were typed as numbers have none.
  const hasText = (words?.source[batch]?.length ?? 0) > 0;
  const own = (tokensOf(input, "L") ?? []).filter(({ isPadding }) => !isPadding);
  const all = own.map(({ text, at }): PieceToken => {
    const plain = text.replace(/^[\u2581_](?=.)|\u2581/gu, at === 0 ? "" : " ");
    const id = valueAt(ids, [batch, at]);
    return { text, plain, id, ref: { name: "ids", index: [batch, at] } };
  });
  const tokens = all.slice(0, isNarrow(width) ? NARROW : WIDE);
  const distinct = new Map(tokens.map((token) => [token.id, token]));
  // The entries of the vocabulary that the shown tokens need, by id.
  const entries = [...distinct.values()].sort((a, b) => a.id - b.id);
  const joinedText = all.map(({ plain }) => plain).join("");
  // The sentence as it was written.
  const line = words?.lines?.[batch] ?? joinedText;
  return { tokens, entries, hasText, hasMore: all.length > tokens.length, padId, line };
}

const LARGEST = { column: 78, cell: 38, entry: 30 } as const;
const MARGIN = 12;
/** A longer sentence is cut. */
const SMALLEST_TEXT = 13;

function layoutOf({ width, height }: CellSize, { tokens, entries, hasText, line }: PiecesContent) {
  const size = labelSize(width);
  const labelWidth = monoWidth("pieces", size) + 14;
  const columns = Math.max(tokens.length, 1);
  const column = Math.min(LARGEST.column, (width - 2 * MARGIN - labelWidth - 14) / columns);
  const left = (width - columns * column + labelWidth) / 2;
  const shrink = Math.min(1, (height - 2 * MARGIN) / 460);
  const cell = LARGEST.cell * shrink;
  const textWidth = width - left - MARGIN;
  const textSize = Math.max(SMALLEST_TEXT, Math.min(22, textWidth / Math.max(monoWidth(line, 1), 1)));
  const gap = 26 * shrink;
  const textHeight = hasText ? 2 * cell + 2 * gap : 0;
  const free = height - 2 * MARGIN - textHeight - cell - 2 * gap;
  const entryHeight = Math.min(LARGEST.entry, free / Math.max(entries.length, 1));
  const totalHeight = textHeight + entryHeight * entries.length + 2 * gap + cell;
  const y = Math.max(MARGIN, (height - totalHeight) / 2);
  const row =
    (at: number) =>
    (i: number): Rect => ({ x: left + i * column + 2, y: at, width: column - 4, height: cell });
  const entryWidth = Math.min(84, (width - 2 * MARGIN) / 4);
  const vocabularyX = width / 2 - entryWidth;
  return {
    ...{ labelSize: size, left, right: left + columns * column },
    sentence: { x: left + 2, y: y + cell / 2, size: textSize, text: shortened(line, textWidth, textSize) },
    piece: row(y + cell + gap),
    id: row(y + totalHeight - cell),
    /** The first entry of the vocabulary. */
    entry: { x: vocabularyX, y: y + textHeight + gap / 2, width: entryWidth, height: entryHeight },
  };
}

/** An entry of the vocabulary: its piece, and its id at the right. */
function entryRoom({ entry }: PiecesLayout, row: number): { readonly piece: Rect; readonly id: Rect } {
  const piece = { ...entry, y: entry.y + row * entry.height };
  return { piece, id: { ...piece, x: entry.x + entry.width } };
}
