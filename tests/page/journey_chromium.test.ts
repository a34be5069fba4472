/** The laboratory in Chromium. */
import { launchChromium } from "./engines/chromium.js";
import { journeyIn } from "./journey.js";

journeyIn("Chromium", launchChromium, "keyboard", "ko");
journeyIn("Chromium", launchChromium, "mouse", "en");
journeyIn("Chromium", launchChromium, "touch", "ko");
