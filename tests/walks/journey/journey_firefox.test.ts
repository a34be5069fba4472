/** The journeys in Firefox by keyboard. */
import { launchFirefox } from "../../page/engines/firefox.js";
import { journeyIn } from "./journey.js";

journeyIn("Firefox", launchFirefox, "keyboard", "ko");
