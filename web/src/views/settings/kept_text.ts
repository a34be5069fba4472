/**
 * What is typed in the settings and not yet on the stage, kept while the tab is open: a reload loses none of it. Storage
 * may be refused; then it is lost.
 */
import type { FormText } from "./settings_fields.js";

const KEY = "heads-up-typed";

/** What was typed over this data; undefined forgets it. */
export function keepTyped(given: FormText, typed: FormText | undefined): void {
  try {
    if (typed) sessionStorage.setItem(KEY, JSON.stringify({ given, typed }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A sandboxed frame or a file:// page may keep nothing.
  }
}

/** What was typed over this data and left unfinished; only fields that there are, of the kinds they have. */
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
