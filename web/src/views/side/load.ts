/** Loads the figures of the notes, with the laboratory. */
import { once } from "../../store/once.js";

export const loadAside = once(() => import("./define_aside.js"));
