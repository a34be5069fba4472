/**
 * Which cell's arithmetic is shown: that of the cell under the pointer or the focus, or of the last opened cell.
 */
import { type CellRef, type Focus, sameRef } from "../draw/picture.js";
import type { Step } from "../module/types.js";

export interface Selection {
  /** Opened cells, the latest last. */
  readonly openedCells: readonly CellRef[];
  /** The cell under the pointer or the focus. */
  readonly glance?: CellRef;
}

export const NO_SELECTION: Selection = { openedCells: [] };

/**
 * The cells to explain; the arithmetic of the last one is shown. Opened cells take precedence over the cell under the
 * pointer.
 */
export const shownCells = ({ openedCells, glance }: Selection): readonly CellRef[] =>
  openedCells.length > 0 || !glance ? openedCells : [glance];

export function glanceAt(selection: Selection, cell: CellRef | undefined): Selection {
  if (cell === undefined ? selection.glance === undefined : sameRef(selection.glance, cell)) return selection;
  return cell ? { openedCells: selection.openedCells, glance: cell } : { openedCells: selection.openedCells };
}

/** Opens an operand of the last cell; a cell that is already open becomes the last one again. */
export function openNext({ openedCells }: Selection, cell: CellRef): Selection {
  const index = openedCells.findIndex((ref) => sameRef(ref, cell));
  return { openedCells: index < 0 ? [...openedCells, cell] : openedCells.slice(0, index + 1) };
}

export const goBack = ({ openedCells }: Selection): Selection => ({ openedCells: openedCells.slice(0, -1) });

/** Whether an index is a cell of a step. */
export const isCellOf = (step: Pick<Step, "shape">, index: readonly number[]): boolean =>
  index.length === step.shape.length &&
  index.every((x, axis) => Number.isInteger(x) && x >= 0 && x < (step.shape[axis] ?? 0));

/** The sentence and head in which a cell can be seen. */
export function focusFor(step: Pick<Step, "axes" | "shape">, index: readonly number[], focus: Focus): Focus {
  const at = (letter: string, kept: number): number => {
    const axis = step.axes.indexOf(letter);
    return axis < 0 || step.shape[axis] === 1 ? kept : (index[axis] ?? kept);
  };
  return { batch: at("B", focus.batch), head: at("H", focus.head) };
}

/** The nearest sentence and head that exist; returns the same object if nothing changes. */
export function clampFocus(focus: Focus, batches: number, heads: number): Focus {
  const within = (x: number, size: number): number =>
    Number.isInteger(x) ? Math.max(0, Math.min(x, size - 1)) : 0;
  const [batch, head] = [within(focus.batch, batches), within(focus.head, heads)];
  return batch === focus.batch && head === focus.head ? focus : { batch, head };
}
