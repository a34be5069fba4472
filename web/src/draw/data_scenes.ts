/** The scenes with which lessons begin: data, parameters, masks. They are there before any other is asked for. */
import { appear } from "./scenes/appear.js";
import { drawParameters } from "./scenes/draw_parameters.js";
import { embedding } from "./scenes/embedding.js";
import { logicalAnd, logicalOr } from "./scenes/logical_and.js";
import { notEqual } from "./scenes/not_equal.js";
import { pad } from "./scenes/pad.js";
import { tril, triu } from "./scenes/tril.js";

export const dataScenes = {
  constant: appear,
  embedding,
  given: appear,
  logical_and: logicalAnd,
  logical_or: logicalOr,
  normal: drawParameters,
  not_equal: notEqual,
  pad,
  tril,
  triu,
  uniform: drawParameters,
} as const;
