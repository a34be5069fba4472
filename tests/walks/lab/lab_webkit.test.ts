/** The leak lab in WebKit, where it can be installed. */
import { describe } from "vitest";
import { hasWebKit } from "../../../scripts/lib/browsers.mjs";
import { launchWebKit } from "../../page/engines/webkit.js";
import { walkLabIn } from "./lab_walk.js";

describe.skipIf(!hasWebKit)("on Linux", () => walkLabIn("WebKit", launchWebKit, ["narrow", "dying", "calm"]));
