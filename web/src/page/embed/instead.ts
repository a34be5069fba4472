/**
 * A classic script before the page's modules. A frame in a sandbox, and a page from the disk, have no origin: a browser
 * gives modules to them only where the server allows it to all the world. Then the page comes as one classic script.
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
