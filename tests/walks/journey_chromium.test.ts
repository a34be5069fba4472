/** The laboratory in Chromium, by finger: the other tests of the page go through it by keyboard and by mouse. */
import { launchChromium } from "../page/engines/chromium.js";
import { journeyIn } from "./journey.js";

journeyIn("Chromium", launchChromium, "touch", "ko");
