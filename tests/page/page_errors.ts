/**
 * Copies of the site and of the single file that record errors and console messages from the first line on, in the same
 * way in every engine: not every driver reports the console.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { distSingleFile, distSite } from "../../scripts/lib/paths.mjs";

/** Runs in the page before anything else. */
function listen(): void {
  const complaints: string[] = [];
  const hear = (kind: string, what: unknown): void => void complaints.push(`${kind}: ${String(what)}`);
  for (const level of ["error", "warn"] as const) console[level] = (...what) => hear(level, what.join(" "));
  addEventListener(
    "error",
    ({ target, message }) => {
      if (!(target instanceof Element)) hear("uncaught", message);
      // Firefox 140 reports an error when a preload is already loaded; a real failure rejects the import.
      else if (!target.matches('link[rel="modulepreload"]')) hear("not loaded", target.outerHTML);
    },
    true,
  );
  addEventListener("unhandledrejection", (event) => hear("rejected", event.reason));
  addEventListener("securitypolicyviolation", (event) => hear("policy", event.violatedDirective));
  addEventListener("heads-up-error", (event) =>
    hear("refused", JSON.stringify((event as CustomEvent).detail)),
  );
  Object.assign(window, { complaints });
}

const script = `(${listen})();`;
const before = (html: string, tag: string): string => html.replace("<head>", `<head>${tag}`);

/** The site in a folder, with the listener as a separate file, so that a strict policy allows it. */
export function listeningSite(folder: string): string {
  const site = path.join(folder, "site");
  cpSync(distSite, site, { recursive: true });
  const page = path.join(site, "index.html");
  writeFileSync(path.join(site, "listen.js"), script);
  writeFileSync(page, before(readFileSync(page, "utf8"), '<script src="./listen.js"></script>'));
  return site;
}

/** The single file in a folder. */
export function listeningSingleFile(folder: string): string {
  const file = path.join(folder, "heads-up.html");
  writeFileSync(file, before(readFileSync(distSingleFile, "utf8"), `<script>${script}</script>`));
  return file;
}

/** Runs in the page: the recorded messages. */
export const complaintsHeard = (): string[] =>
  (globalThis as unknown as { complaints: string[] }).complaints ?? ["nobody listens"];
