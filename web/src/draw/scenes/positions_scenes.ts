/** The scene of the table of positions, which the page of all lessons shows, too. */
export { sinusoid } from "./data/sinusoid.js";
