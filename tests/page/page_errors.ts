/**
 * Copies of the site and of the single file that record errors and console messages from the start, in the same way in
 * every engine, because not every driver reports the console.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { distSingleFile, distSite } from "../../scripts/lib/paths.mjs";

/** Runs in the page before any other script: records errors and warnings. */
function recordErrors(): void {
  const complaints: string[] = [];
  const record = (kind: string, what: unknown): void => void complaints.push(`${kind}: ${String(what)}`);
  for (const level of ["error", "warn"] as const) console[level] = (...what) => record(level, what.join(" "));
  addEventListener(
    "error",
    ({ target, message }) => {
      if (!(target instanceof Element)) record("uncaught", message);
      // Firefox 140 reports an error when a preload is already loaded; a real failure rejects the import.
      else if (!target.matches('link[rel="modulepreload"]')) record("not loaded", target.outerHTML);
    },
    true,
  );
  addEventListener("unhandledrejection", (event) => record("rejected", event.reason));
  addEventListener("securitypolicyviolation", (event) => record("policy", event.violatedDirective));
  addEventListener("heads-up-error", (event) =>
    record("refused", JSON.stringify((event as CustomEvent).detail)),
  );
  Object.assign(window, { complaints });
}

const script = `(${recordErrors})();`;
const before = (html: string, tag: string): string => html.replace("<head>", `<head>${tag}`);

/** Writes the site into a folder, with the listener as a separate file, so that a strict policy allows it. */
export function writeListeningSite(folder: string): void {
  cpSync(distSite, folder, { recursive: true });
  const page = path.join(folder, "index.html");
  writeFileSync(path.join(folder, "listen.js"), script);
  writeFileSync(page, before(readFileSync(page, "utf8"), '<script src="./listen.js"></script>'));
}

/** Writes the single file, with the listener, into a folder. */
export function listeningSingleFile(folder: string): string {
  const file = path.join(folder, "heads-up.html");
  writeFileSync(file, before(readFileSync(distSingleFile, "utf8"), `<script>${script}</script>`));
  return file;
}

/** Runs in the page: the recorded messages. */
export const recordedComplaints = (): string[] =>
  (globalThis as unknown as { complaints: string[] }).complaints ?? ["nobody listens"];
