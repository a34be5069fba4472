/**
 * A classic script before the page's modules. Sandboxed frames and file:// pages have no origin, and browsers load modules
 * for them only if the server sends CORS headers. Without them the page loads as one classic script.
 */
export {}; // makes this a module, so that its names are not global

declare const trustedTypes: { createPolicy(name: string, rules: object): unknown };
// Under Trusted Types, scripts and workers are loaded only from the site's own files. The build uses this file alone, so boot.ts
// repeats this code for the other page.
try {
  const site = new URL(".", document.baseURI).href;
  const createScriptURL = (url: string) => (new URL(url, site).href.startsWith(site) ? url : undefined);
  trustedTypes.createPolicy("default", { createScriptURL });
} catch {
  // The browser has no Trusted Types, or the server's policy names no "default": then the page does the work of the workers.
}

const { whole, code } = (document.currentScript as HTMLScriptElement | null)?.dataset ?? {};
const classicScript = (new URLSearchParams(location.search).has("code") ? code : whole) ?? "";
const listening = new AbortController();

addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== "module") return;
    listening.abort();
    document.head.append(Object.assign(document.createElement("script"), { src: classicScript }));
  },
  { capture: true, signal: listening.signal },
);
