/** Registers the parts around the stage. */

import type { StageStep } from "../draw/scene.js";
import { registerElement } from "../views/common/register.js";
import { SettingsElement } from "../views/settings/settings_element.js";
import { canWrite, loadBeside } from "../views/side/beside_step.js";
import { FocusElement } from "../views/side/focus_element.js";
import { SideElement } from "../views/side/side_element.js";
import { GridElement } from "../views/stage/grid_element.js";
import { LegendElement } from "../views/stage/legend_element.js";
import { StripElement } from "../views/strip/strip_element.js";
import { TakeAwayElement } from "../views/take_away/take_away_element.js";
import { TransportElement } from "../views/transport/transport_element.js";

const parts: readonly (readonly [string, CustomElementConstructor])[] = [
  ["heads-up-strip", StripElement],
  ["heads-up-side", SideElement],
  ["heads-up-settings", SettingsElement],
  ["heads-up-take-away", TakeAwayElement],
  ["heads-up-transport", TransportElement],
  ["heads-up-focus", FocusElement],
  ["heads-up-legend", LegendElement],
  ["heads-up-grid", GridElement],
];

/**
 * Defines the parts one task at a time, so that key presses are handled in between. Each part has to update right after its
 * definition, or properties set before the upgrade would overwrite later ones; so what it shows beside the step is loaded first.
 */
export async function defineParts(step: StageStep | undefined): Promise<void> {
  if (step && !canWrite(step)) await loadBeside();
  for (const [name, element] of parts) {
    registerElement(name, element);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
