/** "Head 1: same word": what a head with readable weights does. Heads are counted from 1, as below the stage. */
import { roleOfHead } from "../module/readable.js";
import type { Trace } from "../module/types.js";
import { fill } from "./number_text.js";
import type { Words } from "./words.js";

export function headText({ readable }: Words, spec: Trace["spec"], head: number): string {
  return readable ? fill(readable.head, { head: head + 1, role: readable[roleOfHead(spec, head)] }) : "";
}
