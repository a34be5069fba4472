/** The scenes of a lesson's sentences and their embeddings. */
export { embedding } from "./data/embedding.js";
export { pad } from "./data/pad.js";
