/** The callout with a cell's arithmetic and the stage's highlighting: loaded when a cell is first looked at. */
import { once } from "../../store/once.js";

export const loadCallout = once(() => import("./define_callout.js"));
export const loadLooking = once(() => import("./looking.js"));
