/** Registers the element of the sheets over the stage. Importing this file makes them appear. */

import { registerElement } from "../common/register.js";
import { SheetsElement } from "./sheets_element.js";

registerElement("heads-up-sheets", SheetsElement);
