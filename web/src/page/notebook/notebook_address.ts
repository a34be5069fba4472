/** The notebook's URL, read and written, and the program that it asks for. */
import { THEME_NAMES, type ThemeName } from "../../draw/theme.js";
import { messageOf, refused } from "../../module/errors.js";
import { type Example, examples } from "../../notebook/examples.js";
import { hasProgram, programOf } from "../../notebook/program_link.js";
import { integer, oneOf } from "../../spec/address_forms.js";
import { KeptText } from "../../store/kept/kept_text.js";
import { LANGUAGES } from "../../words/words.js";
import { type Problem, UrlReader } from "../address/url_reader.js";
import { CODE } from "./notebook_name.js";

/** What the reader has typed; before it, in the first line, what the address asked for meanwhile. */
const kept = new KeptText("program");

export interface Program {
  readonly source: string;
  /** The name of an example that is as it was. */
  readonly example?: string;
}

export interface OpenedProgram {
  readonly program: Program;
  /** The line whose step it opens at. */
  readonly line: number | undefined;
  readonly theme: ThemeName | undefined;
  readonly mode: "lecture" | undefined;
  readonly problems: readonly Problem[];
}

/** What is asked for: a fragment with a program, or else the name of an example, or nothing. */
const askedBy = (search: string, fragment: string): string =>
  hasProgram(fragment) ? fragment : (new URLSearchParams(search).get(CODE)?.trim() ?? "");

export function keepProgram(source: string): void {
  kept.keep(`${askedBy(location.search, location.hash)}\n${source}`);
}

/** Call when the address of a program has been written: if it is the kept one, that is what the address asks for now. */
export function keepAddress(source: string): void {
  if (keptProgram()?.source === source) keepProgram(source);
}

function keptProgram(): { readonly asked: string; readonly source: string } | undefined {
  const { now } = kept;
  const at = now?.indexOf("\n") ?? -1;
  return now !== undefined && at >= 0 ? { asked: now.slice(0, at), source: now.slice(at + 1) } : undefined;
}

/** Never rejects; what cannot be used is a problem, and another program comes in its place. */
export async function programAt(search: string, fragment: string): Promise<OpenedProgram> {
  const read = new UrlReader(search);
  const { linked, example } = await named(read, fragment);
  const theme = read.value("theme", oneOf(THEME_NAMES));
  const mode = read.value("mode", oneOf(["lecture"] as const));
  const line = read.value("line", integer);
  read.value("lang", oneOf(LANGUAGES));
  read.refuseUnknown();
  const typed = keptProgram();
  // What was typed just before the page was loaded again has not reached the address.
  const isTyped = typed?.asked === askedBy(search, fragment) || (linked === undefined && !example);
  const source = (isTyped ? typed?.source : undefined) ?? linked;
  const program = source === undefined ? await loaded(example, read.problems) : { source };
  return { program, line, theme, mode, problems: read.problems };
}

/** The program of a frame's address, which remembers nothing that was typed. */
export async function framedProgram(
  search: string,
  fragment: string,
): Promise<Pick<OpenedProgram, "program" | "problems">> {
  const read = new UrlReader(search);
  const { linked, example } = await named(read, fragment);
  const program = linked === undefined ? await loaded(example, read.problems) : { source: linked };
  return { program, problems: read.problems };
}

/** The program in the fragment, or else the example that the address names. */
async function named(read: UrlReader, fragment: string) {
  const name = read.text(CODE) ?? "";
  const example = examples.find(({ id }) => id === name);
  const linked = hasProgram(fragment) ? await programOf(fragment) : undefined;
  if (hasProgram(fragment) && linked === undefined)
    read.problems.push(refused("program-lost", {}, "the address: got a program that cannot be read"));
  else if (linked === undefined && name !== "" && !example)
    read.refuse(CODE, name, examples.map(({ id }) => id).join(", "));
  return { linked, example };
}

async function loaded(example: Example | undefined, problems: Problem[]): Promise<Program> {
  const { id, load } = example ?? FIRST;
  try {
    return { source: await load(), example: id };
  } catch (cause) {
    problems.push(refused("example-missing", { field: id, got: messageOf(cause) }));
    return { source: "" };
  }
}

const [FIRST] = examples as readonly [Example, ...Example[]];
