/** The scene of the opening step. */
export { opening } from "./opening.js";
