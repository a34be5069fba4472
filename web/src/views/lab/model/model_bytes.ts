/** Reading and writing weight files: loaded when the reader saves a model or chooses a file. */
export { readWeights } from "../../../module/weights/read_weights.js";
export { writeSafetensors } from "../../../module/weights/write_safetensors.js";
