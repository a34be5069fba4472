import type { LessonStep } from "../lessons/lesson.js";
import type { LessonSpec, Trace } from "../module/types.js";
import type { Words } from "../words/words.js";
import type { WrongLesson } from "./problem.js";

/** A lesson out of a file: what it computes, shows, says and asks. */
export interface OwnLesson {
  /** What its answers are kept and told under. */
  readonly id: string;
  /** Where its file is for everybody; undefined for one on the reader's device. */
  readonly src?: string;
  /** What it takes where the reader asks for nothing else. */
  readonly spec: LessonSpec;
  /** How it opens, where nothing else is said; as the attributes have it. */
  readonly mode: string;
  readonly allow: string;
  title(language: string): string;
  steps(trace: Trace): readonly LessonStep[];
  /** The words of a language with its own over them; the same for the same words. */
  over(words: Words): Words;
  /** What ids stand for, where it says so. */
  readonly labels: Readonly<Record<string, string>> | undefined;
}

/** The result of reading a lesson file: the lesson, or everything wrong with the file. */
export type ReadLesson = OwnLesson | WrongLesson;

/** The lesson, if the file could be read. */
export const shownLesson = (read: ReadLesson | undefined): OwnLesson | undefined =>
  read && "steps" in read ? read : undefined;

export const wrongLesson = (read: ReadLesson | undefined): WrongLesson | undefined =>
  read && "problems" in read ? read : undefined;
