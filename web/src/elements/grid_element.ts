/**
 * The numbers on the stage as a real table: unseen, but reached by keyboard and read by a screen reader. One
 * tab stop; arrow keys move the cell, Enter opens its arithmetic, Escape closes it. The focus ring is drawn
 * by the stage.
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { CellRef } from "../draw/picture.js";
import { fill, valueText } from "./number_text.js";
import { base } from "./styles.js";
import { placeOf, type VisibleMatrix } from "./visible_matrix.js";
import type { Words } from "./words.js";

/** A table longer than this is cut, and says so. */
const MOST_CELLS = 2000;

export class GridElement extends LitElement {
  static override styles = base;
  static override properties = {
    words: { attribute: false },
    matrix: { attribute: false },
    caption: { attribute: false },
    row: { attribute: false },
    col: { attribute: false },
  };
  declare words: Words;
  declare matrix: VisibleMatrix;
  declare caption: string;
  declare row: number;
  declare col: number;

  constructor() {
    super();
    this.row = 0;
    this.col = 0;
  }

  get #rows(): number {
    return Math.max(1, Math.min(this.matrix.rows, Math.floor(MOST_CELLS / Math.max(1, this.matrix.cols))));
  }

  override willUpdate(): void {
    this.row = Math.max(0, Math.min(this.row, this.#rows - 1));
    this.col = Math.max(0, Math.min(this.col, this.matrix.cols - 1));
  }

  override render(): TemplateResult {
    const { matrix } = this;
    const rows = this.#rows;
    return html`<div class="unseen">
      <table role="grid" aria-rowcount=${matrix.rows} aria-colcount=${matrix.cols}
        @keydown=${this.#onKey} @focusin=${this.#onFocus} @focusout=${this.#onLeave}>
        <caption>
          ${this.caption}
          ${rows < matrix.rows ? fill(this.words.announce.tableCut, { shown: rows, all: matrix.rows }) : nothing}
        </caption>
        <thead>
          <tr>
            <td></td>
            ${range(matrix.cols).map((col) => html`<th scope="col">${matrix.colHeader(col)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${range(rows).map((row) => this.#row(row))}
        </tbody>
      </table>
    </div>`;
  }

  #row(row: number): TemplateResult {
    const { matrix } = this;
    return html`<tr aria-rowindex=${row + 1}>
      <th scope="row">${matrix.rowHeader(row)}</th>
      ${range(matrix.cols).map(
        (col) => html`<td role="gridcell" data-row=${row} data-col=${col}
          tabindex=${row === this.row && col === this.col ? 0 : -1}>${valueText(matrix.value(row, col), matrix.dtype)}</td>`,
      )}
    </tr>`;
  }

  /** Puts the focus on the current cell. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }

  /** Makes a cell the current one, where this table has it. */
  moveTo(cell: CellRef): void {
    const place = placeOf(this.matrix, cell);
    if (place) [this.row, this.col] = place;
  }

  #tell(name: "cell-focus" | "cell-open" | "cell-leave" | "cell-close"): void {
    this.dispatchEvent(new CustomEvent(name, { detail: this.matrix.ref(this.row, this.col) }));
  }

  readonly #onFocus = (event: FocusEvent): void => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
    if (!cell) return;
    this.row = Number(cell.dataset.row);
    this.col = Number(cell.dataset.col);
    this.#tell("cell-focus");
  };

  readonly #onLeave = (event: FocusEvent): void => {
    const to = event.relatedTarget as Node | null;
    if (!to || !this.renderRoot.contains(to)) this.#tell("cell-leave");
  };

  readonly #onKey = async (event: KeyboardEvent): Promise<void> => {
    if (event.altKey || event.metaKey) return;
    const place = this.#move(event);
    if (place) {
      event.preventDefault();
      event.stopPropagation();
      [this.row, this.col] = place;
      await this.updateComplete;
      this.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.#tell("cell-open");
    } else if (event.key === "Escape") this.#tell("cell-close");
  };

  #move(event: KeyboardEvent): readonly [number, number] | undefined {
    const { row, col } = this;
    const [lastRow, lastCol] = [this.#rows - 1, this.matrix.cols - 1];
    switch (event.key) {
      case "ArrowUp":
        return [Math.max(0, row - 1), col];
      case "ArrowDown":
        return [Math.min(lastRow, row + 1), col];
      case "ArrowLeft":
        return [row, Math.max(0, col - 1)];
      case "ArrowRight":
        return [row, Math.min(lastCol, col + 1)];
      case "Home":
        return event.ctrlKey ? [0, 0] : [row, 0];
      case "End":
        return event.ctrlKey ? [lastRow, lastCol] : [row, lastCol];
      default:
        return undefined;
    }
  }
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
