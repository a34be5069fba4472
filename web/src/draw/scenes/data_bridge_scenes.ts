/** The scenes of the bridges before the attention; a bridge is a step that the page adds between operations of the trace. */
export { pieces } from "./data/pieces.js";
export { conventions } from "./masks/conventions.js";
