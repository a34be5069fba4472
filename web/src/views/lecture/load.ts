/** Lecture mode: loaded when it is entered. */
import { once } from "../../store/once.js";

export const loadLecture = once(() => import("./lecture.js"));
