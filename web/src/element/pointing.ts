/**
 * Pointing at numbers: which cell is looked at, which is open, and where the keyboard's focus goes with it.
 * It stops the play, brings the cell into view where it can be, and hands the focus back when the arithmetic
 * closes.
 */
import type { ReactiveControllerHost } from "lit";
import type { CellRef } from "../draw/picture.js";
import type { Focus } from "../draw/tensor_view.js";
import type { LessonState } from "../store/lesson_state.js";
import {
  focusFor,
  glanceAt,
  goBack,
  isCellOf,
  NOTHING,
  openNext,
  type Selection,
} from "../store/selection.js";
import type { Player } from "../timeline/player.js";
import type { GridElement } from "../views/stage/grid_element.js";
import type { StageElement } from "../views/stage/stage_element.js";

export interface PointingHost extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly state: LessonState;
  readonly player: Player;
  focused: Focus;
}

export class PointingController {
  readonly #host: PointingHost;
  #selection: Selection = NOTHING;
  /** Whether the open cell was reached by keyboard, so that the focus goes along and comes back. */
  #byKeyboard = false;

  constructor(host: PointingHost) {
    this.#host = host;
  }

  get selection(): Selection {
    return this.#selection;
  }

  set selection(selection: Selection) {
    if (selection === this.#selection) return;
    this.#selection = selection;
    this.#host.requestUpdate();
  }

  get #stage(): StageElement | null {
    return this.#host.renderRoot.querySelector<StageElement>("heads-up-stage");
  }

  /** It comes after the first picture, and so may what an address opens come before it. */
  get #grid(): GridElement | null {
    return this.#host.renderRoot.querySelector<GridElement>("heads-up-grid:defined");
  }

  /**
   * The pointer or the focus passes over a cell, or leaves it: an event that tells of no cell has null for it. While it
   * plays there is nothing to hold on to.
   */
  glance(cell: CellRef | null | undefined): void {
    if (this.#host.player.state.playing || (cell && !this.#isCell(cell))) return;
    this.selection = glanceAt(this.#selection, cell ?? undefined);
  }

  /** A cell is chosen on the stage: its arithmetic opens. Choosing nothing closes. */
  open(cell: CellRef | undefined, byKeyboard = false): void {
    this.#host.player.pause();
    if (!cell || !this.#isCell(cell)) {
      this.clear();
      return;
    }
    this.#byKeyboard = byKeyboard;
    this.#bringIntoView(cell);
    // A cell that an address asks for may come before the table.
    if (this.#grid?.hasUpdated) this.#grid.moveTo(cell);
    else void this.#host.updateComplete.then(() => this.#grid?.moveTo(cell));
    this.selection = { trail: [cell] };
    if (byKeyboard) void this.#focusCallout();
  }

  /** One operand further, or back to one on the trail. */
  openOperand(cell: CellRef): void {
    if (!this.#isCell(cell)) return;
    this.selection = openNext(this.#selection, cell);
    void this.#focusCallout();
  }

  back(): void {
    this.selection = goBack(this.#selection);
    void this.#focusCallout();
  }

  /** Closes; true where something was open. */
  close(): boolean {
    const was = this.#selection;
    if (was.trail.length === 0 && !was.glance) return false;
    this.clear();
    if (was.trail.length > 0 && (this.#byKeyboard || this.#isFocusInCallout())) this.#grid?.focus();
    return true;
  }

  clear(): void {
    this.selection = NOTHING;
  }

  /** Leaves for the step that shows the open cell, with the cell open there. */
  goToStep(id: string): void {
    const cell = this.#selection.trail.at(-1);
    const { state, player } = this.#host;
    const index = state.indexOf(id);
    const step = cell && state.stepNamed(cell.name);
    if (!step || index < 0) return;
    player.seek(index, 1);
    this.#host.focused = focusFor(step, cell.index, this.#host.focused);
    this.selection = { trail: [cell] };
    void this.#host.updateComplete.then(() => this.#grid?.moveTo(cell));
    void this.#focusCallout();
  }

  #isCell(cell: CellRef): boolean {
    const step = this.#host.state.stepNamed(cell.name);
    return step !== undefined && isCellOf(step, cell.index);
  }

  /** A result that has not been computed yet at this moment is shown with the step done. */
  #bringIntoView(cell: CellRef): void {
    const { player } = this.#host;
    if (!this.#stage?.shows(cell)) player.seek(player.state.index, 1);
  }

  #isFocusInCallout(): boolean {
    const stage = this.#stage?.shadowRoot;
    return stage?.activeElement?.localName === "heads-up-callout";
  }

  async #focusCallout(): Promise<void> {
    await this.#host.updateComplete;
    await this.#stage?.updateComplete;
    const callout = this.#stage?.shadowRoot?.querySelector<
      HTMLElement & { updateComplete: Promise<boolean> }
    >("heads-up-callout");
    await callout?.updateComplete;
    callout?.focus();
  }
}
