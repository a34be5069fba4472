/** Registers the figures of the notes. Importing this file is what makes them appear. */
import { registerElement } from "../common/register.js";
import { AsideElement } from "./aside_element.js";

registerElement("heads-up-aside", AsideElement);
