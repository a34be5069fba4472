/** The scene with which every lesson begins, for the first picture of a page. */
export { opening } from "./opening/opening.js";
