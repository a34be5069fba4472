/**
 * The parent of an embedded page: it gets events and may send commands. Only the parent is listened to; if the URL names an
 * origin, only a parent of that origin; if the named origin is invalid, nobody.
 */
import { type Command, type FrameEvent, isProblem, message, readMessage } from "./messages.js";

/** `any`: the URL names no origin. `none`: what it names is not an origin. */
export type ParentOrigin =
  | { readonly kind: "named"; readonly origin: string }
  | { readonly kind: "any" | "none" };

/** The origin of a URL; a sandboxed page has none that could be named. */
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

  get #canPost(): boolean {
    return window.parent !== window && this.#origin.kind !== "none";
  }

  post(event: FrameEvent): void {
    if (!this.#canPost) return;
    const isNamed = this.#origin.kind === "named";
    window.parent.postMessage(message(event, isNamed), isNamed ? this.#origin.origin : "*");
  }

  /** Calls `follow` with every command from now on. */
  listen(follow: (command: Command) => void): void {
    if (!this.#canPost) return;
    window.addEventListener("message", ({ source, origin, data }) => {
      if (source !== window.parent) return;
      if (this.#origin.kind === "named" && origin !== this.#origin.origin) return;
      const read = readMessage(data);
      if (!read) return;
      if (isProblem(read)) this.post({ type: "error", ...read });
      else follow(read);
    });
  }
}
