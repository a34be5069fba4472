/** Registers the form of the settings. Importing this file is what makes it appear. */
import { OwnWeightsElement } from "./own_weights_element.js";
import { registerElements } from "./register.js";
import { SettingsFormElement } from "./settings_form_element.js";

registerElements([
  ["heads-up-own-weights", OwnWeightsElement],
  ["heads-up-settings-form", SettingsFormElement],
]);
