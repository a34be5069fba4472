/**
 * A small mask to paint: rows are queries, columns keys. It is one tab stop: arrow keys move the cell, Space and Enter
 * toggle it, and Shift with an arrow copies its state to the next cell. Pressing a cell toggles it, dragging copies its
 * state. A finger that turns out to scroll or zoom the page paints nothing. Fires `mask-paint` with the whole mask.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { fill } from "../../words/number_text.js";
import { isModified } from "../common/keys.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import type { QuestionWords } from "./question_words.js";

export type Painted = readonly (readonly boolean[])[];

export class MaskPaintElement extends LitElement {
  static override properties = reactive<MaskPaintElement>(
    "words",
    "queries",
    "keys",
    "painted",
    "wrong",
    "settled",
    "at",
  );
  declare words: QuestionWords;
  /** The labels of rows and columns: tokens or positions. */
  declare queries: readonly string[];
  declare keys: readonly string[];
  /** True where the query attends to the key. */
  declare painted: Painted;
  /** The cells that the last check found wrong. */
  declare wrong: readonly (readonly [row: number, col: number])[];
  /** Set once the question is answered; painting is then off. */
  declare settled: boolean;
  /** The cell that the keyboard acts on. */
  declare at: readonly [row: number, col: number];

  /** The state that the pressed pointer paints. */
  #brush: boolean | undefined;
  /** The mask before the pointer was pressed. */
  #before: Painted | undefined;

  constructor() {
    super();
    this.wrong = [];
    this.settled = false;
    this.at = [0, 0];
  }

  static override styles = [
    base,
    css`
      :host { display: block; overflow-x: auto; padding: 3px; margin: 0 -3px 8px; }
      table { border-collapse: separate; border-spacing: 2px; font-size: 13px; line-height: 1; }
      th { font-weight: 400; color: var(--hu-muted); padding: 0 3px; min-width: 26px; }
      thead th { vertical-align: bottom; }
      tbody th { text-align: right; white-space: nowrap; }
      td {
        width: 28px;
        min-width: 26px;
        height: 28px;
        text-align: center;
        cursor: pointer;
        border: 1px solid var(--hu-muted);
        touch-action: pan-y pinch-zoom;
        user-select: none;
      }
      /* Beside a mouse the whole question then fits into the panel of a laptop. */
      @media (pointer: fine) { td { height: 24px; } }
      .attend { background: var(--hu-ink); color: var(--hu-paper); }
      .ignore {
        color: var(--hu-ink);
        background: repeating-linear-gradient(135deg, var(--hu-blank) 0 4px, var(--hu-hairline) 4px 5px);
      }
      .settled td { cursor: default; }
      .corner { border-color: transparent; cursor: default; }
      .wrong { outline: 2px solid var(--hu-positive); outline-offset: -1px; font-weight: 700; font-size: 18px; }
      td:focus-visible { outline: 3px solid var(--hu-accent); outline-offset: 1px; }
      .key { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 4px 0 0; font-size: 13px; color: var(--hu-muted); }
      .key i { display: inline-block; width: 14px; height: 14px; margin-right: 6px; vertical-align: -2px; border: 1px solid var(--hu-muted); }
      @media (forced-colors: active) {
        td, .key i { forced-color-adjust: none; }
      }
    `,
  ];

  override render(): TemplateResult {
    const { queries, keys } = this;
    return html`<table role="grid" aria-label=${this.words.mask} aria-readonly=${this.settled ? "true" : "false"}
        class=${this.settled ? "settled" : nothing} @keydown=${this.#onKey}
        @pointerdown=${this.#onPress} @pointermove=${this.#onDraw}
        @pointerup=${this.#onLift} @pointercancel=${this.#onCancel}>
        <thead><tr><td class="corner"></td>${keys.map((key) => html`<th scope="col" translate="no">${key}</th>`)}</tr></thead>
        <tbody>
          ${queries.map(
            (query, i) =>
              html`<tr><th scope="row" translate="no">${query}</th>${keys.map((_, j) => this.#cell(i, j))}</tr>`,
          )}
        </tbody>
      </table>
      <p class="key" aria-hidden="true"><span><i class="attend"></i>${this.words.maskAttend}</span>
        <span><i class="ignore"></i>${this.words.maskIgnore}</span></p>`;
  }

  #cell(row: number, col: number): TemplateResult {
    const attends = this.painted[row]?.[col] === true;
    const isWrong = this.wrong.some(([i, j]) => i === row && j === col);
    const state = attends ? this.words.maskAttend : this.words.maskIgnore;
    const text = isWrong ? this.words.maskWrong : this.words.maskCell;
    const isHere = this.at[0] === row && this.at[1] === col;
    return html`<td role="gridcell" data-row=${row} data-col=${col} tabindex=${isHere ? 0 : -1}
      class="${attends ? "attend" : "ignore"} ${isWrong ? "wrong" : ""}"
      aria-selected=${attends ? "true" : "false"}
      aria-label=${fill(text, { query: row, key: col, state })}>${isWrong ? "×" : nothing}</td>`;
  }

  /** Sets a cell to attend or ignore; does nothing if it already is. */
  #paint(row: number, col: number, attends: boolean): void {
    this.at = [row, col];
    if (this.settled || this.painted[row]?.[col] === attends) return;
    this.#give(
      this.painted.map((bits, i) => (i === row ? bits.map((bit, j) => (j === col ? attends : bit)) : bits)),
    );
  }

  #give(painted: Painted): void {
    this.painted = painted;
    this.dispatchEvent(new CustomEvent<Painted>("mask-paint", { detail: painted }));
  }

  #cellAt({ clientX, clientY }: PointerEvent): readonly [row: number, col: number] | undefined {
    const root = this.renderRoot as ShadowRoot;
    const { row, col } =
      root.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-row]")?.dataset ?? {};
    return row === undefined || col === undefined ? undefined : [Number(row), Number(col)];
  }

  readonly #onPress = (event: PointerEvent): void => {
    const place = event.isPrimary && event.button === 0 ? this.#cellAt(event) : undefined;
    if (!place) return;
    this.#before = this.painted;
    this.#brush = this.painted[place[0]]?.[place[1]] !== true;
    this.#paint(...place, this.#brush);
  };

  readonly #onDraw = (event: PointerEvent): void => {
    if (!event.isPrimary) return;
    if (event.buttons === 0) this.#brush = undefined;
    const place = this.#brush === undefined ? undefined : this.#cellAt(event);
    if (place && this.#brush !== undefined) this.#paint(...place, this.#brush);
  };

  readonly #onLift = (): void => {
    this.#brush = undefined;
  };

  /** The browser scrolls or zooms with this pointer. */
  readonly #onCancel = (): void => {
    if (this.#brush !== undefined && this.#before && !this.settled) this.#give(this.#before);
    this.#brush = undefined;
  };

  readonly #onKey = async (event: KeyboardEvent): Promise<void> => {
    if (isModified(event)) return;
    const [row, col] = this.at;
    const [lastRow, lastCol] = [this.queries.length - 1, this.keys.length - 1];
    const to: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [Math.max(0, row - 1), col],
      ArrowDown: [Math.min(lastRow, row + 1), col],
      ArrowLeft: [row, Math.max(0, col - 1)],
      ArrowRight: [row, Math.min(lastCol, col + 1)],
      Home: [row, 0],
      End: [row, lastCol],
    };
    const place = to[event.key];
    const attends = this.painted[row]?.[col] === true;
    if (event.key === " " || event.key === "Enter") this.#paint(row, col, !attends);
    else if (place && event.shiftKey) this.#paint(...place, attends);
    else if (place) this.at = place;
    else return;
    event.preventDefault();
    event.stopPropagation();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  };
}
