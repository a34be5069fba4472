/** The table of docs/errors.md, which owns the list of error codes. */
import { readFileSync } from "node:fs";
import path from "node:path";

/** Each code with the facts that it carries. */
export function documentedErrors(): Record<string, string[]> {
  const text = readFileSync(path.join(import.meta.dirname, "../../docs/errors.md"), "utf8");
  const rows = [...text.matchAll(/^\| `([a-z-]+)` \|[^|]*\|([^|]*)\|$/gm)];
  return Object.fromEntries(rows.map(([, code = "", facts = ""]) => [code, facts.match(/\w+/g) ?? []]));
}
