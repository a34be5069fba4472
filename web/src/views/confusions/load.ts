/** The search for answers is one of the sheets. */
export { loadSheets as loadConfusions } from "../sheets/load.js";
