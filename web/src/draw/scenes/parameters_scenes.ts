/** The scenes of a lesson's parameters. */
export { appear, drawParameters } from "./data/parameters.js";
