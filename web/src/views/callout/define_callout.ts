/** Registers <heads-up-callout>. */
import { CalloutElement } from "./callout_element.js";

if (!customElements.get("heads-up-callout")) customElements.define("heads-up-callout", CalloutElement);
