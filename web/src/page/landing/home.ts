/** The code of the landing page, which lessons do not need. */
import { adopt } from "../adopt.js";
import { landingStyles } from "./landing_styles.js";

adopt(landingStyles);

export { Landing } from "./landing.js";
