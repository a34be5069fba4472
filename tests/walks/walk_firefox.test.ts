/** The lessons in Firefox. */
import { launchFirefox } from "../page/engines/firefox.js";
import { walkIn } from "./walk.js";

walkIn("Firefox", launchFirefox, ["ko"]);
