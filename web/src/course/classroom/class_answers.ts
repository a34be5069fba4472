/** The answers of a class, from the statements of its students: for each question, how often each first answer was given. */
import { lessonIri } from "../xapi/statement.js";

/** An answer and the students who gave it first. */
export interface Bar {
  readonly response: string;
  readonly right: boolean;
  readonly count: number;
  /** Of all students who answered the question, from 0 to 1. */
  readonly share: number;
}

export interface QuestionAnswers {
  /** As `step.question`. */
  readonly name: string;
  readonly step: string;
  readonly students: number;
  /** The most frequent answer first. Empty for a question that is answered in own words. */
  readonly bars: readonly Bar[];
  /** Answers in own words, the newest first. */
  readonly texts: readonly string[];
  /** What was expected, as text, if the statements say so. */
  readonly expected: string | undefined;
}

interface Answer {
  readonly response: string;
  /** Undefined in own words, which nobody marks. */
  readonly success: boolean | undefined;
  /** When the student gave it, by the student's clock. */
  readonly given: number;
}

interface Question {
  readonly name: string;
  /** When its first answer was stored. */
  readonly began: number;
  readonly expected: string | undefined;
  /** The first answer of each student. */
  readonly firsts: Map<string, Answer>;
}

/** Statements are stored at several machines of a large LRS; one may become visible after a later one. */
const OVERLAP_MS = 5000;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};

export class ClassAnswers {
  readonly #prefix: string;
  readonly #questions = new Map<string, Question>();
  readonly #students = new Set<string>();
  #stored = 0;

  /** Answers to other lessons do not count. */
  constructor(lesson: string) {
    this.#prefix = `${lessonIri(lesson)}:`;
  }

  /** From when on to ask for more, as an ISO time; undefined before the first statement. Asking for some again is harmless. */
  get since(): string | undefined {
    return this.#stored > 0 ? new Date(this.#stored - OVERLAP_MS).toISOString() : undefined;
  }

  /** The number of students who answered anything. */
  get students(): number {
    return this.#students.size;
  }

  /** Takes "answered" statements as an LRS returns them, in any order. */
  take(statements: readonly unknown[]): void {
    for (const one of statements) this.#takeOne(fieldsOf(one));
  }

  /** The question that was begun last comes first. */
  get questions(): QuestionAnswers[] {
    return [...this.#questions.values()].sort((a, b) => b.began - a.began).map(shown);
  }

  #takeOne({ actor, object, result, stored, timestamp }: Fields): void {
    const { id, definition } = fieldsOf(object);
    const { response, success } = fieldsOf(result);
    const at = Date.parse(String(stored)) || 0;
    this.#stored = Math.max(this.#stored, at);
    if (typeof id !== "string" || !id.startsWith(this.#prefix) || typeof response !== "string") return;
    const student = studentOf(fieldsOf(actor));
    const given = Date.parse(String(timestamp)) || at;
    const known = this.#questions.get(id);
    const question: Question = {
      name: nameOf(id.slice(this.#prefix.length)),
      began: Math.min(known?.began ?? at, at),
      expected: known?.expected ?? expectedOf(fieldsOf(definition)),
      firsts: known?.firsts ?? new Map(),
    };
    this.#questions.set(id, question);
    this.#students.add(student);
    const first = question.firsts.get(student);
    if (first && first.given <= given) return;
    question.firsts.set(student, {
      response,
      given,
      success: typeof success === "boolean" ? success : undefined,
    });
  }
}

/** A student's own key; agents are compared by their account. */
function studentOf({ account, ...others }: Fields): string {
  const { homePage, name } = fieldsOf(account);
  return JSON.stringify(account ? [homePage, name] : others);
}

/** An id may have been written by anybody with the class's key. */
function nameOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

function expectedOf({ correctResponsesPattern: patterns }: Fields): string | undefined {
  const [first]: readonly unknown[] = Array.isArray(patterns) ? patterns : [];
  return typeof first === "string" ? first : undefined;
}

function shown({ name, expected, firsts }: Question): QuestionAnswers {
  const answers = [...firsts.values()];
  const marked = answers.filter(({ success }) => success !== undefined);
  const texts = answers.filter(({ success }) => success === undefined).sort((a, b) => b.given - a.given);
  return {
    ...{ name, expected, students: firsts.size, step: name.split(".")[0] ?? name },
    bars: barsOf(marked),
    texts: texts.map(({ response }) => response),
  };
}

/** The same answer may be right in one student's numbers and wrong in another's. */
function barsOf(answers: readonly Answer[]): Bar[] {
  const bars = new Map<string, Bar>();
  for (const { response, success } of answers) {
    const right = success === true;
    const key = JSON.stringify([response, right]);
    const count = (bars.get(key)?.count ?? 0) + 1;
    bars.set(key, { response, right, count, share: count / answers.length });
  }
  return [...bars.values()].sort((a, b) => b.count - a.count || (a.response < b.response ? -1 : 1));
}
