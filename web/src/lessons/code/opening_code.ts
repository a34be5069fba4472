/** PyTorch code of the opening step. */
import { maskedBit } from "../../draw/scale.js";
import { hasStep, stepOf } from "../../draw/tensor_view.js";
import type { Trace } from "../../module/types.js";

export interface CodeWindow {
  readonly code: readonly string[];
  /** Lines of `code`, counted from 0. */
  readonly current: readonly number[];
}

/** The number of characters that fit in a line of the window. */
const LINE_WIDTH = 53;

/** Attention as one PyTorch call. Its mask is True where a query attends. */
export function openingCode(trace: Trace): CodeWindow {
  const { inputs } = stepOf(trace, "values");
  const hasHeads = inputs[1] === "v_heads";
  const tensors = ["q", "k", "v"].map((name) => (hasHeads ? `${name}_heads` : name)).join(", ");
  const mask =
    hasStep(trace, "masked_scores") && stepOf(trace, stepOf(trace, "masked_scores").inputs[1] ?? "");
  const attend = mask && `${maskedBit(mask) === 1 ? "~" : ""}${mask.name}${hasHeads ? ".unsqueeze(1)" : ""}`;
  const oneLine = `    ${tensors}${attend ? `, ${attend}` : ""})`;
  const argumentLines = oneLine.length <= LINE_WIDTH ? [oneLine] : [`    ${tensors},`, `    ${attend})`];
  const code = [
    "# the whole of attention in one call",
    "values = F.scaled_dot_product_attention(",
    ...argumentLines,
  ];
  return { code, current: code.slice(1).map((_, i) => i + 1) };
}
