/** Registers the questions. Importing this file is what makes them appear. */

import { registerElements } from "../common/register.js";
import { MaskPaintElement } from "./mask_paint_element.js";
import { QuestionsElement } from "./questions_element.js";
import { WhyElement } from "./why_element.js";

export { showOnStage } from "./question_stage.js";

registerElements([
  ["heads-up-mask-paint", MaskPaintElement],
  ["heads-up-questions", QuestionsElement],
  ["heads-up-why", WhyElement],
]);
