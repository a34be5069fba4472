/** The steps of a trace as text: a list, or chosen steps with their numbers. */
import { shapeText } from "../module/shape.js";
import type { Step } from "../module/types.js";
import { inColumns } from "./columns.js";
import type { Emphasis } from "./output.js";
import { printedTensor } from "./printed_tensor.js";

const rowOf = ({ name, op, shape, dtype }: Step): string[] => [name, op, shapeText(shape), dtype];

export const stepList = (steps: readonly Step[], heading: Emphasis): string =>
  inColumns([["name", "op", "shape", "dtype"], ...steps.map(rowOf)], heading);

/** The numbers are printed as in PyTorch. */
export const stepNumbers = (steps: readonly Step[], heading: Emphasis): string =>
  steps.map((step) => `${heading(rowOf(step).join("  "))}\n${printedTensor(step)}\n`).join("\n");
