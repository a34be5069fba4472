/**
 * A classic script before the page's modules. Sandboxed frames and file:// pages have no origin, and browsers load modules
 * for them only if the server sends CORS headers. Without them the page loads as one classic script.
 */
export {}; // a module, so that its names are its own

declare const trustedTypes: { createPolicy(name: string, rules: object): unknown };
// Under Trusted Types no script and no worker is loaded but the site's own files. The build takes this file alone, so boot.ts
// has the same for the other page.
try {
  const own = new URL(".", document.baseURI).href;
  const createScriptURL = (url: string) => (new URL(url, own).href.startsWith(own) ? url : undefined);
  trustedTypes.createPolicy("default", { createScriptURL });
} catch {
  // The browser has no Trusted Types, or the server's policy names no "default": then the page does the work of the workers.
}

const whole = (document.currentScript as HTMLScriptElement | null)?.dataset["whole"] ?? "";
const seen = new AbortController();

addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
    seen.abort();
    document.head.append(Object.assign(document.createElement("script"), { src: whole }));
  },
  { capture: true, signal: seen.signal },
);
