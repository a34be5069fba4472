/** The results of the test: kept with the practice, and as files with both sittings side by side. */

import { CONCEPTS, type Concept, type Sitting } from "../../lessons/practice/test.js";
import { asObject } from "../../spec/as_object.js";
import { practice } from "./kept_text.js";

export interface TestAnswer {
  readonly id: Concept;
  /** As in `heads-up-answer`; null if the learner did not know. */
  readonly given: unknown;
  readonly expected: unknown;
  readonly right: boolean;
}

/** The answers so far; complete once every concept has one. */
export interface TestResult {
  /** The time of the first answer, in ISO 8601. */
  readonly date: string;
  readonly answers: readonly TestAnswer[];
}
export type TestResults = Readonly<Partial<Record<Sitting, TestResult>>>;

const SITTINGS = ["pre", "post"] as const;

/** Stored text is not trusted. */
export function keptTests(): TestResults {
  const kept = asObject(practice.now["tests"]);
  const found = SITTINGS.flatMap((sitting) => {
    const { date, answers } = asObject(kept[sitting]);
    if (typeof date !== "string" || !Array.isArray(answers)) return [];
    const valid = answers
      .map(asObject)
      .filter(({ id }, i) => i < CONCEPTS.length && id === CONCEPTS[i])
      .map((answer) => ({ ...answer, right: answer["right"] === true }));
    return valid.length === answers.length ? [[sitting, { date, answers: valid }]] : [];
  });
  return Object.fromEntries(found);
}

export function keepTest(sitting: Sitting, result: TestResult | undefined): void {
  const kept = practice.now;
  practice.keep({ ...kept, tests: { ...asObject(kept["tests"]), [sitting]: result } });
}

export const rightIn = (result: TestResult | undefined): number =>
  result?.answers.filter(({ right }) => right).length ?? 0;

export const isComplete = (result: TestResult | undefined): result is TestResult =>
  result?.answers.length === CONCEPTS.length;

/** The gain in right answers, and its share of what could be gained (null if nothing could); undefined unless both sittings are complete. */
export function gainOf({ pre, post }: TestResults): { right: number; share: number | null } | undefined {
  if (!isComplete(pre) || !isComplete(post)) return undefined;
  const right = rightIn(post) - rightIn(pre);
  const possible = CONCEPTS.length - rightIn(pre);
  return { right, share: possible === 0 ? null : Math.round((right / possible) * 1000) / 1000 };
}

export function resultsJson(results: TestResults): string {
  const sittings = SITTINGS.flatMap((sitting) => {
    const result = results[sitting];
    return result ? [[sitting, { ...result, right: rightIn(result), of: CONCEPTS.length }]] : [];
  });
  const gain = gainOf(results) ?? null;
  return `${JSON.stringify({ format: "heads-up-test", version: 1, ...Object.fromEntries(sittings), gain }, null, 2)}\n`;
}

/** A line for each item, pre beside post, and one with the sums. */
export function resultsCsv(results: TestResults): string {
  const text = (value: unknown): string =>
    value === undefined || value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
  const cells = (values: readonly unknown[]): string =>
    values.map((value) => `"${text(value).replaceAll('"', '""')}"`).join(",");
  const columns = ["date", "given", "expected", "right"];
  const head = [
    "item",
    ...SITTINGS.flatMap((sitting) => columns.map((column) => `${sitting}_${column}`)),
    "gain",
  ];
  const lines = CONCEPTS.map((id) => {
    const answers = SITTINGS.map((sitting) => results[sitting]?.answers.find((answer) => answer.id === id));
    const [pre, post] = answers.map((answer) => answer && Number(answer.right));
    const sides = answers.flatMap((answer, i) => {
      const date = answer && results[SITTINGS[i] ?? "pre"]?.date;
      return [date, answer?.given, answer?.expected, answer && Number(answer.right)];
    });
    return [id, ...sides, pre === undefined || post === undefined ? undefined : post - pre];
  });
  const sums = SITTINGS.flatMap((sitting) => {
    const result = results[sitting];
    return [result?.date, undefined, undefined, result && rightIn(result)];
  });
  return `${[head, ...lines, ["sum", ...sums, gainOf(results)?.right]].map(cells).join("\r\n")}\r\n`;
}
