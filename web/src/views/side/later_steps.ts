/** Beside all steps but the opening: formulas, code, the choice of weights, what is said of the trained model. Loaded with the scenes of the steps. */
export { codeOf, scriptOf } from "../../lessons/code/code.js";
export { formulaOf } from "../../lessons/formulas.js";
export { trainedTemplate } from "./trained_template.js";
export { weightsTemplate } from "./weights_template.js";
