/** Looking up answers: loaded with the first search. */
import { once } from "../../store/once.js";

export const loadConfusions = once(() => import("./define_confusions.js"));
