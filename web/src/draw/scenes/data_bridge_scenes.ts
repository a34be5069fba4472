/** The scenes of the bridges before the attention; a bridge is a step of the page that is no operation of the trace. */
export { pieces } from "./data/pieces.js";
export { conventions } from "./masks/conventions.js";
