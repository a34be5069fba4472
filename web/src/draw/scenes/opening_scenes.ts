/** The scenes with which lessons begin, for the first picture of a page. */
export { appear } from "./data/appear.js";
export { drawParameters } from "./data/draw_parameters.js";
export { pad } from "./data/pad.js";
