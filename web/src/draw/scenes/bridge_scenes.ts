/** The scenes of the bridges: steps of the page that are no operation of the trace. */
export { generation } from "./attention/generation.js";
export { wrongView } from "./attention/wrong_view.js";
export { pieces } from "./data/pieces.js";
export { conventions } from "./masks/conventions.js";
