/** The scenes that split a tensor into heads. */
export { transpose } from "./attention/transpose.js";
export { view } from "./attention/view.js";
