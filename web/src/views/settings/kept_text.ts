/**
 * Keeps input of the settings form that is not on the stage yet in session storage, so that it survives a reload. If the
 * browser refuses storage, the input is lost.
 */
import type { FormText } from "../../store/settings_fields.js";

const KEY = "heads-up-typed";

/** Stores what was typed over `given`; undefined deletes it. */
export function keepTyped(given: FormText, typed: FormText | undefined): void {
  try {
    if (typed) sessionStorage.setItem(KEY, JSON.stringify({ given, typed }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage may be blocked in a sandboxed frame or on a file:// page.
  }
}

/** The input stored for `given`. Unknown fields and values of a wrong type are ignored. */
export function typedOver(given: FormText): FormText | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    if (JSON.stringify(kept?.given) !== JSON.stringify(given)) return undefined;
    const known = Object.entries(given).map(([field, value]) => {
      const typed: unknown = kept.typed?.[field];
      return [field, typeof typed === typeof value ? typed : value];
    });
    return Object.fromEntries(known) as FormText;
  } catch {
    return undefined;
  }
}
