/** The arcs of the landing page have the numbers of the lesson they refer to, in each language's own sentence. */
import { expect, test } from "vitest";
import { stepOf, valueAt } from "../../web/src/draw/tensor_view.js";
import { designedSentence } from "../../web/src/lessons/designed.js";
import type { Core } from "../../web/src/module/page_entry.js";
import { ARCS, arcsPicture, WEIGHTS } from "../../web/src/page/landing/arcs_template.js";
import { openingLesson, run } from "../../web/src/store/lesson_runner.js";
import { hu } from "./core.js";
import { locales } from "./locales.js";

test.each(locales.map(([lang]) => lang))(
  "the weights are those of the trace, and no later word has one (%s)",
  (lang) => {
    const { trace } = run(hu as unknown as Core, openingLesson(ARCS.lesson, lang));
    const weights = WEIGHTS[lang] ?? [];
    const words = designedSentence(ARCS.lesson, lang);
    expect(arcsPicture(lang).query).toBe(words[weights.length - 1]);
    for (const at of words.keys())
      expect(valueAt(stepOf(trace, ARCS.step), [0, weights.length - 1, at]).toFixed(2)).toBe(
        (weights[at] ?? 0).toFixed(2),
      );
  },
);
