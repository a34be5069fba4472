/** The laboratory in WebKit. */
import { launchWebKit } from "./engines/webkit.js";
import { journeyIn } from "./journey.js";

journeyIn("WebKit", launchWebKit, "keyboard", "ko");
journeyIn("WebKit", launchWebKit, "mouse", "en");
journeyIn("WebKit", launchWebKit, "touch", "ko");
