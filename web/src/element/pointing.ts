/** Pointing at cells. The store knows which cell is open; this moves the keyboard focus into its callout and back. */
import type { CellRef } from "../draw/picture.js";
import type { Change } from "../module/types.js";
import { sets, withChange } from "../spec/changes.js";
import { isCellOf } from "../store/selection.js";
import { stepNamed } from "../store/selectors.js";
import type { Store } from "../store/store.js";
import { NARROW } from "../views/callout/callout_place.js";
import type { GridElement } from "../views/stage/grid_element.js";
import type { StageElement } from "../views/stage/stage_element.js";

export interface PointingHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly store: Store;
  readonly updateComplete: Promise<boolean>;
}

export class Pointing {
  readonly #host: PointingHost;
  /** Whether the cell was opened by keyboard: then closing gives the focus back to the table. */
  #byKeyboard = false;

  constructor(host: PointingHost) {
    this.#host = host;
    host.store.subscribe(({ selection: { openedCells } }, before) => {
      const [cell] = openedCells;
      if (cell && cell !== before.selection.openedCells[0]) this.#moveGrid(cell);
    });
  }

  get #stage(): StageElement | null {
    return this.#host.renderRoot.querySelector<StageElement>("heads-up-stage");
  }

  /** The tables: that of the result, and those of what it is made from. */
  get #grids(): readonly GridElement[] {
    return [...this.#host.renderRoot.querySelectorAll<GridElement>("heads-up-grid, heads-up-operand")];
  }

  /** The pointer or the focus enters a cell, or leaves it (null: the detail of an event without one). */
  glance(cell: CellRef | null | undefined): void {
    this.#host.store.dispatch({ type: "glance", cell: cell ?? undefined });
  }

  /** Opens the arithmetic of a cell; false if there is no such cell. */
  open(chosen: CellRef | null | undefined, byKeyboard = false): boolean {
    const { store } = this.#host;
    const cell = chosen ?? undefined;
    store.dispatch({ type: "open", cell, isShown: cell !== undefined && this.#stage?.shows(cell) === true });
    const step = cell && stepNamed(store.state, cell.name);
    if (!cell || !step || !isCellOf(step, cell.index)) return false;
    this.#byKeyboard = byKeyboard;
    if (byKeyboard) void this.#focusCallout();
    return true;
  }

  /** Opens the arithmetic of a pressed cell and scrolls to it. */
  async press(chosen: CellRef | null | undefined): Promise<void> {
    if (this.open(chosen)) await this.#scrollToCallout();
  }

  /** Opens an operand, or goes back to one that was opened before. */
  openOperand(cell: CellRef): void {
    this.#host.store.dispatch({ type: "openOperand", cell });
    void this.#focusCallout();
  }

  /** Sets a number by hand. On a narrow stage the arithmetic would hide what follows. */
  change(change: Change): void {
    const { store } = this.#host;
    store.dispatch({ type: "changes", changes: withChange(store.state.data?.changes, change) });
    if ((this.#stage?.offsetWidth ?? 0) >= NARROW) return;
    this.close();
    this.glance(undefined);
  }

  /** Takes back what was set by hand in a cell. */
  restore({ name, index }: CellRef): void {
    const { store } = this.#host;
    const changes = (store.state.data?.changes ?? []).filter((change) => !sets(change, name, index));
    store.dispatch({ type: "changes", changes });
  }

  back(): void {
    this.#host.store.dispatch({ type: "back" });
    void this.#focusCallout();
  }

  /** Closes the callout. */
  close(): void {
    const { store } = this.#host;
    const [cell] = store.state.selection.openedCells;
    store.dispatch({ type: "close" });
    if (!cell || !(this.#byKeyboard || this.#isFocusInCallout())) return;
    const grids = this.#grids;
    (grids.find((grid) => grid.has(cell)) ?? grids[0])?.focus();
  }

  focusTable(): void {
    this.#grids[0]?.focus();
  }

  /** Goes to the step that shows the open cell. */
  goToStep(step: string): void {
    const cell = this.#host.store.state.selection.openedCells.at(-1);
    this.#host.store.dispatch({ type: "goToCell", step });
    if (cell) this.#moveGrid(cell);
    void this.#focusCallout();
  }

  /** Makes the cell the current one of its table, which may not exist yet. */
  #moveGrid(cell: CellRef): void {
    for (const grid of this.#grids) if (grid.hasUpdated) grid.moveTo(cell);
    void this.#host.updateComplete.then(() => {
      for (const grid of this.#grids) grid.moveTo(cell);
    });
  }

  #isFocusInCallout(): boolean {
    const stage = this.#stage?.shadowRoot;
    return stage?.activeElement?.localName === "heads-up-callout";
  }

  async #focusCallout(): Promise<void> {
    (await this.#scrollToCallout())?.focus();
  }

  /** Undefined if the reader has closed the number since. */
  async #scrollToCallout(): Promise<HTMLElement | null | undefined> {
    await this.#host.updateComplete;
    await this.#stage?.updateComplete;
    const callout = this.#stage?.shadowRoot?.querySelector<
      HTMLElement & { updateComplete: Promise<boolean> }
    >("heads-up-callout:not([glance])");
    await callout?.updateComplete;
    callout?.scrollIntoView({ block: "nearest" });
    return callout;
  }
}
