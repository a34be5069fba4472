/** The scenes with which lessons begin, for the first picture of a page. */
import { appear } from "./scenes/appear.js";
import { drawParameters } from "./scenes/draw_parameters.js";
import { pad } from "./scenes/pad.js";

export const openingScenes = {
  constant: appear,
  given: appear,
  normal: drawParameters,
  pad,
  uniform: drawParameters,
} as const;
