/** Loads the callout and the stage's highlighting when a cell is first inspected. */
import { once } from "../../store/once.js";

export const loadCallout = once(() => import("./define_callout.js"));
export const loadInspection = once(() => import("./inspection.js"));
