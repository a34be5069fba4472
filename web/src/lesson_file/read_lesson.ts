/** The result of reading a lesson file. The code that reads it is in views/authoring. */
import type { LessonStep } from "../lessons/lesson.js";
import type { LessonSpec, Trace } from "../module/types.js";
import type { Words } from "../words/words.js";
import type { WrongLesson } from "./problem.js";

/** What every lesson file says. */
interface OwnFile {
  /** The id under which its answers are stored and reported. */
  readonly id: string;
  /** The URL of its file; undefined for a file on the reader's device. */
  readonly src?: string;
  /** Defaults of the attributes `mode` and `allow`, in their syntax. */
  readonly mode: string;
  readonly allow: string;
  title(language: string): string;
}

/** A program from a file. */
export interface OwnProgram extends OwnFile {
  readonly code: string;
}

/** A lesson from a file: its data, steps, texts and exercises. */
export interface OwnLesson extends OwnFile {
  /** The file's spec; the reader's changes override it. */
  readonly spec: LessonSpec;
  steps(trace: Trace): readonly LessonStep[];
  /** The words of a language with the file's own added. Returns the same object for the same words. */
  over(words: Words): Words;
  /** Words by token id, if the file has them. */
  readonly labels: Readonly<Record<string, string>> | undefined;
}

/** The result of reading a lesson file: the lesson or the program, or everything wrong with the file. */
export type ReadLesson = OwnLesson | OwnProgram | WrongLesson;

/** The lesson, if it can be shown. */
export const shownLesson = (read: ReadLesson | undefined): OwnLesson | undefined =>
  read && "steps" in read ? read : undefined;

export const programIn = (read: ReadLesson | undefined): OwnProgram | undefined =>
  read && "code" in read ? read : undefined;

export const wrongLesson = (read: ReadLesson | undefined): WrongLesson | undefined =>
  read && "problems" in read ? read : undefined;
