/** Reads the cells of a tensor: one cell, or all of them as nested lists. */
import { HeadsUpError, refuse, refuseType, shownValue } from "./errors.js";
import type { ProgramTensor } from "./python/types.js";
import { shapeText } from "./shape.js";
import { checkedTensor, numbersIn } from "./tensor_input.js";
import type { LessonTrace, Step, StepName, StepOf, Tensor, Trace } from "./types.js";

/** The cell of a step, or of any other tensor, at an index. Refuses an index outside the tensor with `bad-index`. */
export function at(tensor: Tensor | ProgramTensor, index: readonly number[]): number {
  const { shape, data } = checkedTensor(tensor, "tensor");
  const place = Array.from(numbersIn(index) ?? refuseType("index", index, "a list of whole numbers"));
  const isInside =
    place.length === shape.length &&
    shape.every((size, axis) => {
      const i = place[axis] ?? -1;
      return Number.isInteger(i) && i >= 0 && i < size;
    });
  const offset = shape.reduce((sum, size, axis) => sum * size + (place[axis] ?? 0), 0);
  const cell = data[offset];
  if (isInside && cell !== undefined) return cell;
  const facts = { field: "index", got: shapeText(place), wants: shapeText(shape) };
  return refuse("bad-index", facts, "{field}: got {got}, wants an index into shape {wants}");
}

/**
 * A tensor's numbers in nested lists, like PyTorch's `tolist()`: a tensor without axes is a number. Bits are the numbers 0
 * and 1.
 */
export type NestedNumbers = number | NestedNumbers[];

/** The numbers of a step, or of any other tensor, as nested lists with one level per axis. */
export function toNested(tensor: Tensor | ProgramTensor): NestedNumbers {
  const { shape, data } = checkedTensor(tensor, "tensor");
  const level = (axis: number, first: number, count: number): NestedNumbers => {
    const size = shape[axis];
    if (size === undefined) return data[first] ?? 0;
    return Array.from({ length: size }, (_, i) => level(axis + 1, first + (i * count) / size, count / size));
  };
  return level(0, 0, data.length);
}

/**
 * Adds the method `step` to a trace. It is not enumerable, so the trace is still plain data for JSON, for a worker and for a
 * comparison.
 */
export function withStep(trace: Trace): LessonTrace {
  const value = <N extends StepName>(name: N) => stepOf(trace, name) as StepOf<N>;
  return Object.defineProperty(trace, "step", { value }) as LessonTrace;
}

function stepOf(trace: Trace, name: string): Step {
  const step = trace.steps.find((other) => other.name === name);
  if (step) return step;
  const names = trace.steps.map((other) => other.name).join(", ");
  const message = `step: got ${shownValue(name)}, wants one of ${names}`;
  throw new HeadsUpError("unknown-step", message, { got: String(name), wants: names });
}
