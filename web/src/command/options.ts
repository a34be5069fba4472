/** Parses the command line. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { ScriptForm } from "../module/heads_up.js";
import { LANGUAGES } from "../words/words.js";
import { UsageError } from "./failure.js";

const formats = ["table", "json", "npz"] as const;
type Format = (typeof formats)[number];

export interface Cell {
  readonly name: string;
  readonly index: readonly number[];
  /** How many levels of terms to show. */
  readonly depth: number;
}

export interface RunOptions {
  readonly spec: string;
  readonly seed: number | undefined;
  readonly out: string | undefined;
  readonly weights: string | undefined;
  readonly steps: readonly string[];
  readonly format: Format;
  readonly explain: Cell | undefined;
}

export interface TorchOptions extends Pick<RunOptions, "spec" | "seed" | "out"> {
  readonly form: ScriptForm;
}

export interface TrainOptions extends Pick<RunOptions, "spec" | "seed" | "out"> {
  /** These two override the spec's. */
  readonly tiedHead: true | undefined;
  readonly dropout: number | undefined;
  readonly steps: number;
  /** The number of steps between printed losses. */
  readonly every: number;
  /** Whether to print the PyTorch script instead of training. */
  readonly torch: boolean;
  /** Where to write the trained weights. */
  readonly weights: string | undefined;
}

export interface CheckOptions {
  readonly files: readonly string[];
  readonly lang: string;
}

export interface PackOptions extends CheckOptions {
  /** The file of the project's page or course into which the lessons are packed. */
  readonly into: string;
  readonly out: string;
  /** What completes the lessons of a course, and the lowest score that passes; undefined: as it is in the course. */
  readonly completion: Completion | undefined;
  readonly masteryScore: number | undefined;
}

const completions = ["walked", "answered"] as const;
type Completion = (typeof completions)[number];

const text = (short: string) => ({ type: "string", short }) as const;
const sharedOptions = { seed: { type: "string" }, out: text("o") } as const;
const torchOptions = { ...sharedOptions, class: { type: "boolean" } } as const;
const runOptions = {
  ...sharedOptions,
  weights: text("w"),
  step: { ...text("s"), multiple: true },
  format: text("f"),
  explain: text("e"),
  depth: { type: "string" },
} as const;

const trainOptions = {
  ...sharedOptions,
  "tied-head": { type: "boolean" },
  dropout: { type: "string" },
  steps: text("n"),
  every: { type: "string" },
  weights: text("w"),
  torch: { type: "boolean" },
} as const;

const lessonOptions = { lang: { type: "string" } } as const;
const packOptions = {
  ...lessonOptions,
  into: { type: "string" },
  out: text("o"),
  completion: { type: "string" },
  "mastery-score": { type: "string" },
} as const;

/** `toTerminal`: whether standard output is a terminal. */
export function runOptionsOf(args: readonly string[], toTerminal: boolean): RunOptions {
  const { values, positionals, tokens } = parseOptions(args, runOptions);
  const word = values.explain === undefined ? undefined : wordAfterExplain(tokens);
  const options = {
    spec: onlySpec(positionals.filter((positional) => positional !== word)),
    seed: seedOf(values.seed),
    out: values.out,
    weights: values.weights,
    steps: values.step ?? [],
    format: formatOf(values.format ?? endingOf(values.out)),
    explain: cellOf(values.explain, word, values.depth),
  };
  const ending = endingOf(values.out);
  if (values.format !== undefined && ending !== "table" && ending !== options.format)
    throw new UsageError(`--format ${values.format} does not go with --out ${values.out}`);
  checkCombination(options, toTerminal);
  return options;
}

function checkCombination({ format, steps, explain, out }: RunOptions, toTerminal: boolean): void {
  if (explain && steps.length > 0) throw new UsageError("--explain and --step are two questions");
  if (explain && format === "npz") throw new UsageError("--explain gives a table or json, not npz");
  if (format === "npz" && out === undefined && toTerminal) {
    throw new UsageError("npz is not for a terminal: give --out FILE, or a pipe");
  }
}

export function torchOptionsOf(args: readonly string[]): TorchOptions {
  const { values, positionals } = parseOptions(args, torchOptions);
  const form = values.class ? "class" : "steps";
  return { spec: onlySpec(positionals), out: values.out, seed: seedOf(values.seed), form };
}

export function trainOptionsOf(args: readonly string[]): TrainOptions {
  const { values, positionals } = parseOptions(args, trainOptions);
  if (values.torch && values.weights !== undefined)
    throw new UsageError("--torch prints a script; it has no --weights to write");
  return {
    spec: onlySpec(positionals),
    seed: seedOf(values.seed),
    out: values.out,
    tiedHead: values["tied-head"] || undefined,
    dropout: shareOf("--dropout", values.dropout),
    steps: countOf("--steps", values.steps ?? "200"),
    every: countOf("--every", values.every ?? "10"),
    torch: values.torch ?? false,
    weights: values.weights,
  };
}

export function checkOptionsOf(args: readonly string[]): CheckOptions {
  const { values, positionals } = parseOptions(args, lessonOptions);
  return { files: lessonFiles(positionals), lang: languageOf(values.lang) };
}

export function packOptionsOf(args: readonly string[]): PackOptions {
  const { values, positionals } = parseOptions(args, packOptions);
  const { into, out } = values;
  if (into === undefined) throw new UsageError("pack wants --into heads-up.html or --into course.zip");
  if (out === undefined) throw new UsageError("pack wants --out FILE");
  const { completion, "mastery-score": score } = values;
  const settings = {
    completion: completion === undefined ? undefined : oneOf("--completion", completion, completions),
    masteryScore:
      score === undefined
        ? undefined
        : numberOf("--mastery-score", score, /^(0|1|0?\.\d{1,4})$/, "0 to 1, such as 0.8"),
  };
  const areSet = completion !== undefined || score !== undefined;
  const files = areSet ? positionals : lessonFiles(positionals);
  return { files, lang: languageOf(values.lang), into, out, ...settings };
}

function lessonFiles(positionals: readonly string[]): readonly string[] {
  if (positionals.length === 0) throw new UsageError("no lesson file: give one or more");
  return positionals;
}

function languageOf(word = "en"): string {
  if (!LANGUAGES.includes(word)) throw new UsageError(`--lang ${word}: wants one of ${LANGUAGES.join(", ")}`);
  return word;
}

function parseOptions<T extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: joinNegatives(args), options, allowPositionals: true, tokens: true });
  } catch (error) {
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

interface Token {
  readonly kind: string;
  readonly index: number;
  readonly name?: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** The index for --explain, which is the word after the step's name and which parseArgs returns as a positional. */
function wordAfterExplain(tokens: readonly Token[]): string {
  const option = tokens.find(({ name }) => name === "explain");
  const place = (option?.index ?? 0) + (option?.inlineValue ? 1 : 2);
  const word = tokens.find(({ kind, index }) => kind === "positional" && index === place)?.value;
  if (word === undefined) throw new UsageError("--explain wants a step and an index, such as output 0,3,5");
  return word;
}

function cellOf(name: string | undefined, word = "", depth?: string): Cell | undefined {
  if (name !== undefined) return { name, index: indexOf(word), depth: depthOf(depth) };
  if (depth !== undefined) throw new UsageError("--depth wants --explain");
  return undefined;
}

function onlySpec(positionals: readonly string[]): string {
  const [spec, ...more] = positionals;
  if (spec === undefined) throw new UsageError("no spec: give a file, - for standard input, or a lesson");
  if (more.length > 0) throw new UsageError(`one spec at a time: got ${positionals.join(" ")}`);
  return spec;
}

function numberOf(option: string, word: string, pattern: RegExp, wants: string): number {
  if (!pattern.test(word)) throw new UsageError(`${option} ${word || '""'}: wants ${wants}`);
  return Number(word);
}

const seedOf = (word: string | undefined): number | undefined =>
  word === undefined ? word : numberOf("--seed", word, /^-?\d+$/, "a whole number");

/** A share; the core refuses one that is too large. */
const shareOf = (option: string, word: string | undefined): number | undefined =>
  word === undefined ? word : numberOf(option, word, /^\d*\.?\d+$/, "a number such as 0.1");

const countOf = (option: string, word: string): number =>
  numberOf(option, word, /^[1-9]\d{0,5}$/, "1 to 999999");

const depthOf = (word = "1"): number => numberOf("--depth", word, /^[1-9]$/, "1 to 9");

const indexOf = (words: string): number[] =>
  words.split(",").map((word) => numberOf("--explain", word, /^\d+$/, "an index such as 0,3,5"));

const endingOf = (file = ""): string => /\.(json|npz)$/.exec(file)?.[1] ?? "table";

const formatOf = (word: string): Format => oneOf("--format", word, formats);

function oneOf<T extends string>(option: string, word: string, known: readonly T[]): T {
  const found = known.find((one) => one === word);
  return found ?? raise(new UsageError(`${option} ${word || '""'}: wants one of ${known.join(", ")}`));
}

function raise(error: Error): never {
  throw error;
}
