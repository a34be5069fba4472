/** `run`: the tensors of a lesson as a table, JSON or npz, or where one number of it came from. */
import { env } from "node:process"; // because the build replaces process.env by {}
import { DESIGNED } from "../module/designed.js";
import type { HeadsUp } from "../module/heads_up.js";
import { load } from "../module/index.node.js";
import { beyondJson } from "../module/number_text.js";
import { shapeText } from "../module/shape.js";
import { traceToJson, traceToNpz } from "../module/trace_files.js";
import { blockLesson } from "../module/training/block_lesson.js";
import { blockIn, modelIn, tokensFor } from "../module/training/model_file.js";
import type { Explanation, LessonSpec, Step, Tensor, Term, Trace } from "../module/types.js";
import { readWeights } from "../module/weights/read_weights.js";
import { bytesOf, type Emphasis, emphasis, InputError, specFrom, write } from "./io.js";
import type { Cell, RunOptions } from "./options.js";

/** The lesson that shows a block of a decoder. */
const BLOCK_LESSON = "transformer-block";

export async function run(options: RunOptions): Promise<void> {
  const spec = await specFrom(options.spec, options.seed);
  const hu = await load();
  const trace = await traceOf(hu, spec, options.weights);
  const { explain, out } = options;
  if (explain) stepOf(trace, "--explain", explain.name);
  await write(
    explain ? explanation(explained(hu, trace, explain), options) : tensors(hu, trace, options),
    out,
  );
}

/** The lesson with the weights of a file, or those of the designed model for "designed"; a trained model shows one of its blocks. */
async function traceOf(hu: HeadsUp, spec: LessonSpec, weights: string | undefined): Promise<Trace> {
  if (weights === undefined) return hu.run(spec);
  if (weights === DESIGNED) return hu.run(spec, hu.designedWeights(spec));
  const name = weights.replace(/#\d*$/, "");
  const bytes = bytesOf(name);
  const read = await modelIn(new File([new Uint8Array(bytes)], name));
  if (!read) return hu.run(spec, readWeights(bytes, name));
  const { lesson, sequences } = Object(spec) as LessonSpec;
  if (lesson !== BLOCK_LESSON)
    throw new InputError(
      `${name}: a trained decoder (${Object.keys(read.weights)[1]} …), wants run ${BLOCK_LESSON}, which shows one of its blocks`,
    );
  const tokens = tokensFor(read, sequences?.[0]);
  const block = blockLesson(hu, read.model, read.weights, tokens, blockIn(weights, read.model));
  return hu.run(block.spec, block.weights);
}

/** Formats headings: bold in a terminal. */
const heading = ({ out }: RunOptions) => emphasis(out === undefined && Boolean(process.stdout.isTTY), env);

const explanation = (answer: Explained, options: RunOptions): string =>
  options.format === "json" ? explanationJson(answer) : explanationTable(answer, heading(options));

function tensors(hu: HeadsUp, trace: Trace, options: RunOptions): string | Uint8Array {
  const steps =
    options.steps.length > 0 ? options.steps.map((name) => stepOf(trace, "--step", name)) : trace.steps;
  if (options.format === "json") return traceToJson({ ...trace, steps });
  if (options.format === "npz") return traceToNpz({ ...trace, steps });
  return options.steps.length > 0
    ? stepNumbers(hu, steps, heading(options))
    : stepList(steps, heading(options));
}

function stepOf({ spec, steps }: Trace, option: string, name: string): Step {
  const names = steps.map((step) => step.name).join(", ");
  const step = steps.find((other) => other.name === name);
  if (!step) throw new InputError(`${option} ${name}: not a step of ${spec.lesson}, wants one of ${names}`);
  return step;
}

const rowOf = ({ name, op, shape, dtype }: Step): string[] => [name, op, shapeText(shape), dtype];

const stepList = (steps: readonly Step[], heading: Emphasis): string =>
  inColumns([["name", "op", "shape", "dtype"], ...steps.map(rowOf)], heading);

const stepNumbers = (hu: HeadsUp, steps: readonly Step[], heading: Emphasis): string =>
  steps.map((step) => `${heading(rowOf(step).join("  "))}\n${printedTensor(hu, step)}`).join("\n");

/** The interpreter prints a tensor as PyTorch does; its own whole numbers are int64. */
export const printedTensor = (hu: HeadsUp, x: Tensor): string =>
  hu.runPython(x.dtype === "int32" ? "print(x.int())" : "print(x)", { inputs: { x } }).stdout;

/** An explanation whose terms are explained too if they are cells of the trace, down to the requested depth. */
interface Explained extends Omit<Explanation, "terms"> {
  readonly terms: readonly (Term | Explained)[];
}

/** Enough significant digits to distinguish any two float32 numbers. */
const DIGITS = 9;

function explained(hu: HeadsUp, trace: Trace, { name, index, depth }: Cell): Explained {
  const { terms, ...cell } = hu.explain(trace, name, index);
  const isStep = (term: Term) => trace.steps.some((step) => step.name === term.name);
  return {
    ...cell,
    terms: terms.map((term) =>
      depth > 1 && isStep(term) ? explained(hu, trace, { ...term, depth: depth - 1 }) : term,
    ),
  };
}

const explanationJson = (explanation: Explained): string =>
  `${JSON.stringify(explanation, (_, value) => (isBeyondJson(value) ? beyondJson(value) : value), 1)}\n`;

const isBeyondJson = (value: unknown): boolean => typeof value === "number" && !Number.isFinite(value);

/** Terms are listed below the number that they explain, indented by two more spaces. */
const explanationTable = (explanation: Explained, heading: Emphasis): string =>
  inColumns([["name", "index", "value", "made by"], ...rows(explanation, "")], heading, [2]);

function* rows(term: Term | Explained, indent: string): Generator<string[]> {
  const madeBy = "op" in term ? [term.op, ...Object.entries(term.detail).flatMap(factText)].join(", ") : "";
  yield [indent + term.name, shapeText(term.index), numberText(term.value), madeBy];
  if ("op" in term) for (const part of term.terms) yield* rows(part, `${indent}  `);
}

/** Lists are in the JSON only. */
const factText = ([name, fact]: [string, Explanation["detail"][string]]): string[] =>
  typeof fact === "object" ? [] : [`${name} ${typeof fact === "number" ? numberText(fact) : fact}`];

const numberText = (x: number): string =>
  isBeyondJson(x) ? beyondJson(x) : String(Number(x.toPrecision(DIGITS)));

/** The first row is the heading. Columns are two spaces apart; those in `right` are right-aligned. */
function inColumns(
  rows: readonly (readonly string[])[],
  heading: Emphasis,
  right: readonly number[] = [],
): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd();
  return rows.map((row, i) => `${i === 0 ? heading(lineOf(row)) : lineOf(row)}\n`).join("");
}
