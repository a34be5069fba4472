/** The reader of lesson files: loaded with the first file. */
import { once } from "../../store/once.js";

export const loadOwnLesson = once(() => import("./own_lesson.js"));
