/**
 * The page around an embedded page: told what happens, heard where it may speak. Only a parent is listened to, and where
 * the address names its origin, only one from there; where the address names a wrong one, nobody.
 */
import { type Command, isProblem, message, readMessage, type Told } from "./messages.js";

/** `any`: no origin was named. `none`: what was named is no origin. */
export type ParentOrigin =
  | { readonly kind: "named"; readonly origin: string }
  | { readonly kind: "any" | "none" };

/** Of a whole address no more than its origin is taken, and only one that can be named: a sandbox has none. */
export function parentOrigin(text: string | null): ParentOrigin {
  if (text === null) return { kind: "any" };
  const origin = URL.canParse(text) ? new URL(text).origin : "null";
  return /^https?:/.test(origin) ? { kind: "named", origin } : { kind: "none" };
}

export class ParentPage {
  readonly #origin: ParentOrigin;

  constructor(origin: ParentOrigin) {
    this.#origin = origin;
  }

  get #isThere(): boolean {
    return window.parent !== window && this.#origin.kind !== "none";
  }

  tell(told: Told): void {
    if (!this.#isThere) return;
    const isNamed = this.#origin.kind === "named";
    window.parent.postMessage(message(told, isNamed), isNamed ? this.#origin.origin : "*");
  }

  /** What it asks for, from now on. */
  listen(obey: (command: Command) => void): void {
    if (!this.#isThere) return;
    window.addEventListener("message", ({ source, origin, data }) => {
      if (source !== window.parent) return;
      if (this.#origin.kind === "named" && origin !== this.#origin.origin) return;
      const read = readMessage(data);
      if (!read) return;
      if (isProblem(read)) this.tell({ type: "error", ...read });
      else obey(read);
    });
  }
}
