/** Numbers drawn evenly between ±1/√(inputs), as PyTorch's layers draw their parameters. */

import { drawParameters } from "../draw/scenes/data/parameters.js";
import { sentence } from "./arithmetic.js";
import { distributed, parameterQuestions } from "./drawn.js";
import { axis, MINUS, mfrac, mn, mrow, msqrt, shaped } from "./mathml.js";
import { layerOf, parameter, stepNamed } from "./notation.js";
import type { Operation } from "./operation.js";

export const uniform: Operation = {
  ms: 2600,
  scene: drawParameters,
  arithmetic: sentence("drawUniform"),
  formula({ name: id, axes }, trace) {
    const weight = stepNamed(trace, `${layerOf(id)}.weight`);
    const bound = mfrac(mn(1), msqrt(axis(weight?.axes[1] ?? "D")));
    return distributed(shaped(parameter(id), ...axes), "U", mrow(MINUS, bound), bound);
  },
  questions: parameterQuestions,
};
