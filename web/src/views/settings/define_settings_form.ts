/** Registers the form of the settings. Importing this file is what makes it appear. */

import { registerElements } from "../common/register.js";
import { OwnWeightsElement } from "./own_weights_element.js";
import { SettingsFormElement } from "./settings_form_element.js";

registerElements([
  ["heads-up-own-weights", OwnWeightsElement],
  ["heads-up-settings-form", SettingsFormElement],
]);
