/** The questions of a step: loaded once the reader does something. */
import { once } from "../../store/once.js";

export const loadQuestions = once(() => import("./define_questions.js"));
