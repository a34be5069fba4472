/** Lesson files embedded in the page by `heads-up-attention pack`, which it opens without a request. */

export interface CarriedLesson {
  /** The value of `src` that names it. */
  readonly name: string;
  /** The file's JSON text. */
  readonly text: string;
}

export function carriedLessons(): readonly CarriedLesson[] {
  const scripts = document.querySelectorAll<HTMLScriptElement>("script[data-lesson-file]");
  return [...scripts].map(({ dataset, text }) => ({ name: dataset["lessonFile"] ?? "", text }));
}

/** The lesson files in the text of a page. */
export const carriedIn = (page: string): CarriedLesson[] =>
  [...page.matchAll(/<script type="application\/json" data-lesson-file="([^"]*)">(.*?)<\/script>/gs)].map(
    ([, name = "", text = ""]) => ({ name, text }),
  );

/** The element that carries a lesson file. JSON has `<` only inside strings; escaped there, it cannot end the element. */
export const carrierElement = ({ name, text }: CarriedLesson): string =>
  `<script type="application/json" data-lesson-file="${name}">${text.replaceAll("<", "\\u003c")}</script>\n`;
