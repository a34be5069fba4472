/**
 * The numbers on the stage as a real table: visually hidden, for keyboards and screen readers. One
 * tab stop; arrow keys move the cell, Enter opens its arithmetic. The focus ring is drawn
 * by the stage. A large matrix is shown as a window that follows the current cell.
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { CellRef } from "../../draw/picture.js";
import { format, valueText } from "../../words/number_text.js";
import { langOf } from "../../words/rich_text.js";
import type { PageWords } from "../../words/words.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { waitToUpdate } from "../common/update_queue.js";
import { placeOf, type VisibleMatrix } from "../common/visible_matrix.js";

/** How far Page Up, Page Down, and Ctrl with an arrow go. */
const PAGE = 10;

export class GridElement extends LitElement {
  static override styles = base;
  @reactive words!: PageWords;
  @reactive matrix!: VisibleMatrix;
  @reactive caption!: string;
  /** Set before the step is played: the cells are then empty. */
  @reactive waiting!: boolean | undefined;
  @reactive row = 0;
  @reactive col = 0;
  #window: GridWindow = { top: 0, left: 0, rows: 0, cols: 0 };

  /** The table is invisible, so it waits for the picture, unless it has the focus. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated && !this.matches(":focus-within")) await waitToUpdate("grid");
    super.scheduleUpdate();
  }

  override willUpdate(): void {
    this.row = Math.max(0, Math.min(this.row, this.matrix.rows - 1));
    this.col = Math.max(0, Math.min(this.col, this.matrix.cols - 1));
    this.#window = windowAround(this.matrix, this.row, this.col, this.#window);
  }

  override render(): TemplateResult {
    const { matrix } = this;
    const { top, left, rows, cols } = this.#window;
    // A moved window gets new cell elements, so that a focused element never changes its number.
    return html`<div class="unseen">
      <table role="grid" aria-rowcount=${matrix.rows + 1} aria-colcount=${matrix.cols + 1}
        @keydown=${this.#onKey} @focusin=${this.#onFocus} @focusout=${this.#onLeave}>
        <caption>${this.caption} ${this.#partial()}</caption>
        <thead>
          <tr aria-rowindex="1">
            <td aria-colindex="1"></td>
            ${range(left, cols).map((col) => {
              const header = matrix.colHeader(col);
              return html`<th scope="col" aria-colindex=${col + 2} lang=${langOf(header)}>${header}</th>`;
            })}
          </tr>
        </thead>
        ${keyed(`${top} ${left}`, html`<tbody>${range(top, rows).map((row) => this.#row(row))}</tbody>`)}
      </table>
    </div>`;
  }

  /** Which part of the matrix the table holds, if not all of it. */
  #partial(): string | typeof nothing {
    const { matrix, words } = this;
    const { top, left, rows, cols } = this.#window;
    if (rows === matrix.rows && cols === matrix.cols) return nothing;
    const facts = { firstRow: top, lastRow: top + rows - 1, firstCol: left, lastCol: left + cols - 1 };
    return format(words.announce.tableWindow, { rows: matrix.rows, cols: matrix.cols, ...facts });
  }

  #row(row: number): TemplateResult {
    const { matrix } = this;
    const { left, cols } = this.#window;
    const header = matrix.rowHeader(row);
    return html`<tr aria-rowindex=${row + 2}>
      <th scope="row" aria-colindex="1" lang=${langOf(header)}>${header}</th>
      ${range(left, cols).map((col) => this.#cell(row, col))}
    </tr>`;
  }

  #cell(row: number, col: number): TemplateResult {
    const { matrix } = this;
    const piece = matrix.piece?.(row, col) ?? "";
    const text = `${piece} ${valueText(matrix.value(row, col), matrix.dtype)}`.trim();
    return html`<td role="gridcell" aria-colindex=${col + 2} data-row=${row} data-col=${col} lang=${langOf(piece)}
      tabindex=${row === this.row && col === this.col ? 0 : -1}>${this.waiting ? nothing : text}</td>`;
  }

  /** Puts the focus on the current cell. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }

  has(cell: CellRef): boolean {
    return placeOf(this.matrix, cell) !== undefined;
  }

  /** Makes a cell the current one if this table has it. */
  moveTo(cell: CellRef): void {
    const place = placeOf(this.matrix, cell);
    if (place) [this.row, this.col] = place;
  }

  #emit(name: "cell-focus" | "cell-open" | "cell-leave"): void {
    this.dispatchEvent(new CustomEvent(name, { detail: this.matrix.ref(this.row, this.col) }));
  }

  readonly #onFocus = (event: FocusEvent): void => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-row]");
    if (!cell) return;
    this.row = Number(cell.dataset.row);
    this.col = Number(cell.dataset.col);
    this.#emit("cell-focus");
  };

  readonly #onLeave = (event: FocusEvent): void => {
    const to = event.relatedTarget as Node | null;
    if (!to || !this.renderRoot.contains(to)) this.#emit("cell-leave");
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
      this.#emit("cell-open");
    }
  };

  /** Where a key leads; what lies outside is brought back in (willUpdate). */
  #move({ key, ctrlKey }: KeyboardEvent): readonly [row: number, col: number] | undefined {
    const { row, col, matrix } = this;
    const [lastRow, lastCol] = [matrix.rows - 1, matrix.cols - 1];
    const distance = ctrlKey ? PAGE : 1;
    const places: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [row - distance, col],
      ArrowDown: [row + distance, col],
      ArrowLeft: [row, col - distance],
      ArrowRight: [row, col + distance],
      PageUp: [row - PAGE, col],
      PageDown: [row + PAGE, col],
      Home: [ctrlKey ? 0 : row, 0],
      End: [ctrlKey ? lastRow : row, lastCol],
    };
    return places[key];
  }
}

/** The table of what a step reads. */
export class OperandElement extends GridElement {}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);

/** Up to this many cells a matrix is shown whole; more would delay a step. */
const WHOLE = 400;
/** A window has fewer cells, because they are recreated as it moves. */
const MOST_CELLS = 320;
/** The columns of the window if the matrix is large in both directions; rows fill the rest. */
const FEWEST_COLS = 16;

export interface GridWindow {
  readonly top: number;
  readonly left: number;
  readonly rows: number;
  readonly cols: number;
}

/** A window that contains the cell: the last one if it does, else one centred on the cell. */
export function windowAround(
  matrix: { readonly rows: number; readonly cols: number },
  row: number,
  col: number,
  last?: GridWindow,
): GridWindow {
  const { rows: allRows, cols: allCols } = matrix;
  if (allRows * allCols <= WHOLE) return { top: 0, left: 0, rows: allRows, cols: allCols };
  const mostCols = Math.max(FEWEST_COLS, Math.floor(MOST_CELLS / allRows));
  const cols = Math.min(allCols, mostCols);
  const rows = Math.min(allRows, Math.floor(MOST_CELLS / cols));
  return {
    top: start(row, rows, allRows, last?.top ?? 0),
    left: start(col, cols, allCols, last?.left ?? 0),
    rows,
    cols,
  };
}

function start(at: number, shown: number, size: number, last: number): number {
  if (at >= last && at < last + shown && last + shown <= size) return last;
  return Math.max(0, Math.min(at - Math.floor(shown / 2), size - shown));
}
