/** The journeys in WebKit, where it can be installed; its driver does not support touch. */
import { describe } from "vitest";
import { hasWebKit } from "../../../scripts/lib/browsers.mjs";
import { launchWebKit } from "../../page/engines/webkit.js";
import { journeyIn } from "./journey.js";

describe.skipIf(!hasWebKit)("on Linux", () => {
  journeyIn("WebKit", launchWebKit, "mouse", "en");
});
