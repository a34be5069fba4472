/** The sheets over the stage: loaded with the first that is opened. */
import { once } from "../../store/once.js";

export const loadSheets = once(() => import("./define_sheets.js"));
