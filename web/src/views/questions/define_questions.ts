/** Registers the questions and the key to the axis letters. Importing this file is what makes them appear. */

import { registerElements } from "../common/register.js";
import { AxesElement } from "../side/axes_element.js";
import { QuestionLinkElement } from "./question_link_element.js";
import { QuestionsElement } from "./questions_element.js";
import { WhyElement } from "./why_element.js";

export { showOnStage } from "./question_stage.js";

registerElements([
  // Before the questions, which tell it that they ask.
  ["heads-up-question-link", QuestionLinkElement],
  ["heads-up-questions", QuestionsElement],
  ["heads-up-why", WhyElement],
  ["heads-up-axes", AxesElement],
]);
