/** The lessons in WebKit, where it can be installed. */
import { describe } from "vitest";
import { hasWebKit } from "../../scripts/lib/browsers.mjs";
import { launchWebKit } from "../page/engines/webkit.js";
import { walkIn } from "./walk.js";

describe.skipIf(!hasWebKit)("on Linux", () => walkIn("WebKit", launchWebKit, ["en"]));
