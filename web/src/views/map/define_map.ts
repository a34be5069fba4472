/** Registers the sheet with the map, and the miniature that leads to it. Importing this file makes them appear. */

import { registerElement } from "../common/register.js";
import { MapElement } from "./map_element.js";
import { MapMiniatureElement } from "./miniature_element.js";

registerElement("heads-up-map", MapElement);
registerElement("heads-up-map-miniature", MapMiniatureElement);
