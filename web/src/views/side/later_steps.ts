/** What is beside all steps but the opening: formulas and PyTorch code. Loaded with the scenes of the steps. */
export { codeOf, scriptOf } from "../../lessons/code/code.js";
export { formulaOf } from "../../lessons/formulas.js";
