/** What an operation of a program does to the numbers, in one sentence of the page's language. */
import { WHOLE } from "../draw/program/relation.js";
import { format } from "../words/number_text.js";
import type { NotebookWords } from "../words/words.js";

type Sentence = keyof NotebookWords["operations"];

/** Operations that do the same as another one. */
const SAME: Readonly<Record<string, Sentence>> = {
  reshape: "view",
  narrow: "slice",
  chunk: "split",
  take_along_dim: "gather",
  not_equal: "ne",
  amax: "max",
  amin: "min",
  mm: "matmul",
};

/** Gradients are named by the operation that they come back through: "grad_matmul", or "grad_sum" where there are several. */
const nameOf = (op: string): string => (op.startsWith("grad_") ? "grad" : (SAME[op] ?? op));

export function operationText({ operations, stage }: NotebookWords, op: string): string {
  if (op === WHOLE) return stage.whole;
  const name = nameOf(op);
  return Object.hasOwn(operations, name) ? operations[name as Sentence] : format(operations.other, { op });
}
