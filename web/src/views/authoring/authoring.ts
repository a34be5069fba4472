/**
 * What few readers need: the tokenizer, the check of lesson files, weights from files or trained for the lessons. A room of its own, because its libraries and models are as large as all that stands beside a lesson.
 */
export { lessonWith as lessonWithFile } from "../../store/weights/own_weights.js";
export { lessonWith as lessonWithTrained, trainedOf } from "../../store/weights/trained_model.js";
export { idsOf, readPieces, TUTORIAL_TEXT } from "../../words/own_words.js";
export { readWords } from "../../words/whole_words.js";
export { fetchLesson, lessonIn } from "./own_lesson.js";
