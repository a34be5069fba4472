/** The scenes of a lesson's first chapters: parameters, data and embeddings. */
export { appear } from "./data/appear.js";
export { drawParameters } from "./data/draw_parameters.js";
export { embedding } from "./data/embedding.js";
export { pad } from "./data/pad.js";
