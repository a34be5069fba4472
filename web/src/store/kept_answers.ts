/** Answered questions by lesson, in localStorage; without storage they last as long as the page. */

const KEY = "heads-up-answers";

/** `right` has names of the form `step.question`; `rounds` counts, by `step.place`, how often a question was asked again. */
interface LessonAnswers {
  readonly right: readonly string[];
  readonly rounds: Readonly<Record<string, number>>;
}

const NONE: LessonAnswers = { right: [], rounds: {} };
let ofThisVisit: Readonly<Record<string, LessonAnswers>> = {};

export const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** Stored text is not trusted. */
function lessonAnswers(value: unknown): LessonAnswers {
  const { right, rounds } = asObject(value);
  const counts = Object.entries(asObject(rounds)).filter(
    (entry): entry is [string, number] => Number.isInteger(entry[1]) && Number(entry[1]) > 0,
  );
  const names = Array.isArray(right) ? right.filter((name) => typeof name === "string") : [];
  return { right: names, rounds: Object.fromEntries(counts) };
}

function all(): Readonly<Record<string, LessonAnswers>> {
  try {
    const text = localStorage.getItem(KEY);
    const kept = text === null ? ofThisVisit : asObject(JSON.parse(text));
    return Object.fromEntries(Object.entries(kept).map(([lesson, value]) => [lesson, lessonAnswers(value)]));
  } catch {
    return ofThisVisit;
  }
}

function keep(lesson: string, answers: LessonAnswers): void {
  ofThisVisit = { ...all(), [lesson]: answers };
  try {
    localStorage.setItem(KEY, JSON.stringify(ofThisVisit));
  } catch {
    // Storage may be unavailable, as in a private window or on a file:// page.
  }
}

const answersOf = (lesson: string): LessonAnswers => all()[lesson] ?? NONE;

export const isAnswered = (lesson: string, question: string): boolean =>
  answersOf(lesson).right.includes(question);

/** How many questions of a lesson were answered. */
export const answeredCount = (lesson: string): number => answersOf(lesson).right.length;

export function keepAnswered(lesson: string, question: string): void {
  const { right, rounds } = answersOf(lesson);
  if (!right.includes(question)) keep(lesson, { right: [...right, question], rounds });
}

export const roundOf = (lesson: string, place: string): number => answersOf(lesson).rounds[place] ?? 0;

export function keepRound(lesson: string, place: string, round: number): void {
  const { right, rounds } = answersOf(lesson);
  keep(lesson, { right, rounds: { ...rounds, [place]: round } });
}

const FIRST_KEY = "heads-up-ask-first";
let asksFirstThisVisit = true;

/** Whether a step asks its question before it is played; on unless the reader has turned it off. */
export function asksFirst(): boolean {
  try {
    return localStorage.getItem(FIRST_KEY) !== "off" && asksFirstThisVisit;
  } catch {
    return asksFirstThisVisit;
  }
}

export function keepAsksFirst(first: boolean): void {
  asksFirstThisVisit = first;
  try {
    if (first) localStorage.removeItem(FIRST_KEY);
    else localStorage.setItem(FIRST_KEY, "off");
  } catch {
    // Kept for this visit.
  }
}

const PRACTICE_KEY = "heads-up-practice";
let practiceThisVisit: Readonly<Record<string, unknown>> = {};

/** What store/kept_practice.ts keeps; here because it is forgotten together with the answers. */
export function keptPractice(): Readonly<Record<string, unknown>> {
  try {
    const text = localStorage.getItem(PRACTICE_KEY);
    return text === null ? practiceThisVisit : asObject(JSON.parse(text));
  } catch {
    return practiceThisVisit;
  }
}

export function keepPractice(practice: Readonly<Record<string, unknown>>): void {
  practiceThisVisit = practice;
  try {
    localStorage.setItem(PRACTICE_KEY, JSON.stringify(practice));
  } catch {
    // Kept for this visit.
  }
}

export function forgetAnswers(): void {
  ofThisVisit = {};
  practiceThisVisit = {};
  try {
    localStorage.removeItem(KEY);
    localStorage.removeItem(PRACTICE_KEY);
  } catch {
    // Nothing was stored.
  }
}
