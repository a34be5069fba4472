/** "Head 1: same word" for a head with a role in readable or trained weights. Heads are counted from 1, as below the stage. */
import { fill } from "./number_text.js";
import type { Words } from "./words.js";

export const headText = ({ readable }: Words, head: number, role: string | undefined): string =>
  readable && role ? fill(readable.head, { head: head + 1, role }) : "";
