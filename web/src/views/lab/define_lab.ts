/** Defines the elements of the leak lab. */
import { registerElements } from "../common/register.js";
import { LabCurvesElement } from "./curves_element.js";
import { LabSettingsElement } from "./lab_settings_element.js";
import { LeakLabElement } from "./leak_lab_element.js";
import { StepWalkElement } from "./step_walk.js";

registerElements([
  ["lab-curves", LabCurvesElement],
  ["lab-settings", LabSettingsElement],
  ["lab-step-walk", StepWalkElement],
  ["leak-lab", LeakLabElement],
]);
