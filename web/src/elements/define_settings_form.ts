/** Registers the form of the settings. Importing this file is what makes it appear. */
import { SettingsFormElement } from "./settings_form_element.js";

if (!customElements.get("heads-up-settings-form"))
  customElements.define("heads-up-settings-form", SettingsFormElement);
