/** `heads-up-attention/element`: importing it registers <heads-up>. */
import "../element/define.js";
import type { HeadsUpElement } from "./element_class.js";

export * from "./element_class.js";

declare global {
  interface HTMLElementTagNameMap {
    "heads-up": HeadsUpElement;
  }
}
