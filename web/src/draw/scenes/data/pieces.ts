/**
 * From text to ids: the sentence, its pieces, the vocabulary in which each piece finds its id, and the row of ids, before
 * it is padded. Ids that were typed as numbers have no text; the vocabulary then shows their ids alone.
 */
import { lerp, linearPhase, phase } from "../../../timeline/easing.js";
import { asFlying } from "../../flight.js";
import { between, type Rect } from "../../layout/rect.js";
import { cellMark, fontFor, framedCell } from "../../marks/cell.js";
import { emptyPlace, mono, stroke } from "../../marks/marks.js";
import type { Mark } from "../../picture.js";
import { idsScale } from "../../scale.js";
import type { Scene } from "../../scene.js";
import { monoWidth } from "../../text.js";
import { boxAround } from "../pace/row_box.js";
import { sweepAt } from "../pace/sweep.js";
import { contentOf, entryRoom, layoutOf, type Pieces } from "./pieces_layout.js";

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
