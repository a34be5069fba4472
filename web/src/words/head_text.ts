/** "Head 1: same word": what a head with readable or trained weights does. Heads are counted from 1, as below the stage. */
import { fill } from "./number_text.js";
import type { Words } from "./words.js";

export const headText = ({ readable }: Words, head: number, role: string | undefined): string =>
  readable && role ? fill(readable.head, { head: head + 1, role }) : "";
