/** The leak lab in Chromium. */
import { launchChromium } from "../../page/engines/chromium.js";
import { walkLabIn } from "./lab_walk.js";

walkLabIn("Chromium", launchChromium);
