/** Registers the sheet with the search for answers. Importing this file makes it appear. */

import { registerElement } from "../common/register.js";
import { ConfusionsElement } from "./confusions_element.js";

registerElement("heads-up-confusions", ConfusionsElement);
