/** Reactive properties that only a template or the element itself sets: none has an attribute. */
import type { PropertyDeclarations } from "lit";

/** `E` is the element, whose public fields these are. */
export const reactive = <E>(...names: readonly (keyof E & string)[]): PropertyDeclarations =>
  Object.fromEntries(names.map((name) => [name, { attribute: false }]));
