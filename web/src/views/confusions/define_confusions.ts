/** Registers the sheet in which answers are looked up. Importing this file is what makes it appear. */

import { registerElement } from "../common/register.js";
import { ConfusionsElement } from "./confusions_element.js";

registerElement("heads-up-confusions", ConfusionsElement);
