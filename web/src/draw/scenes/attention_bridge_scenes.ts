/** The scenes of the bridges within the attention; a bridge is a step that the page adds between operations of the trace. */
export { generation } from "./attention/generation.js";
export { wrongView } from "./attention/wrong_view.js";
