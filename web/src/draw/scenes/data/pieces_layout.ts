/** Content and layout of the way from text to ids: a column for each shown token, and the vocabulary between. */
import type { Rect } from "../../layout/rect.js";
import type { CellSize } from "../../marks/cell.js";
import { tokensOf } from "../../names.js";
import type { CellRef } from "../../picture.js";
import type { Scale } from "../../scale.js";
import type { SceneInput } from "../../scene.js";
import { stepOf, valueAt } from "../../tensor_view.js";
import { isNarrow, labelSize, monoWidth, shortened } from "../../text.js";
import type { Theme } from "../../theme.js";
import type { Sweep } from "../pace/sweep.js";

interface PieceToken {
  /** The piece as the vocabulary has it, and as it reads in the sentence. */
  readonly text: string;
  readonly plain: string;
  readonly id: number;
  readonly ref: CellRef;
}

type PiecesContent = ReturnType<typeof contentOf>;
export type PiecesLayout = ReturnType<typeof layoutOf>;

export interface Pieces extends PiecesContent {
  readonly layout: PiecesLayout;
  readonly theme: Theme;
  readonly scale: Scale;
  readonly sweep: Sweep;
  readonly t: number;
}

/** The most tokens shown, one column each. */
const WIDE = 12;
const NARROW = 8;

export function contentOf(input: SceneInput) {
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

export function layoutOf({ width, height }: CellSize, { tokens, entries, hasText, line }: PiecesContent) {
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
export function entryRoom({ entry }: PiecesLayout, row: number): { readonly piece: Rect; readonly id: Rect } {
  const piece = { ...entry, y: entry.y + row * entry.height };
  return { piece, id: { ...piece, x: entry.x + entry.width } };
}
