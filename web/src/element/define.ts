/** Registers <heads-up> and the elements of the first script when imported; beside.ts registers those of the second. */

import { registerElements } from "../views/common/register.js";
import { DrawersElement } from "../views/drawers/drawers_element.js";
import { AxesElement } from "../views/side/axes_element.js";
import { SideElement } from "../views/side/side_element.js";
import { AxisKeysElement } from "../views/stage/axis_keys_element.js";
import { GridElement, OperandElement } from "../views/stage/grid_element.js";
import { LegendElement } from "../views/stage/legend_element.js";
import { StageElement } from "../views/stage/stage_element.js";
import { StripElement } from "../views/strip/strip_element.js";
import { TransportElement } from "../views/transport/transport_element.js";
import { HeadsUpElement } from "./heads_up_element.js";

registerElements([
  ["heads-up-axes", AxesElement],
  ["heads-up-axis-keys", AxisKeysElement],
  ["heads-up-grid", GridElement],
  ["heads-up-legend", LegendElement],
  ["heads-up-operand", OperandElement],
  ["heads-up-side", SideElement],
  ["heads-up-stage", StageElement],
  ["heads-up-strip", StripElement],
  ["heads-up-drawers", DrawersElement],
  ["heads-up-transport", TransportElement],
  ["heads-up", HeadsUpElement],
]);
