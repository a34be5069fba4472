/** The scenes of a lesson's parameters. */
export { appear } from "./data/appear.js";
export { drawParameters } from "./data/draw_parameters.js";
