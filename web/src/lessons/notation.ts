/** The formulas of all steps, and their PyTorch code: what a visit loads at the first step but the opening. */
export { codeOf, scriptOf } from "./code/code.js";
export { formulaOf } from "./formulas.js";
