/** Lesson files that the page carries with it, so that it opens them without a request (heads-up-attention pack). */

export interface Carried {
  /** What `src` says of it. */
  readonly name: string;
  /** JSON. */
  readonly text: string;
}

export function carriedLessons(): readonly Carried[] {
  const scripts = document.querySelectorAll<HTMLScriptElement>("script[data-lesson-file]");
  return [...scripts].map(({ dataset, text }) => ({ name: dataset["lessonFile"] ?? "", text }));
}

/** The element that carries a lesson file. In JSON, `<` stands in texts only; escaped, it cannot end the element. */
export const carrier = ({ name, text }: Carried): string =>
  `<script type="application/json" data-lesson-file="${name}">${text.replaceAll("<", "\\u003c")}</script>\n`;
