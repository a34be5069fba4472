/** The row that a step works out at its end, if the reader asks about one of its numbers. */
import type { CellRef, StageStep } from "../../draw/picture.js";
import { operationOf } from "../../operations/operations.js";

/** `asked` are the opened cells, most recent last: the row stays while the reader follows its number to earlier steps. */
export function askedRow(step: StageStep, asked: readonly CellRef[] = []): number | undefined {
  const { name, inputs } = step;
  const isOfRow = (cell: CellRef): boolean => cell.name === name || cell.name === inputs[0];
  return operationOf(step).worksOutRow ? asked.find(isOfRow)?.index.at(-2) : undefined;
}
