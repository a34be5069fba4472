/** Registers the figures of the notes. Importing this file is what makes them appear. */
import { AsideElement } from "./aside_element.js";

if (!customElements.get("heads-up-aside")) customElements.define("heads-up-aside", AsideElement);
