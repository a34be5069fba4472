/** `check`: reads lesson files as the page does, and prints a summary of each, or everything that is wrong with it. */

import { fileProblemText } from "../lesson_file/file_problem_text.js";
import type { LessonFile } from "../lesson_file/lesson_file.js";
import { lessonOf } from "../lesson_file/lesson_of.js";
import { type OwnLesson, shownLesson, wrongLesson } from "../lesson_file/read_lesson.js";
import type { HeadsUp } from "../module/heads_up.js";
import { load } from "../module/index.node.js";
import { isWhole, loadAllWords } from "../words/words.js";
import { InputError, plainLine } from "./failure.js";
import type { CheckOptions } from "./options.js";
import { write } from "./output.js";
import { textOf } from "./spec_source.js";

export interface CheckedLesson {
  readonly lesson: OwnLesson;
  /** The title in every language it has. */
  readonly title: string;
  /** The text of its file. */
  readonly text: string;
}

export async function check({ files, lang }: CheckOptions): Promise<void> {
  const hu = await load();
  const lessons = await checkedLessons(files, lang, hu);
  const lines = lessons.map(({ lesson }, i) => `${files[i]}: ${summary(lesson, lang, hu)}\n`);
  await write(lines.join(""), undefined);
}

const summary = ({ title, spec, steps }: OwnLesson, lang: string, hu: HeadsUp): string =>
  `${plainLine(title(lang))} (${steps(hu.run(spec)).length} steps)`;

function titleOf(text: string): string {
  const { title }: Pick<LessonFile, "title"> = JSON.parse(text);
  return Object.values(title).join(" · ");
}

/** The lessons of the files. If any has mistakes, prints each mistake on its own line and rejects with their number. */
export async function checkedLessons(
  files: readonly string[],
  lang: string,
  hu: HeadsUp,
): Promise<readonly CheckedLesson[]> {
  const words = await loadAllWords(lang, true);
  if (!isWhole(words)) throw new Error("the words of lesson files were not loaded");
  const lessons: CheckedLesson[] = [];
  let mistakes = 0;
  for (const file of files) {
    const text = await textOf(file);
    const read = lessonOf(text, file, hu);
    const lesson = shownLesson(read);
    if (lesson) lessons.push({ lesson, title: titleOf(text), text });
    for (const problem of wrongLesson(read)?.problems ?? []) {
      const place = problem.line === undefined ? file : `${file}:${problem.line}`;
      console.error(plainLine(`${place}: ${fileProblemText(words, problem)}`));
      mistakes += 1;
    }
  }
  if (mistakes > 0) throw new InputError(`mistakes: got ${mistakes}, wants none`);
  return lessons;
}
