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

/** What is stored under a key; without storage, what was kept since the page was loaded. */
function stored(key: string, thisVisit: object): Readonly<Record<string, unknown>> {
  try {
    const text = localStorage.getItem(key);
    return asObject(text === null ? thisVisit : JSON.parse(text));
  } catch {
    return asObject(thisVisit);
  }
}

function store(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be unavailable, as in a private window or on a file:// page.
  }
}

const all = (): Readonly<Record<string, LessonAnswers>> =>
  Object.fromEntries(
    Object.entries(stored(KEY, ofThisVisit)).map(([lesson, value]) => [lesson, lessonAnswers(value)]),
  );

function keep(lesson: string, answers: LessonAnswers): void {
  ofThisVisit = { ...all(), [lesson]: answers };
  store(KEY, ofThisVisit);
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
export const keptPractice = () => stored(PRACTICE_KEY, practiceThisVisit);

export function keepPractice(practice: Readonly<Record<string, unknown>>): void {
  practiceThisVisit = practice;
  store(PRACTICE_KEY, practice);
}

/** Whether three questions may be asked again: store/kept_practice.ts says from when; `now` is in milliseconds. */
export const isReviewDue = (now: number): boolean => Number(keptPractice()["reviewAt"]) <= now;

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
