/** Numbers drawn from the standard normal distribution. */

import { drawParameters } from "../draw/scenes/data/parameters.js";
import { sentence } from "./arithmetic.js";
import { distributed, parameterQuestions } from "./drawn.js";
import { mn, name, shaped } from "./mathml.js";
import { parameter } from "./notation.js";
import type { Operation } from "./operation.js";

export const normal: Operation = {
  ms: 2600,
  scene: drawParameters,
  arithmetic: sentence("drawNormal"),
  formula: ({ name: id, axes }) =>
    distributed(shaped(id.includes(".") ? parameter(id) : name(id), ...axes), "N", mn(0), mn(1)),
  questions: parameterQuestions,
};
