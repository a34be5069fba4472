/** The journeys in Firefox. */
import { launchFirefox } from "../../page/engines/firefox.js";
import { journeyIn } from "./journey.js";

journeyIn("Firefox", launchFirefox, "keyboard", "ko");
journeyIn("Firefox", launchFirefox, "mouse", "en");
journeyIn("Firefox", launchFirefox, "touch", "ko");
