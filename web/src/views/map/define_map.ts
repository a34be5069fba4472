/** Registers the sheet with the map. Importing this file makes it appear. */

import { registerElement } from "../common/register.js";
import { MapElement } from "./map_element.js";

registerElement("heads-up-map", MapElement);
