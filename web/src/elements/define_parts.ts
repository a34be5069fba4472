/** What stands beside the stage, and the scenes of the steps that follow the first. */
import { dataScenes } from "../draw/data_scenes.js";
import { FocusElement } from "./focus_element.js";
import { GridElement } from "./grid_element.js";
import { LegendElement } from "./legend_element.js";
import { registerElements } from "./register.js";
import { SettingsElement } from "./settings_element.js";
import { addScenes } from "./shown_scenes.js";
import { SideElement } from "./side_element.js";
import { StripElement } from "./strip_element.js";
import { TakeAwayElement } from "./take_away_element.js";
import { TransportElement } from "./transport_element.js";

addScenes(dataScenes);

/** Makes the parts of every <heads-up> on the page work. */
export const defineParts = (): void =>
  registerElements([
    ["heads-up-focus", FocusElement],
    ["heads-up-grid", GridElement],
    ["heads-up-legend", LegendElement],
    ["heads-up-settings", SettingsElement],
    ["heads-up-side", SideElement],
    ["heads-up-strip", StripElement],
    ["heads-up-take-away", TakeAwayElement],
    ["heads-up-transport", TransportElement],
  ]);
