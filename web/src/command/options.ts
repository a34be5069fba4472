/** Parses the command line: one table of options, and which of them each command takes. */
import { parseArgs } from "node:util";
import { LANGUAGES } from "../words/words.js";
import { UsageError } from "./io.js";

/** An option: how parseArgs takes it, and how its word is read. */
interface Option<T> {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: boolean;
  read(word: never, option: string): T;
}

const text = (short?: string): Option<string> => ({
  ...{ type: "string", ...(short ? { short } : {}) },
  read: (word: string) => word,
});
const flag: Option<true> = { type: "boolean", read: () => true };

function numberOf(option: string, word: string, pattern: RegExp, wants: string): number {
  if (!pattern.test(word)) throw new UsageError(`${option} ${word || '""'}: wants ${wants}`);
  return Number(word);
}
const number = (pattern: RegExp, wants: string, short?: string): Option<number> => ({
  ...text(short),
  read: (word: string, option) => numberOf(option, word, pattern, wants),
});

const oneOf = <T extends string>(known: readonly T[], short?: string): Option<T> => ({
  ...text(short),
  read(word: string, option) {
    const found = known.find((one) => one === word);
    if (found === undefined)
      throw new UsageError(`${option} ${word || '""'}: wants one of ${known.join(", ")}`);
    return found;
  },
});

const COUNT = [/^[1-9]\d{0,5}$/, "1 to 999999"] as const;
const OPTIONS = {
  ...{ seed: number(/^-?\d+$/, "a whole number"), out: text("o"), weights: text("w") },
  step: { ...text("s"), multiple: true, read: (words: readonly string[]) => words },
  format: oneOf(["table", "json", "npz"], "f"),
  ...{ explain: text("e"), depth: number(/^[1-9]$/, "1 to 9") },
  ...{ class: flag, torch: flag, "tied-head": flag, json: flag },
  // The core refuses a share that is too large.
  dropout: number(/^\d*\.?\d+$/, "a number such as 0.1"),
  ...{ steps: number(...COUNT, "n"), every: number(...COUNT) },
  ...{ lang: oneOf(LANGUAGES), into: text(), completion: oneOf(["walked", "answered"]) },
  "mastery-score": number(/^(0|1|0?\.\d{1,4})$/, "0 to 1, such as 0.8"),
} satisfies Readonly<Record<string, Option<unknown>>>;

type Name = keyof typeof OPTIONS;
type Values<Names extends Name> = { readonly [K in Names]?: ReturnType<(typeof OPTIONS)[K]["read"]> };

/** What the options of a command say, and the other words; `tokens` are the words in their order. */
function parsed<const Names extends Name>(args: readonly string[], names: readonly Names[]) {
  try {
    const options = Object.fromEntries(names.map((name) => [name, OPTIONS[name] as Option<unknown>]));
    const { values, positionals, tokens } = parseArgs({
      ...{ args: joinNegatives(args), options, allowPositionals: true, tokens: true },
    });
    const read = Object.entries(values).map(([name, word]) => [
      name,
      (OPTIONS[name as Name] as Option<unknown>).read(word as never, `--${name}`),
    ]);
    return { values: Object.fromEntries(read) as Values<Names>, positionals, tokens };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // The first sentence says what is wrong; the others are hints for programmers.
    throw new UsageError((error as Error).message.split(/[.\n]/)[0]);
  }
}

/** Joins `--steps -3` to `--steps=-3`, because parseArgs takes a separate -3 for an option. */
function joinNegatives(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of args) {
    const last = joined.at(-1);
    if (/^-\d/.test(word) && last && /^--[\w-]+$/.test(last)) joined.splice(-1, 1, `${last}=${word}`);
    else joined.push(word);
  }
  return joined;
}

function onlySpec(positionals: readonly string[]): string {
  const [spec, ...more] = positionals;
  if (spec === undefined) throw new UsageError("no spec: give a file, - for standard input, or a lesson");
  if (more.length > 0) throw new UsageError(`one spec at a time: got ${positionals.join(" ")}`);
  return spec;
}

function lessonFiles(positionals: readonly string[]): readonly string[] {
  if (positionals.length === 0) throw new UsageError("no lesson file: give one or more");
  return positionals;
}

export interface Cell {
  readonly name: string;
  readonly index: readonly number[];
  /** How many levels of terms to show. */
  readonly depth: number;
}

/** `toTerminal`: whether standard output is a terminal. */
export function runOptionsOf(args: readonly string[], toTerminal: boolean) {
  const names = ["seed", "out", "weights", "step", "format", "explain", "depth"] as const;
  const { values, positionals, tokens } = parsed(args, names);
  const { seed, out, weights, step: steps = [], explain: name, depth } = values;
  if (name === undefined && depth !== undefined) throw new UsageError("--depth wants --explain");
  // The index, the word after the step's name, is a positional to parseArgs.
  const option = tokens.find((token) => token.kind === "option" && token.name === "explain");
  const place = option && option.index + ("inlineValue" in option && option.inlineValue ? 1 : 2);
  const word = tokens.find((token) => token.kind === "positional" && token.index === place);
  if (option && word?.kind !== "positional")
    throw new UsageError("--explain wants a step and an index, such as output 0,3,5");
  const index = word?.kind === "positional" ? word.value : undefined;
  const spec = onlySpec(positionals.filter((one) => one !== index));
  const explain: Cell | undefined =
    name === undefined || index === undefined
      ? undefined
      : { name, index: indexOf(index), depth: depth ?? 1 };
  const ending = /\.(json|npz)$/.exec(out ?? "")?.[1] as "json" | "npz" | undefined;
  const format = values.format ?? ending ?? "table";
  if (ending && format !== ending) throw new UsageError(`--format ${format} does not go with --out ${out}`);
  if (explain && steps.length > 0) throw new UsageError("--explain and --step are two questions");
  if (explain && format === "npz") throw new UsageError("--explain gives a table or json, not npz");
  if (format === "npz" && out === undefined && toTerminal)
    throw new UsageError("npz is not for a terminal: give --out FILE, or a pipe");
  return { spec, seed, out, weights, steps, format, explain };
}
export type RunOptions = ReturnType<typeof runOptionsOf>;

/** Whether a word is the file of a program. */
export const isProgram = (word: string): boolean => /^[^-].*\.(py|ipynb)$/.test(word);

export function programOptionsOf(args: readonly string[]) {
  const { values, positionals } = parsed(args, ["out", "json"]);
  return { file: onlySpec(positionals), json: values.json ?? false, out: values.out };
}
export type ProgramOptions = ReturnType<typeof programOptionsOf>;

const indexOf = (words: string): number[] =>
  words.split(",").map((word) => numberOf("--explain", word, /^\d+$/, "an index such as 0,3,5"));

export function torchOptionsOf(args: readonly string[]) {
  const { values, positionals } = parsed(args, ["seed", "out", "class"]);
  const form = values.class ? ("class" as const) : ("steps" as const);
  return { spec: onlySpec(positionals), out: values.out, seed: values.seed, form };
}

export function trainOptionsOf(args: readonly string[]) {
  const names = ["seed", "out", "tied-head", "dropout", "steps", "every", "weights", "torch"] as const;
  const { values, positionals } = parsed(args, names);
  const { "tied-head": tiedHead, steps = 200, every = 10, torch = false, ...others } = values;
  if (torch && others.weights !== undefined)
    throw new UsageError("--torch prints a script; it has no --weights to write");
  return { spec: onlySpec(positionals), tiedHead, steps, every, torch, ...others };
}
export type TrainOptions = ReturnType<typeof trainOptionsOf>;

export function checkOptionsOf(args: readonly string[]) {
  const { values, positionals } = parsed(args, ["lang"]);
  return { files: lessonFiles(positionals), lang: values.lang ?? "en" };
}
export type CheckOptions = ReturnType<typeof checkOptionsOf>;

export function packOptionsOf(args: readonly string[]) {
  const names = ["lang", "into", "out", "completion", "mastery-score"] as const;
  const { values, positionals } = parsed(args, names);
  const { lang = "en", into, out, completion, "mastery-score": masteryScore } = values;
  if (into === undefined) throw new UsageError("pack wants --into heads-up.html or --into course.zip");
  if (out === undefined) throw new UsageError("pack wants --out FILE");
  const areSet = completion !== undefined || masteryScore !== undefined;
  return {
    files: areSet ? positionals : lessonFiles(positionals),
    lang,
    into,
    out,
    completion,
    masteryScore,
  };
}
export type PackOptions = ReturnType<typeof packOptionsOf>;
