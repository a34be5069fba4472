/** Finds the tensors of a lesson by a shape, as a notebook prints it. */
import { sameShape } from "../../module/shape.js";
import type { Trace } from "../../module/types.js";
import { membersOf } from "../groups.js";
import type { LessonStep } from "../lesson.js";

/** `(5, 2, 10)`, `[5, 2, 10]`, `torch.Size([5, 2, 10])`, `5x2x10`; undefined for other text. A lone number needs a bracket or a comma. */
export function shapeIn(query: string): readonly number[] | undefined {
  const list = query.replace(/torch\.size|shape|[()[\]:=]/gi, " ").trim();
  if (!/^\d+([\s,x×]+\d+)*,?$/i.test(list)) return undefined;
  const sizes = list.match(/\d+/g)?.map(Number) ?? [];
  return sizes.length > 1 || /[([,]/.test(query) ? sizes : undefined;
}

/** The steps whose tensor has this shape, in the order of the lesson. Steps that show the tensor of another step are left out. */
export const stepsOfShape = (
  trace: Trace,
  steps: readonly LessonStep[],
  shape: readonly number[],
): readonly LessonStep[] =>
  steps.flatMap(membersOf).filter((step) => {
    const { label, shape: own } = step.stage(trace);
    return label === undefined && sameShape(own, shape);
  });
