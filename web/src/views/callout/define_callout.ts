/** Registers the arithmetic of a cell. Importing this file is what makes it appear. */
import { CalloutElement } from "./callout_element.js";

if (!customElements.get("heads-up-callout")) customElements.define("heads-up-callout", CalloutElement);
