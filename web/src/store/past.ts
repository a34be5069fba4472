/**
 * Undo and redo of an element: it watches what is shown, and puts an earlier moment back on the stage. The history is data:
 * the moments before and after the present one, each with the changes between, which are described in the reader's language.
 */
import { TRAINED } from "../lessons/trained.js";
import { DESIGNED } from "../module/designed.js";
import { clipped } from "../module/errors.js";
import { format } from "../words/number_text.js";
import type { StepWords, Words } from "../words/words.js";
import { isSameData } from "./lesson_runner.js";
import { type Difference, differencesBetween, type Moment } from "./moment.js";
import { currentMoment } from "./selectors.js";
import type { Store } from "./store.js";

export interface PastWords {
  readonly undo?: string | undefined;
  readonly redo?: string | undefined;
  /** Says what was just undone or redone, or which data the lesson was computed with again; otherwise empty. */
  readonly announcement?: string;
}

interface Announcement {
  readonly key: "undone" | "redone" | "computed";
  readonly differences: readonly Difference[];
}

/** The changes that compute nothing, and those that are announced otherwise: another lesson, and numbers set by hand. */
const NOT_ANNOUNCED: readonly (string | undefined)[] = ["lesson", "changes", "step", "batch", "head", "cell"];

export class Past {
  readonly #store: Store;
  readonly #changed: () => void;
  readonly #now: () => number;
  /** Begins with the first moment on the stage, or goes on from that of an earlier element. */
  history: History | undefined;
  #announced: Announcement | undefined;
  /** The history before undos and redos whose lesson is not on the stage yet. */
  #before: History | undefined;
  #latest: Announcement | undefined;
  /** Whether the next moment is that of an opened address: its change is never merged with an edit that follows soon. */
  #isOpening = false;

  /** `changed` is called when `words` may have changed. */
  constructor(store: Store, changed: () => void, now: () => number = Date.now) {
    this.#now = now;
    this.#store = store;
    this.#changed = changed;
    store.subscribe(() => this.#record());
  }

  /** Call right before the data of an address are requested: the next moment is theirs. */
  opened(): void {
    this.#isOpening = true;
  }

  #record(): void {
    const moment = currentMoment(this.#store.state);
    if (!moment || this.#before) return;
    const before = this.history ?? startHistory(moment);
    this.history = recorded(before, moment, this.#isOpening ? Number.NEGATIVE_INFINITY : this.#now());
    this.#isOpening = false;
    const { past } = this.history;
    if (past.at(-1) === before.past.at(-1) && past.length === before.past.length) return;
    const differences = differencesBetween(before.present, moment);
    this.#announced = NOT_ANNOUNCED.includes(differences[0]?.field)
      ? undefined
      : { key: "computed", differences };
    this.#changed();
  }

  undo(): void {
    this.#move("undone", this.history && undone(this.history), this.history?.past.at(-1)?.differences);
  }

  redo(): void {
    this.#move("redone", this.history && redone(this.history), this.history?.future.at(-1)?.differences);
  }

  words(words: Words): PastWords {
    const { past = [], future = [] } = this.history ?? {};
    const label = (sentence: string, differences?: readonly Difference[]): string | undefined =>
      differences && format(sentence, { what: differenceText(words, differences) });
    return {
      undo: label(words.undo.undo, past.at(-1)?.differences),
      redo: label(words.undo.redo, future.at(-1)?.differences),
      announcement:
        (this.#announced && label(words.undo[this.#announced.key], this.#announced.differences)) ?? "",
    };
  }

  /** A large lesson takes a while: announce the change when it is on the stage, and not at all if it was refused. */
  #move(
    key: "undone" | "redone",
    history: History | undefined,
    differences: readonly Difference[] | undefined,
  ): void {
    if (!history || !differences) return;
    const isFirst = this.#before === undefined;
    this.#before ??= this.history;
    this.history = history;
    this.#announced = undefined;
    const { data, step, t, focus, cell } = history.present;
    this.#store.dispatch({ type: "restore", data, place: { step, t, focus, cell } });
    if (isFirst) void this.#store.idle().then(() => this.#arrive());
    this.#latest = { key, differences };
  }

  /** Called when the restored lesson is on the stage, was refused, or was replaced by another request. */
  #arrive(): void {
    const { state } = this.#store;
    const before = this.#before;
    this.#before = undefined;
    if (this.history && isSameData(state.run, this.history.present.data)) this.#announced = this.#latest;
    else if (state.computing.kind === "refused") this.history = before;
    this.#record();
    this.#changed();
  }
}

const LONGEST_VALUE = 28;
const MOST_NAMED = 3;

/** Changes in one line: `Seed 42 → 7` for a single one, several by name only. */
export function differenceText(words: Words, differences: readonly Difference[]): string {
  const [only, ...others] = differences;
  if (!only) return "";
  if (others.length > 0) {
    const names = differences.slice(0, MOST_NAMED).map(({ field }) => fieldName(words, field));
    return names.join(", ") + (differences.length > MOST_NAMED ? " …" : "");
  }
  const { field, from, to } = only;
  const facts = {
    field: fieldName(words, field),
    from: valueTextOf(words, field, from),
    to: valueTextOf(words, field, to),
  };
  return format(words.undo.change, facts);
}

function fieldName(words: Words, field: string): string {
  const { settings, controls, undo } = words;
  const fieldNames: Readonly<Record<string, unknown>> = {
    ...settings,
    ...undo.fields,
    batch: controls.sentence,
    head: controls.head,
  };
  const name = fieldNames[field];
  return typeof name === "string" ? name : field;
}

function valueTextOf(words: Words, field: string, value: string): string {
  if (field === "weights" && value === "") return words.undo.drawn;
  if (field === "weights" && (value === DESIGNED || value === TRAINED)) return words.weights.choices[value];
  if (value === "") return words.settings.choices.none;
  if (field === "lesson") return lessonTitle(words, value);
  if (field === "step") return titleOfStep(words, value);
  return clipped(value, LONGEST_VALUE).replace(/^-/, "−");
}

function lessonTitle(words: Words, name: string): string {
  const lessons: Readonly<Record<string, { readonly title: string }>> = words.lessons;
  return lessons[name]?.title ?? name;
}

/** The step's title if it has no placeholders, else its id. */
function titleOfStep(words: Words, id: string): string {
  const steps: Readonly<Record<string, StepWords>> | undefined = words.steps;
  const title = steps && Object.hasOwn(steps, id) ? steps[id]?.title : undefined;
  return title && !title.includes("{") ? title.replaceAll("`", "") : id;
}

export interface HistoryEntry {
  /** The moment before the change (in `past`) or after it (in `future`). */
  readonly moment: Moment;
  readonly differences: readonly Difference[];
  readonly atMs: number;
}

export interface History {
  /** The latest is last. */
  readonly past: readonly HistoryEntry[];
  readonly present: Moment;
  /** The next change to redo is last. */
  readonly future: readonly HistoryEntry[];
}

export const LONGEST_PAST = 200;
/** Changes of the same field within this time are merged; a change at time −∞ never is. */
export const QUICK_MS = 1000;

export const startHistory = (present: Moment): History => ({ past: [], present, future: [] });

/** Records a moment; without changes only the present moment is replaced. */
export function recorded(history: History, moment: Moment, atMs: number): History {
  const differences = differencesBetween(history.present, moment);
  if (differences.length === 0) return { ...history, present: moment };
  const last = history.past.at(-1);
  if (last && history.future.length === 0 && shouldMerge(last, differences, moment, atMs)) {
    const combined = differencesBetween(last.moment, moment);
    const before = history.past.slice(0, -1);
    const past = combined.length > 0 ? [...before, { ...last, differences: combined, atMs }] : before;
    return { past, present: moment, future: [] };
  }
  const past = [...history.past, { moment: history.present, differences, atMs }];
  return { past: past.slice(-LONGEST_PAST), present: moment, future: [] };
}

/** Whether to merge the changes: the same fields again within QUICK_MS, or the cell that was just opened is closed. */
function shouldMerge(
  last: HistoryEntry,
  differences: readonly Difference[],
  moment: Moment,
  atMs: number,
): boolean {
  const fields = (list: readonly Difference[]): string => list.map(({ field }) => field).join();
  if (fields(last.differences) !== fields(differences) || fields(differences) === "changes") return false;
  const closes = fields(differences) === "cell" && differencesBetween(last.moment, moment).length === 0;
  return closes || Math.abs(atMs - last.atMs) < QUICK_MS;
}

/** The history after one change is undone; undefined if there is none. */
export function undone({ past, present, future }: History): History | undefined {
  const last = past.at(-1);
  return last && { past: past.slice(0, -1), present: last.moment, future: [...future, moved(present, last)] };
}

/** The history after one change is redone; undefined if there is none. */
export function redone({ past, present, future }: History): History | undefined {
  const next = future.at(-1);
  return next && { past: [...past, moved(present, next)], present: next.moment, future: future.slice(0, -1) };
}

/** The entry of a change on its other side; it is never merged with later edits. */
const moved = (moment: Moment, { differences }: HistoryEntry): HistoryEntry => ({
  ...{ moment, differences, atMs: Number.NEGATIVE_INFINITY },
});
