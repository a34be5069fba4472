/** Reactive properties that only a template or the element itself sets: none has an attribute. */
import type { PropertyDeclarations } from "lit";

export const reactive = (...names: readonly string[]): PropertyDeclarations =>
  Object.fromEntries(names.map((name) => [name, { attribute: false }]));
