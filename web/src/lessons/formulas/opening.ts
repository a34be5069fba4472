/** The formula of the opening step, in a separate file because it loads before all others. */
import type { StageStep } from "../../draw/scene.js";
import type { Trace } from "../../module/types.js";
import { bracketed, EQUALS, GAP, mfrac, mi, mrow, msqrt, msub } from "./mathml.js";
import { type Formula, factor, k, stepNamed } from "./notation.js";

/** Q Kᵀ over √d_k. */
export function scaledProduct(step: Pick<StageStep, "inputs">, trace: Trace): string {
  const [query, key] = step.inputs.map((id) => stepNamed(trace, id));
  const product = mrow(query ? factor(query) : "", GAP, key ? factor(key, true) : "");
  return mfrac(product, msqrt(msub(mi("d", "axis-K"), k)));
}

/** softmax(Q Kᵀ / √d_k) V in one line. */
export const opening: Formula = ({ label = "values", axes, inputs: [, values] }, trace) => {
  const [scored, v] = [stepNamed(trace, "scores"), stepNamed(trace, values)];
  const share = bracketed(scored ? scaledProduct(scored, trace) : "");
  return mrow(factor({ name: label, axes }), EQUALS, mi("softmax"), share, GAP, v ? factor(v) : "");
};
