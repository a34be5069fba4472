/** Collects the answers of a class from its students' statements: for each question, how often each first answer was given. */
import { asObject, type UnknownFields } from "../../spec/as_object.js";
import { lessonIri } from "../xapi/statement.js";

/** An answer and the students who gave it first. */
export interface Bar {
  readonly response: string;
  readonly right: boolean;
  readonly count: number;
  /** Its share of all students who answered the question, from 0 to 1. */
  readonly share: number;
}

export interface QuestionAnswers {
  /** As `step.question`. */
  readonly name: string;
  readonly step: string;
  readonly students: number;
  /** The most frequent answer first. Empty for a question that is answered in the students' own words. */
  readonly bars: readonly Bar[];
  /** Answers in the students' own words, the newest first. */
  readonly texts: readonly string[];
  /** The expected answer as text, if the statements have it. */
  readonly expected: string | undefined;
}

interface Answer {
  readonly response: string;
  /** Undefined for an answer in the student's own words, which is not marked. */
  readonly success: boolean | undefined;
  /** When the student gave it, in milliseconds by the student's clock. */
  readonly given: number;
}

interface Question {
  readonly name: string;
  /** When its first answer was stored, in milliseconds. */
  readonly began: number;
  readonly expected: string | undefined;
  /** The first answer of each student. */
  readonly firsts: Map<string, Answer>;
}

/** A large LRS stores statements on several machines, so one may become visible after a later one. */
const OVERLAP_MS = 5000;

export class ClassAnswers {
  readonly #prefix: string;
  readonly #questions = new Map<string, Question>();
  readonly #students = new Set<string>();
  #stored = 0;

  /** Ignores answers to other lessons. */
  constructor(lesson: string) {
    this.#prefix = `${lessonIri(lesson)}:`;
  }

  /**
   * The ISO time from which to ask for more statements; undefined before the first one. Getting some of them again is
   * harmless.
   */
  get since(): string | undefined {
    return this.#stored > 0 ? new Date(this.#stored - OVERLAP_MS).toISOString() : undefined;
  }

  /** The number of students who answered anything. */
  get students(): number {
    return this.#students.size;
  }

  /** Adds "answered" statements as an LRS returns them, in any order. */
  add(statements: readonly unknown[]): void {
    for (const statement of statements) this.#takeOne(asObject(statement));
  }

  /** The questions, the one that was started last first. */
  get questions(): QuestionAnswers[] {
    return [...this.#questions.values()].sort((a, b) => b.began - a.began).map(shown);
  }

  #takeOne({ actor, object, result, stored, timestamp }: UnknownFields): void {
    const { id, definition } = asObject(object);
    const { response, success } = asObject(result);
    const at = timeOf(stored);
    this.#stored = Math.max(this.#stored, at);
    if (typeof id !== "string" || !id.startsWith(this.#prefix) || typeof response !== "string") return;
    const student = studentOf(asObject(actor));
    const given = timeOf(timestamp) || at;
    const known = this.#questions.get(id);
    const question: Question = {
      name: nameOf(id.slice(this.#prefix.length)),
      began: Math.min(known?.began ?? at, at),
      expected: known?.expected ?? expectedOf(asObject(definition)),
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

/** In milliseconds; 0 if it is no time. */
const timeOf = (value: unknown): number => (typeof value === "string" && Date.parse(value)) || 0;

/** A key that identifies a student; agents with an account are compared by it. */
function studentOf({ account, ...others }: UnknownFields): string {
  const { homePage, name } = asObject(account);
  return JSON.stringify(account ? [homePage, name] : others);
}

/** The name in an id, which may be invalid because anybody with the class's key can write statements. */
function nameOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

function expectedOf({ correctResponsesPattern: patterns }: UnknownFields): string | undefined {
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

/** Right and wrong answers are counted apart, because the same answer may be right with one student's numbers only. */
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
