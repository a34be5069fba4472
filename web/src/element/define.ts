/** Registers <heads-up>; all else comes by later.ts. Importing this file is what makes the element work on a page. */

import { registerElement } from "../views/common/register.js";
import { HeadsUpElement } from "./heads_up_element.js";
import { loadParts } from "./load_parts.js";

registerElement("heads-up", HeadsUpElement);

// Sent for when what the first picture needs is there: before, it would only hold that up.
void loadParts();
