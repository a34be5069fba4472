/** The page in WebKit, in brief, where it can be installed. */
import { describe } from "vitest";
import { hasWebKit } from "../../scripts/lib/browsers.mjs";
import { launchWebKit } from "./engines/webkit.js";
import { smokeIn } from "./smoke.js";

describe.skipIf(!hasWebKit)("on Linux", () => smokeIn("WebKit", launchWebKit));
