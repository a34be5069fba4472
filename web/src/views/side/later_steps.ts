/** What is shown beside all steps except the opening: formulas, code, the choice of weights, and the text on the trained model. */
export { codeOf, scriptOf } from "../../lessons/code.js";
export { formulaOf } from "../../operations/operations.js";
export { trainedTemplate } from "./trained_template.js";
export { weightsTemplate } from "./weights_template.js";
