/** The lessons in Chromium. */
import { launchChromium } from "./engines/chromium.js";
import { walkIn } from "./walk.js";

walkIn("Chromium", launchChromium);
