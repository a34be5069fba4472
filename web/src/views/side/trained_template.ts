/** What the trained model is and what its heads look at; at the step of the embedding, what the rows of the table are. */
import { html, nothing, type TemplateResult } from "lit";
import type { LessonStep } from "../../lessons/lesson.js";
import type { Trace } from "../../module/types.js";
import type { TrainedSentence } from "../../store/lesson_runner.js";
import { fill } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import type { Words } from "../../words/words.js";

interface TrainedView {
  /** The trained model's sentence on the stage; undefined for other weights. */
  readonly trained: TrainedSentence | undefined;
  readonly words: Words;
  readonly trace: Trace;
  readonly step: LessonStep;
}

export function trainedTemplate(view: TrainedView): TemplateResult | typeof nothing {
  const { trained, words, trace, step } = view;
  if (!trained) return nothing;
  const texts =
    step.id === "embedding"
      ? [trained.spec.lesson === "transformer-block" ? words.trained.summed : words.trained.normed]
      : modelTexts(words, trained, trace.spec.numHeads);
  return html`<div class="trained">${texts.map((text) => html`<p>${richText(text)}</p>`)}</div>`;
}

/** `count` is the number of heads on the stage, which the reader may change. */
function modelTexts({ trained: words }: Words, { model }: TrainedSentence, count: number): string[] {
  const { rows, sentence, steps, numbers, firstLoss, lastLoss, heads, pieces } = model;
  const facts = { rows, sentence, steps, numbers, first: firstLoss.toFixed(2), last: lastLoss.toFixed(2) };
  const learned = fill(words.learned, facts);
  if (count !== heads.length) return [learned, fill(words.cut, { learned: heads.length, heads: count })];
  const roles = heads.map((role, head) =>
    fill(words.does[role], { head: head + 1, pieces: pieces[role].replaceAll(", ", "`, `") }),
  );
  return [learned, ...roles];
}
