/** Registers the settings form and the weights field in it. */

import { registerElements } from "../common/register.js";
import { OwnWeightsElement } from "./own_weights_element.js";
import { SettingsFormElement } from "./settings_form_element.js";
import { TrainedSentenceElement } from "./trained_sentence_element.js";

registerElements([
  ["heads-up-own-weights", OwnWeightsElement],
  ["heads-up-trained-sentence", TrainedSentenceElement],
  ["heads-up-settings-form", SettingsFormElement],
]);
