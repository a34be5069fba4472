/** Loads the parts around the stage while the first picture is drawn. */
import { once } from "../store/once.js";

export const loadParts = once(() => import("./define_parts.js"));
