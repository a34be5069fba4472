/**
 * What undo goes back to, and how two such moments differ, as data without words: it can be stored, compared, and shown in any
 * language.
 */
import type { CellRef, Focus } from "../draw/picture.js";
import type { LessonSpec } from "../module/types.js";
import { changesText } from "../spec/changes.js";
import { isSameWeights, type LessonData } from "./lesson_runner.js";

/** What undo restores. */
export interface Moment {
  readonly data: LessonData;
  /** The spec with every field, as it was run. */
  readonly full: LessonSpec;
  readonly step: string;
  readonly t: number;
  readonly focus: Focus;
  readonly cell: CellRef | undefined;
}

export interface Difference {
  /** A field of the spec, or `lesson`, `weights`, `changes`, `step`, `batch`, `head`, `cell`. */
  readonly field: string;
  /** The value as text; empty if there is none. */
  readonly from: string;
  readonly to: string;
}

/**
 * The changes of the first level that has any: another lesson or other data may change step, head and open cell, too.
 * The moment within a step is ignored.
 */
export function differencesBetween(before: Moment, after: Moment): readonly Difference[] {
  const levels = [
    [difference("lesson", lessonText(before.data), lessonText(after.data))],
    isOnlyWeights(before.data, after.data)
      ? [weightsDifference(before.data, after.data)]
      : [
          ...dataDifferences(before.full, after.full),
          weightsDifference(before.data, after.data),
          difference("changes", changesText(before.data.changes), changesText(after.data.changes)),
        ],
    [difference("step", before.step, after.step)],
    [
      difference("batch", String(before.focus.batch + 1), String(after.focus.batch + 1)),
      difference("head", String(before.focus.head + 1), String(after.focus.head + 1)),
    ],
    [difference("cell", cellText(before.cell), cellText(after.cell))],
  ];
  const changed = levels.map((level) => level.filter(({ from, to }) => from !== to));
  return changed.find((level) => level.length > 0) ?? [];
}

const difference = (field: string, from: string, to: string): Difference => ({ field, from, to });

/** The id of the lesson file, or else the lesson's name. */
const lessonText = ({ spec, own }: LessonData): string => own?.id ?? spec.lesson;

/** Weights are named by their file, trained ones by their sentence; a second file of the same name is marked with (2). */
function weightsDifference({ weights: before }: LessonData, { weights: after }: LessonData): Difference {
  if (before?.trained && after?.trained)
    return difference("weights", before.trained.text, after.trained.text);
  const [from, to] = [before?.name ?? "", after?.name ?? ""];
  return difference("weights", from, !isSameWeights(before, after) && from === to ? `${to} (2)` : to);
}

/** Whether to report only the weights: the trained model brings its own data, which therefore changes with them. */
const isOnlyWeights = ({ weights: before }: LessonData, { weights: after }: LessonData): boolean =>
  !isSameWeights(before, after) && (before?.trained ?? after?.trained) !== undefined;

type Fields = Readonly<Record<string, unknown>>;

function dataDifferences(before: LessonSpec, after: LessonSpec): Difference[] {
  if (before === after) return [];
  const [from, to] = [before as unknown as Fields, after as unknown as Fields];
  const fields = new Set([...Object.keys(from), ...Object.keys(to)]);
  return [...fields]
    .filter((field) => from[field] !== to[field])
    .map((field) => difference(field, valueText(from[field]), valueText(to[field])));
}

/** A value of a spec in one line: lists row by row, groups as the names of enabled parts and the values of other parts. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((row) => (Array.isArray(row) ? row.join(", ") : row)).join("; ");
  if (typeof value !== "object") return numberText(value);
  const parts = Object.entries(value).flatMap(([name, part]) =>
    part === true ? name : part === false || part === null ? [] : numberText(part),
  );
  return parts.join(", ");
}

/** Large whole numbers in exponent notation, as in the notebooks: -1e12. */
const numberText = (value: unknown): string =>
  typeof value === "number" && Math.abs(value) >= 1e9 && Number.isInteger(value)
    ? value.toExponential().replace("+", "")
    : String(value);

const cellText = (cell: CellRef | undefined): string => (cell ? `${cell.name}[${cell.index.join(",")}]` : "");
