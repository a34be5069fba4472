/** `heads-up-attention/element`, which registers <heads-up> when it is imported. */
import "../element/define.js";
import type { HeadsUpElement } from "./element_class.js";

export * from "./element_class.js";

declare global {
  interface HTMLElementTagNameMap {
    "heads-up": HeadsUpElement;
  }
}
