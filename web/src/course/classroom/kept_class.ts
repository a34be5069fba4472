/** What the instructor typed and the class that is open, kept until the tab is closed, if the instructor wants that. */
import { type Fields, NO_FIELDS } from "./form.js";

const KEY = "heads-up-classroom";

export interface KeptClass {
  readonly fields: Fields;
  /** The class that is open. */
  readonly registration?: string | undefined;
}

export function keep(one: KeptClass): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(one));
  } catch {
    // Without storage a reload begins anew.
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

/** Undefined if nothing is kept, or nothing that can be read. */
export function kept(): KeptClass | undefined {
  try {
    const { fields, registration } = JSON.parse(sessionStorage.getItem(KEY) ?? "");
    const texts = Object.keys(NO_FIELDS).map((name) => [name, String(fields[name] ?? "")]);
    const one = { fields: Object.fromEntries(texts) as unknown as Fields };
    return typeof registration === "string" ? { ...one, registration } : one;
  } catch {
    return undefined;
  }
}
