/** The leak lab in Firefox. */
import { launchFirefox } from "../../page/engines/firefox.js";
import { walkLabIn } from "./lab_walk.js";

walkLabIn("Firefox", launchFirefox, ["wide", "workers", "framed"]);
