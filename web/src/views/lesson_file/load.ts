/** Loads the reader of lesson files with the first file. */
import { once } from "../../store/once.js";

export const loadOwnLesson = once(() => import("./own_lesson.js"));
