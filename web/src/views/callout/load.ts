/** The callout with the arithmetic of a cell, and how the stage marks what it looks at: loaded when a cell is first looked at. */
import { once } from "../../store/once.js";

export const loadCallout = once(() => import("./define_callout.js"));
export const loadLooking = once(() => import("./looking.js"));
