/** Registers <heads-up> when imported. Its other parts are loaded after the first picture. */

import { registerElement } from "../views/common/register.js";
import { HeadsUpElement } from "./heads_up_element.js";
import { loadParts } from "./load_parts.js";

registerElement("heads-up", HeadsUpElement);

// Requested after the code of the first picture, which it would delay.
void loadParts();
