/** The row that a step works out at its end, if the reader asks about one of its numbers. */
import type { CellRef } from "../../draw/picture.js";
import type { StageStep } from "../../draw/scene.js";

/** The pictures of all other operations stay the same whatever the reader asks about. */
const WORKED: readonly string[] = ["softmax", "layer_norm"];

/** `asked` are the opened cells, most recent last: the row stays while the reader follows its number to earlier steps. */
export function askedRow(
  { op, name, inputs }: StageStep,
  asked: readonly CellRef[] = [],
): number | undefined {
  const isOfRow = (cell: CellRef): boolean => cell.name === name || cell.name === inputs[0];
  return WORKED.includes(op) ? asked.find(isOfRow)?.index.at(-2) : undefined;
}
