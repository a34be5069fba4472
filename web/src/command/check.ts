/** `check`: reads lesson files as the page does, and prints a summary of each, or everything that is wrong with it. */

import type { LessonFile } from "../lesson_file/lesson_file.js";
import { lessonOf } from "../lesson_file/lesson_of.js";
import { fileProblemText } from "../lesson_file/problem.js";
import { type OwnLesson, type OwnProgram, wrongLesson } from "../lesson_file/read_lesson.js";
import type { HeadsUp } from "../module/heads_up.js";
import { load } from "../module/index.node.js";
import { format } from "../words/number_text.js";
import { loadWholeWords, type WholeWords } from "../words/words.js";
import { bytesFrom, InputError, MistakesError, plainLine, write } from "./io.js";
import type { CheckOptions } from "./options.js";

export interface CheckedLesson {
  readonly lesson: OwnLesson | OwnProgram;
  /** The title in every language it has. */
  readonly title: string;
  /** The text of its file. */
  readonly text: string;
}

export async function check({ files, lang }: CheckOptions): Promise<void> {
  const [hu, words] = [await load(), await loadWholeWords(lang)];
  const lessons = await checkedLessons(files, words, hu);
  const lines = lessons.map(({ lesson }, i) => `${files[i]}: ${summary(lesson, words, hu)}\n`);
  await write(lines.join(""), undefined);
}

/** The title and the number of steps. */
export function summary(
  lesson: OwnLesson | OwnProgram,
  { language, landing }: WholeWords,
  hu: HeadsUp,
): string {
  const count =
    "code" in lesson
      ? hu.runPython(lesson.code).trace.steps.length
      : lesson.steps(hu.run(lesson.spec)).length;
  return `${plainLine(lesson.title(language.code))} (${format(landing.steps, { count })})`;
}

function titleOf(text: string): string {
  const { title }: Pick<LessonFile, "title"> = JSON.parse(text);
  return Object.values(title).join(" · ");
}

/** The lessons of the files. If any cannot be read or has mistakes, prints each on its own line and rejects. */
export async function checkedLessons(
  files: readonly string[],
  words: WholeWords,
  hu: HeadsUp,
): Promise<readonly CheckedLesson[]> {
  const lessons: CheckedLesson[] = [];
  let allRight = true;
  for (const file of files) {
    const bytes = await bytesFrom(file).catch((error: unknown) => {
      if (!(error instanceof InputError)) throw error;
      console.error(plainLine(error.message));
    });
    if (!bytes) {
      allRight = false;
      continue;
    }
    const read = lessonOf(bytes, file, hu);
    const text = new TextDecoder().decode(bytes);
    if ("title" in read) lessons.push({ lesson: read, title: titleOf(text), text });
    for (const problem of wrongLesson(read)?.problems ?? []) {
      const place = problem.line === undefined ? file : `${file}:${problem.line}`;
      console.error(plainLine(`${place}: ${fileProblemText(words, problem)}`));
      allRight = false;
    }
  }
  if (!allRight) throw new MistakesError();
  return lessons;
}
