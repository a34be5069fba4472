/** Registers <heads-up-callout>. */
import { registerElement } from "../common/register.js";
import { CalloutElement } from "./callout_element.js";

registerElement("heads-up-callout", CalloutElement);
