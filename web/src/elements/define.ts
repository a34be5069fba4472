/** Registers <heads-up> and its parts, but for those of later.ts. Importing this file is what makes the element work on a page. */
import { FocusElement } from "./focus_element.js";
import { GridElement } from "./grid_element.js";
import { HeadsUpElement } from "./heads_up_element.js";
import { LegendElement } from "./legend_element.js";
import { SettingsElement } from "./settings_element.js";
import { SideElement } from "./side_element.js";
import { StageElement } from "./stage_element.js";
import { StripElement } from "./strip_element.js";
import { TransportElement } from "./transport_element.js";

const parts: readonly (readonly [string, CustomElementConstructor])[] = [
  ["heads-up-focus", FocusElement],
  ["heads-up-grid", GridElement],
  ["heads-up-legend", LegendElement],
  ["heads-up-settings", SettingsElement],
  ["heads-up-side", SideElement],
  ["heads-up-stage", StageElement],
  ["heads-up-strip", StripElement],
  ["heads-up-transport", TransportElement],
  ["heads-up", HeadsUpElement],
];

for (const [name, element] of parts) if (!customElements.get(name)) customElements.define(name, element);
