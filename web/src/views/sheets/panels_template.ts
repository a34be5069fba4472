/**
 * One tensor of two runs in panels beside each other, with a summary below: how many cells differ, where they differ most, and
 * both numbers of the cell under the pointer. A table has the same numbers for keyboards and screen readers.
 */
import { css, html, nothing, type TemplateResult } from "lit";
import {
  type Compared,
  comparedSlice,
  comparePanel,
  differences,
  differencesOf,
  SIDES,
  type Side,
  valuesAt,
} from "../../draw/compare.js";
import { type CellRef, cellAt, type Focus, type Picture, sameRef, type Tokens } from "../../draw/picture.js";
import type { Trace } from "../../module/types.js";
import { coreOfTraces } from "../../store/lesson_runner.js";
import { isCellOf } from "../../store/selection.js";
import { cellName, format, valueText } from "../../words/number_text.js";
import { followWidth, painted } from "../common/canvas.js";
import { boxOnScreen, scaleOnScreen } from "../common/pixel_ratio.js";
import type { VisibleMatrix } from "../common/visible_matrix.js";
import type { SheetActions, SheetModel } from "./sheet.js";

const differenceOf = (a: number, b: number): number =>
  differencesOf(coreOfTraces(), [[a, b]])[0] ?? Number.NaN;

/** How much of the window's height the cells of a panel may take. */
const SHARE = 0.45;

export interface PanelsModel extends Pick<SheetModel, "words" | "theme" | "width"> {
  readonly pair: Compared;
  readonly focus: Focus;
  /** The source of the names of tokens. */
  readonly trace: Trace;
  readonly tokens: Tokens | undefined;
  /** The names of the two runs. */
  readonly names: { readonly asItIs: string; readonly other: string };
  /** The panels that are shown. */
  readonly sides: readonly Side[];
  /** The cell under the pointer or the focus, of this tensor or of another. */
  readonly pointed: CellRef | undefined;
}

export interface PanelsActions extends Pick<SheetActions, "draft" | "measured"> {
  /** Opens a cell of the first panel. */
  readonly openCell?: (cell: CellRef, byKeyboard: boolean) => void;
}

export const panelsStyles = css`
  .compared { container: panels / inline-size; }
  .panels { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 8px 20px; }
  .single { grid-template-columns: minmax(0, 1fr); max-width: 560px; }
  figure { margin: 0; min-width: 0; }
  figcaption { font-size: 13px; font-weight: 600; }
  canvas { display: block; }
  .opens figure:first-child canvas { cursor: pointer; }
  .compared p { margin: 4px 0 0; max-width: 90ch; }
  .compared .pointed { font-size: 13px; color: var(--hu-muted); min-height: 3.4em; }
  @container panels (max-width: 719px) { .panels { grid-template-columns: minmax(0, 1fr); } }
  @container panels (max-width: 519px) { .panels { gap: 16px; } }
`;

const isWhole = ({ sides }: PanelsModel): boolean => sides.length === SIDES.length;

export function panelsTemplate(
  model: PanelsModel,
  { openCell, draft, measured }: PanelsActions,
): TemplateResult {
  const { words, pair, focus, theme, width, sides, trace, tokens } = model;
  const here = model.pointed;
  const pointed = here?.name === pair.asItIs.name && isCellOf(pair.asItIs, here.index) ? here : undefined;
  // Until a cell is pointed at, the cell with the largest difference is marked.
  const marked = pointed ?? (isWhole(model) ? differences(pair, focus).largest : undefined);
  const height = window.innerHeight * SHARE;
  const picture = (side: Side): Picture | undefined =>
    width > 0
      ? comparePanel({
          hu: coreOfTraces(),
          pair,
          side,
          focus,
          theme,
          trace,
          tokens,
          width,
          height,
          pointed: marked,
        })
      : undefined;
  const point = (cell: CellRef | undefined): void => {
    if (cell && !sameRef(cell, pointed)) draft({ pointed: cell });
  };
  const panel = (side: Side, i: number): TemplateResult => {
    const shown = picture(side);
    const onPoint = (event: PointerEvent): void => point(cellUnder(shown, event));
    return html`<figure ${i === 0 ? followWidth(measured) : nothing}>
      <figcaption>${nameOf(model, side)}</figcaption>
      <canvas aria-hidden="true" ${painted(shown, theme.paper)} @pointermove=${onPoint} @pointerdown=${onPoint}
        @click=${(event: MouseEvent) => {
          const cell = cellUnder(shown, event);
          if (cell && side === "asItIs") openCell?.(cell, false);
        }}></canvas>
    </figure>`;
  };
  return html`<div class="compared">
    <div class="panels ${openCell ? "opens" : ""} ${sides.length === 1 ? "single" : ""}">${sides.map(panel)}</div>
    ${isWhole(model) ? html`<p class="summary">${summary(model)}</p>` : nothing}
    <p class="pointed" role="status">${status(model, pointed, openCell !== undefined)}</p>
    <heads-up-grid .words=${words} .matrix=${matrixOf(model)} .caption=${caption(model)}
      @cell-focus=${({ detail: { index } }: CustomEvent<CellRef>) =>
        point(comparedSlice(pair, focus).ref(index[0] ?? 0, index[1] ?? 0))}
      @cell-open=${(event: CustomEvent<CellRef>) => {
        event.stopPropagation();
        if (event.detail.name === "asItIs" && pointed) openCell?.(pointed, true);
      }}></heads-up-grid>
  </div>`;
}

function cellUnder(picture: Picture | undefined, event: MouseEvent): CellRef | undefined {
  const canvas = event.currentTarget as HTMLElement;
  const { left, top } = boxOnScreen(canvas);
  const scale = scaleOnScreen(canvas);
  return picture && cellAt(picture, (event.clientX - left) / scale, (event.clientY - top) / scale)?.ref;
}

const nameOf = ({ words, names }: PanelsModel, side: Side): string =>
  side === "difference" ? format(words.compare.difference, { ...names }) : names[side];

/** A summary in a sentence or two. */
function summary(model: PanelsModel): string {
  const { compare } = model.words;
  const { cells, changed, masked, broken, largest } = differences(model.pair, model.focus);
  if (changed === 0) return format(compare.none, { cells });
  const texts = [format(compare.changed, { cells, changed })];
  if (masked > 0) texts.push(format(compare.masked, { count: masked }));
  if (broken > 0) texts.push(format(compare.broken, { count: broken }));
  if (largest) texts.push(format(compare.largest, factsOf(model, largest)));
  return texts.join(" ");
}

function factsOf({ pair }: PanelsModel, { name, index }: CellRef): Record<string, string> {
  const [a, b] = valuesAt(pair, index);
  const text = (value: number): string => valueText(value, pair.asItIs.dtype);
  return {
    cell: cellName(name, index),
    before: text(a),
    after: text(b),
    difference: text(differenceOf(a, b)),
  };
}

function status(model: PanelsModel, pointed: CellRef | undefined, opens: boolean): string {
  const { compare } = model.words;
  if (!pointed) return !isWhole(model) ? "" : opens ? compare.hint : compare.point;
  const facts = factsOf(model, pointed);
  return isWhole(model) ? format(compare.cell, facts) : `${facts["cell"]} = ${facts["after"]}`;
}

function caption(model: PanelsModel): string {
  const { pair, sides, words, names } = model;
  const { name } = pair.asItIs;
  const [side] = sides;
  if (!isWhole(model) && side) return `${name}: ${nameOf(model, side)}`;
  return format(words.compare.table, { name, ...names });
}

/** The panels beside each other as one table. */
function matrixOf(model: PanelsModel): VisibleMatrix {
  const { pair, sides, focus } = model;
  const { rows, cols, ref } = comparedSlice(pair, focus);
  const at = (col: number): { side: Side; col: number } => ({
    side: sides[Math.floor(col / cols.size)] ?? "other",
    col: col % cols.size,
  });
  return {
    name: pair.asItIs.name,
    dtype: pair.asItIs.dtype,
    rowLetter: rows.letter,
    colLetter: cols.letter,
    rows: rows.size,
    cols: cols.size * sides.length,
    rowHeader: (row) => `${rows.letter} ${row}`,
    colHeader: (col) => `${nameOf(model, at(col).side)}, ${cols.letter} ${at(col).col}`,
    value: (row, col) => {
      const [a, b] = valuesAt(pair, ref(row, at(col).col).index);
      return { asItIs: a, other: b, difference: differenceOf(a, b) }[at(col).side];
    },
    ref: (row, col) => ({ name: at(col).side, index: [row, at(col).col] }),
    place: () => [0, 0],
  };
}
