/** The scenes that split a tensor into heads. */
export { transpose, view } from "./attention/heads.js";
