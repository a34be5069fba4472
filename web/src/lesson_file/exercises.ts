/** Turns the exercises of a lesson file into questions, whose right answers are read from the current trace. */
import { digits } from "../draw/scale.js";
import { valueAt } from "../draw/tensor_view.js";
import { shapeText } from "../module/shape.js";
import type { Step, Trace } from "../module/types.js";
import { focusOnCell, numberText, rowOf } from "../operations/asking.js";
import type { ChoiceQuestion, Question } from "../operations/question.js";
import type { FileCell, FileExercise } from "./lesson_file.js";
import { type Finding, finding, type Path } from "./problem.js";

const TOLERANCE = 0.01;
/** Numbers closer than this look equal to the reader, so the largest or smallest of a row must differ by more. */
const TIE = 1e-4;

type NumberExercise = Extract<FileExercise, { kind: "number" }>;
type CellExercise = Extract<FileExercise, { kind: "cell" }>;
type ChoiceExercise = Extract<FileExercise, { kind: "choice" }>;

/** The trace lacks what an exercise asks about, or gives it no single finite answer. */
export class Misfit extends Error {
  readonly problem: Finding;

  constructor(path: Path, code: string, details: Readonly<Record<string, string>> = {}) {
    super(code);
    this.problem = finding(path, code, details);
  }
}

/** The key of the texts of an exercise's n-th answer or slip. */
export const reasonKey = (id: string, place: number): string => `${id}.${place}`;

/** Words by token id; an id without a word is shown as a number. */
export type Labels = Readonly<Record<string, string>>;

/**
 * The question of an exercise for a trace; throws a Misfit if it has no answer there. A slip whose answer happens to be right
 * for this trace, as the reader's own data may make it, is left out.
 */
export function questionOf(exercise: FileExercise, id: string, trace: Trace, labels: Labels): Question {
  switch (exercise.kind) {
    case "choice":
      return choiceQuestion(exercise, id);
    case "number":
      return numberQuestion(exercise, id, trace);
    case "cell":
      return cellQuestion(exercise, id, trace, labels);
  }
}

function choiceQuestion({ answers }: ChoiceExercise, id: string): ChoiceQuestion {
  return {
    kind: "choice",
    key: id,
    facts: {},
    options: answers.map(({ right }, at) => ({
      word: reasonKey(id, at),
      ...(right ? {} : { reason: reasonKey(id, at) }),
    })),
    answer: answers.findIndex(({ right }) => right),
  };
}

function numberQuestion(
  { truth, tolerance: given, slips = [] }: NumberExercise,
  id: string,
  trace: Trace,
): Question {
  const [answer, step] = numberAt(truth, trace, ["truth"]);
  const tolerance = given ?? (step === undefined || step.dtype === "float32" ? TOLERANCE : 0);
  const wrong = slips
    .map((slip, at) => {
      const [value] = numberAt(slip.answer, trace, ["slips", at, "answer"]);
      return { answer: value, reason: reasonKey(id, at) };
    })
    .filter((slip) => Math.abs(slip.answer - answer) > tolerance);
  const lit = step && typeof truth === "object" ? focusOnCell(trace, step, truth.index) : {};
  const facts = { answer: numberText(answer) };
  return { kind: "number", key: id, answer, tolerance, slips: wrong, facts, ...lit };
}

function numberAt(given: number | FileCell, trace: Trace, path: Path): [value: number, of: Step | undefined] {
  if (typeof given === "number") return [given, undefined];
  const step = tensorOf(given, trace, 0, path);
  const value = valueAt(step, given.index);
  if (!Number.isFinite(value)) throw new Misfit(path, "file-no-number", { got: String(value) });
  return [value, step];
}

/** Finds a tensor by name and checks the index, which leaves out the last `open` axes; throws a Misfit if either is wrong. */
function tensorOf({ name, index }: FileCell, trace: Trace, open: number, path: Path): Step {
  const step = trace.steps.find((other) => other.name === name);
  if (!step) {
    const wants = trace.steps.map((other) => other.name).join(", ");
    throw new Misfit([...path, "name"], "unknown-value", { got: name, wants });
  }
  const sizes = step.shape.slice(0, step.shape.length - open);
  if (index.length !== sizes.length || index.some((at, axis) => at >= (sizes[axis] ?? 0)))
    throw new Misfit([...path, "index"], "bad-index", {
      got: `[${index.join(", ")}]`,
      wants: shapeText(sizes),
    });
  return step;
}

function cellQuestion(
  { row, take, given, slips = [] }: CellExercise,
  id: string,
  trace: Trace,
  labels: Labels,
): Question {
  const step = tensorOf(row, trace, 1, ["row"]);
  const values = rowOf(step, row.index);
  const sign = take === "largest" ? 1 : -1;
  const best = Math.max(...values.map((value) => sign * value));
  const ties = values.flatMap((value, at) => (best - sign * value <= TIE ? [at] : []));
  const [answer = 0] = ties;
  if (ties.length !== 1) throw new Misfit(["row"], "file-tie", { got: ties.join(", ") || "NaN" });
  const givenValues = given && rowOf(tensorOf(given, trace, 1, ["given"]), given.index);
  const heads = headsOf(step, row.index, trace, labels);
  return {
    kind: "cell",
    of: heads ? "tokens" : "columns",
    key: id,
    cells: values.map((_, at) => {
      const value = givenValues?.[at];
      return { head: heads?.[at] ?? String(at), ...(value === undefined ? {} : { value: digits(value) }) };
    }),
    answer,
    slips: slips
      .map((slip, at) => ({ answer: slip.answer, reason: reasonKey(id, at) }))
      .filter((slip) => slip.answer !== answer),
    facts: { answer: heads?.[answer] ?? String(answer) },
    ...focusOnCell(trace, step, [...row.index, answer]),
  };
}

const TOKEN_AXES = ["L", "S", "T"];

/** The words or ids of the tokens along a row; undefined if the row does not run along tokens. */
function headsOf(step: Step, index: readonly number[], trace: Trace, labels: Labels): string[] | undefined {
  const last = step.axes.at(-1) ?? "";
  const ids = trace.steps.find(({ name }) => name === (last === "T" ? "target_ids" : "ids"));
  if (!ids || !TOKEN_AXES.includes(last) || ids.shape[1] !== step.shape.at(-1)) return undefined;
  const sentence = step.axes[0] === "B" && step.shape[0] === ids.shape[0] ? (index[0] ?? 0) : 0;
  return rowOf(ids, [sentence]).map((token) => labels[token] ?? String(token));
}
