/**
 * The path of one token through a lesson: in every tensor made from its sentence, the row that belongs to it. In a table of
 * queries by keys that is the token's row as a query, or its column as a key if the queries are from another sentence.
 */

import type { StageStep } from "../../draw/scene.js";
import type { Focus } from "../../draw/tensor_view.js";
import type { Trace } from "../../module/types.js";
import type { LessonGraph } from "./graph.js";

export type Sequence = "ids" | "target_ids";

export interface Token {
  readonly sequence: Sequence;
  /** Its position in the sentence. */
  readonly at: number;
}

/** A stop on a token's path: a tensor, and the axis of it along which the token is found. */
export interface Stop {
  readonly id: string;
  readonly axis: number;
}

/** The letter of the axis that counts the tokens of a sequence. */
const letterOf = (trace: Trace, sequence: Sequence): string | undefined =>
  trace.steps.find(({ name }) => name === sequence)?.axes[1];

/** The stops of a token, in the order of the trace; none if the lesson does not show its sequence. */
export function stopsOf(trace: Trace, { nodes }: LessonGraph, { sequence }: Token): readonly Stop[] {
  const letter = letterOf(trace, sequence);
  if (letter === undefined) return [];
  const derived = new Set([sequence as string]);
  return nodes.flatMap(({ id, step, inputs }): Stop[] => {
    if (id !== sequence && !inputs.some((input) => derived.has(input))) return [];
    derived.add(id);
    const axis = step.axes.indexOf(letter);
    return axis < 0 ? [] : [{ id, axis }];
  });
}

/** The token's part of a tensor, in Python's notation: q_heads[0, :, 2, :]. */
export function sliceText({ id, axis }: Stop, step: StageStep, { batch }: Focus, { at }: Token): string {
  const index = step.axes.map((letter, i) => {
    if (i === axis) return at;
    return letter === "B" ? Math.min(batch, (step.shape[i] ?? 1) - 1) : ":";
  });
  return `${id}[${index.join(", ")}]`;
}
