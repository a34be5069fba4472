/** The lessons in Chromium. */
import { launchChromium } from "../page/engines/chromium.js";
import { walkIn } from "./walk.js";

walkIn("Chromium", launchChromium, ["en", "ko"]);
