/** All that the page of all lessons needs and the instrument does not; one of the two is loaded first. */
import { adopt } from "../adopt.js";
import { landingStyles } from "./landing_styles.js";

adopt(landingStyles);

export { Landing } from "./landing.js";
export { landingTemplate } from "./landing_template.js";
