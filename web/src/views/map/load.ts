/** Loads the map when it is first opened. */
import { once } from "../../store/once.js";

export const loadMap = once(() => import("./define_map.js"));
