/** The scenes of the bridges of the attention. */
export { generation } from "./attention/generation.js";
export { wrongView } from "./attention/wrong_view.js";
