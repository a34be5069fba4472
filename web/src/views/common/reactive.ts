/** A reactive property that only a template or the element itself sets: it has no attribute. */
import { property } from "lit/decorators/property.js";

export const reactive = property({ attribute: false });
