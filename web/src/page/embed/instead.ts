/**
 * A classic script before the page's modules. Sandboxed frames and file:// pages have no origin, and browsers load modules
 * for them only if the server sends CORS headers. Without them the page loads as one classic script.
 */
export {}; // a module, so that its names are its own

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
