/** Loads the search for answers when it is first opened. */
import { once } from "../../store/once.js";

export const loadConfusions = once(() => import("./define_confusions.js"));
