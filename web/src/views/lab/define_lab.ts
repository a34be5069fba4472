/** Defines the elements of the leak lab. */
import { registerElements } from "../common/register.js";
import { LabAttentionElement } from "./attention/attention_heads.js";
import { LabCurvesElement } from "./curves_element.js";
import { LabSettingsElement } from "./lab_settings_element.js";
import { LeakLabElement } from "./leak_lab_element.js";
import { LabModelFileElement } from "./model/model_file.js";
import { StepWalkElement } from "./step_walk.js";
import { LabWritingElement } from "./writing/writing.js";

registerElements([
  ["lab-attention", LabAttentionElement],
  ["lab-curves", LabCurvesElement],
  ["lab-settings", LabSettingsElement],
  ["lab-step-walk", StepWalkElement],
  ["lab-model-file", LabModelFileElement],
  ["lab-writing", LabWritingElement],
  ["leak-lab", LeakLabElement],
]);
