/** The code for inspecting the stage: highlighted operands, the lens, the worked row, the placing of the arithmetic, the key to axis letters. */
import { registerElement } from "../common/register.js";
import { AxisKeysElement } from "../stage/axis_keys_element.js";

export { lensOf } from "../../draw/lens.js";
export { highlight } from "../../draw/overlay.js";
export { askedRow } from "../stage/asked_row.js";
export { axisLabelsOf } from "../stage/axis_labels.js";
export { placeArithmetic, placeLens } from "./callout_place.js";

registerElement("heads-up-axis-keys", AxisKeysElement);
