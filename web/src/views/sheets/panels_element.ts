/**
 * One tensor of two runs in three panels, with a summary below: how many cells differ, where they differ most, and both
 * numbers of the cell under the pointer. A table has the same numbers for keyboards and screen readers.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import {
  type Compared,
  comparedSlice,
  comparePanel,
  difference,
  differences,
  SIDES,
  type Side,
  valuesAt,
} from "../../draw/compare.js";
import { paintOn } from "../../draw/paint/paint.js";
import { type CellRef, cellAt, type Picture } from "../../draw/picture.js";
import type { Tokens } from "../../draw/scene.js";
import type { Focus } from "../../draw/tensor_view.js";
import type { Theme } from "../../draw/theme.js";
import type { Trace } from "../../module/types.js";
import { cellName, fill, valueText } from "../../words/number_text.js";
import type { WholeWords } from "../../words/words.js";
import { boxOnScreen, pixelRatio, scaleOnScreen } from "../common/pixel_ratio.js";
import { reactive } from "../common/reactive.js";
import { SizeController } from "../common/size_controller.js";
import { base } from "../common/styles.js";
import type { VisibleMatrix } from "../common/visible_matrix.js";

/** The detail of a `cell-open`. */
export interface OpenedCell {
  readonly cell: CellRef;
  /** Whether it was opened in the table. */
  readonly byKeyboard: boolean;
}

/** How much of the window's height the cells of a panel may take. */
const SHARE = 0.45;

export class PanelsElement extends LitElement {
  static override properties = {
    ...reactive<PanelsElement>(
      "words",
      "pair",
      "focused",
      "trace",
      "tokens",
      "theme",
      "names",
      "sides",
      "width",
      "pointed",
    ),
    opens: { type: Boolean },
  };
  declare words: WholeWords;
  declare pair: Compared;
  declare focused: Focus;
  /** The source of the names of tokens. */
  declare trace: Trace;
  declare tokens: Tokens | undefined;
  declare theme: Theme;
  /** The names of the two runs. */
  declare names: { readonly asItIs: string; readonly other: string };
  /** The panels that are shown. */
  declare sides: readonly Side[];
  /** Whether a cell of the first panel can be opened. */
  declare opens: boolean;
  declare width: number;
  declare pointed: CellRef | undefined;
  #pictures: readonly Picture[] = [];

  constructor() {
    super();
    new SizeController(this, () => this.#measure());
    this.sides = SIDES;
    this.opens = false;
    this.width = 0;
  }

  static override styles = [
    base,
    css`
      :host { display: block; container: panels / inline-size; }
      .panels { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 8px 20px; }
      .single { grid-template-columns: minmax(0, 1fr); max-width: 560px; }
      figure { margin: 0; min-width: 0; }
      figcaption { font-size: 13px; font-weight: 600; }
      canvas { display: block; }
      .opens figure:first-child canvas { cursor: pointer; }
      p { margin: 4px 0 0; max-width: 90ch; }
      .pointed { font-size: 13px; color: var(--hu-muted); min-height: 3.4em; }
      @container panels (max-width: 719px) { .panels { grid-template-columns: minmax(0, 1fr); } }
      @container panels (max-width: 519px) { .panels { gap: 16px; } }
    `,
  ];

  override willUpdate(): void {
    const { pair, focused: focus, theme, width, sides, trace, tokens } = this;
    // Until a cell is pointed at, the cell with the largest difference is marked.
    const furthest = sides.length === SIDES.length ? differences(pair, focus).largest : undefined;
    const pointed = this.pointed ?? furthest;
    const height = window.innerHeight * SHARE;
    this.#pictures =
      width > 0
        ? sides.map((side) =>
            comparePanel({ pair, side, focus, theme, trace, tokens, width, height, pointed }),
          )
        : [];
  }

  override render(): TemplateResult {
    const { words, sides } = this;
    return html`
      <div class="panels ${this.opens ? "opens" : ""} ${sides.length === 1 ? "single" : ""}">
        ${sides.map(
          (side, i) => html`<figure>
            <figcaption>${this.#nameOf(side)}</figcaption>
            <canvas aria-hidden="true" @pointermove=${(e: PointerEvent) => this.#onPoint(i, e)}
              @pointerdown=${(e: PointerEvent) => this.#onPoint(i, e)}
              @click=${(e: MouseEvent) => this.#onClick(i, e)}></canvas>
          </figure>`,
        )}
      </div>
      ${sides.length === SIDES.length ? html`<p class="summary">${this.#summary()}</p>` : nothing}
      <p class="pointed" role="status">${this.#status()}</p>
      <heads-up-grid .words=${words} .matrix=${this.#matrix()} .caption=${this.#caption()}
        @cell-focus=${(e: CustomEvent<CellRef>) => this.#point(e.detail)}
        @cell-open=${(e: CustomEvent<CellRef>) => {
          e.stopPropagation();
          if (e.detail.name === "asItIs") this.#open(this.pointed, true);
        }}></heads-up-grid>
    `;
  }

  override updated(): void {
    const ratio = pixelRatio(this);
    this.renderRoot.querySelectorAll("canvas").forEach((canvas, i) => {
      const picture = this.#pictures[i];
      if (!picture) return;
      canvas.style.width = `${picture.width}px`;
      canvas.style.height = `${picture.height}px`;
      paintOn(canvas, picture, this.theme.paper, ratio);
    });
  }

  #nameOf(side: Side): string {
    return side === "difference" ? fill(this.words.compare.difference, { ...this.names }) : this.names[side];
  }

  /** A summary in a sentence or two. */
  #summary(): string {
    const { compare } = this.words;
    const { cells, changed, masked, broken, largest } = differences(this.pair, this.focused);
    if (changed === 0) return fill(compare.none, { cells });
    const texts = [fill(compare.changed, { cells, changed })];
    if (masked > 0) texts.push(fill(compare.masked, { count: masked }));
    if (broken > 0) texts.push(fill(compare.broken, { count: broken }));
    if (largest) texts.push(fill(compare.largest, this.#facts(largest)));
    return texts.join(" ");
  }

  #facts({ name, index }: CellRef): Record<string, string> {
    const [a, b] = valuesAt(this.pair, index);
    const text = (value: number): string => valueText(value, this.pair.asItIs.dtype);
    return {
      cell: cellName(name, index),
      before: text(a),
      after: text(b),
      difference: text(difference(a, b)),
    };
  }

  #status(): string {
    const { compare } = this.words;
    const isWhole = this.sides.length === SIDES.length;
    if (!this.pointed) return !isWhole ? "" : this.opens ? compare.hint : compare.point;
    const facts = this.#facts(this.pointed);
    return isWhole ? fill(compare.cell, facts) : `${facts["cell"]} = ${facts["after"]}`;
  }

  #caption(): string {
    const name = this.pair.asItIs.name;
    const [side] = this.sides;
    if (this.sides.length < SIDES.length && side) return `${name}: ${this.#nameOf(side)}`;
    return fill(this.words.compare.table, { name, ...this.names });
  }

  /** The panels beside each other as one table. */
  #matrix(): VisibleMatrix {
    const { pair, sides } = this;
    const { rows, cols, ref } = comparedSlice(pair, this.focused);
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
      colHeader: (col) => `${this.#nameOf(at(col).side)}, ${cols.letter} ${at(col).col}`,
      value: (row, col) => {
        const [a, b] = valuesAt(pair, ref(row, at(col).col).index);
        return { asItIs: a, other: b, difference: difference(a, b) }[at(col).side];
      },
      ref: (row, col) => ({ name: at(col).side, index: [row, at(col).col] }),
      place: () => [0, 0],
    };
  }

  #point({ index: [row = 0, col = 0] }: CellRef): void {
    this.pointed = comparedSlice(this.pair, this.focused).ref(row, col);
  }

  #cellUnder(panel: number, event: MouseEvent): CellRef | undefined {
    const canvas = event.currentTarget as HTMLElement;
    const { left, top } = boxOnScreen(canvas);
    const scale = scaleOnScreen(this);
    const picture = this.#pictures[panel];
    return picture && cellAt(picture, (event.clientX - left) / scale, (event.clientY - top) / scale)?.ref;
  }

  #onPoint(panel: number, event: PointerEvent): void {
    this.pointed = this.#cellUnder(panel, event) ?? this.pointed;
  }

  #onClick(panel: number, event: MouseEvent): void {
    if (this.sides[panel] === "asItIs") this.#open(this.#cellUnder(panel, event));
  }

  #open(cell: CellRef | undefined, byKeyboard = false): void {
    if (!cell || !this.opens) return;
    const detail: OpenedCell = { cell, byKeyboard };
    this.dispatchEvent(new CustomEvent("cell-open", { detail, bubbles: true, composed: true }));
  }

  #measure(): void {
    const first = this.renderRoot.querySelector("figure");
    this.width = Math.floor(first?.clientWidth ?? 0);
  }
}
