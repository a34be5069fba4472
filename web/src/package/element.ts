/** `heads-up-attention/element`, which registers <heads-up> when it is imported. */
import "../element/define.js";
import type { HeadsUpElement, HeadsUpEventMap } from "./element_class.js";

export * from "./element_class.js";

declare global {
  interface GlobalEventHandlersEventMap extends HeadsUpEventMap {}
  interface HTMLElementTagNameMap {
    "heads-up": HeadsUpElement;
  }
}
