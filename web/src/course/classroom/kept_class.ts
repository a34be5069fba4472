/** Stores the form and the open class until the tab is closed, if the instructor has chosen that. */
import { type Fields, NO_FIELDS } from "./form.js";

const KEY = "heads-up-classroom";

export interface KeptClass {
  readonly fields: Fields;
  /** The id of the open class, if there is one. */
  readonly registration?: string | undefined;
}

export function storeClass(state: KeptClass): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // Without storage, a reload starts with an empty form.
  }
}

export function forgetClass(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, nothing was stored.
  }
}

/** The stored class; undefined if nothing is stored or it cannot be read. */
export function storedClass(): KeptClass | undefined {
  try {
    const { fields, registration } = JSON.parse(sessionStorage.getItem(KEY) ?? "");
    const texts = Object.keys(NO_FIELDS).map((name) => [name, String(fields[name] ?? "")]);
    const state = { fields: Object.fromEntries(texts) as unknown as Fields };
    return typeof registration === "string" ? { ...state, registration } : state;
  } catch {
    return undefined;
  }
}
