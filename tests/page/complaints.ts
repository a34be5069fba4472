/**
 * Copies of the site and of the single file that keep what a page complains of, from its first line on and in the same
 * way in every engine: not every driver tells what the console says.
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
      // Firefox 140 refuses to preload what it has already; what really fails to load is rejected.
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

/** The site in a folder, with the listener as a file, which a strict policy allows. */
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

/** Runs in the page: what it has complained of. */
export const complaintsHeard = (): string[] =>
  (globalThis as unknown as { complaints: string[] }).complaints ?? ["nobody listens"];
