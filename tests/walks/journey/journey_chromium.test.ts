/** The journeys in Chromium by touch: the page tests use keyboard and mouse. */
import { launchChromium } from "../../page/engines/chromium.js";
import { journeyIn } from "./journey.js";

journeyIn("Chromium", launchChromium, "touch", "ko");
