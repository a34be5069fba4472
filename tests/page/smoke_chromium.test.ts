/** The page in Chromium, in brief. */
import { launchChromium } from "./engines/chromium.js";
import { smokeIn } from "./smoke.js";

smokeIn("Chromium", launchChromium);
