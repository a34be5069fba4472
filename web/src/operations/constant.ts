/** The same number everywhere: the parameters of a layer norm. */

import { appear } from "../draw/scenes/data/parameters.js";
import { sentence } from "./arithmetic.js";
import { cell, EQUALS, mn, mrow } from "./mathml.js";
import { indices, parameter } from "./notation.js";
import type { Operation } from "./operation.js";

export const constant: Operation = {
  ms: 2200,
  scene: appear,
  arithmetic: sentence("constant"),
  formula: ({ name: id, axes, data }) =>
    mrow(cell(parameter(id), ...indices(axes)), EQUALS, mn(data[0] ?? 0)),
};
