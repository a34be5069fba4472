/** The scenes with which lessons begin, for the first picture of a page. */
import { appear } from "./data/appear.js";
import { drawParameters } from "./data/draw_parameters.js";
import { pad } from "./data/pad.js";

export const openingScenes = {
  constant: appear,
  given: appear,
  normal: drawParameters,
  pad,
  uniform: drawParameters,
} as const;
