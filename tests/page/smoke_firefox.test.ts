/** The page in Firefox, in brief. */
import { launchFirefox } from "./engines/firefox.js";
import { smokeIn } from "./smoke.js";

smokeIn("Firefox", launchFirefox);
