/** The scene of the opening step, loaded with the first picture of a page. */
export { opening } from "./opening/opening.js";
