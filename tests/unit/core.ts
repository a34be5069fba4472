/** The built core, whose pure functions scenes ask for the numbers on the way to their results. */
import { load } from "../../dist/package/index.node.js";

export const hu = await load();
