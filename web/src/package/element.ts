/** `heads-up-attention/element`: importing it is what makes <heads-up> work on a page. */
import "../element/define.js";
import type { HeadsUpElement } from "./element_class.js";

export * from "./element_class.js";

declare global {
  interface HTMLElementTagNameMap {
    "heads-up": HeadsUpElement;
  }
}
