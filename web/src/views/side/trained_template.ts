/** The text on the trained model at a step. */
import { html, nothing, type TemplateResult } from "lit";
import type { LessonStep } from "../../lessons/lesson.js";
import type { Trace } from "../../module/types.js";
import type { TrainedSentence } from "../../store/lesson_runner.js";
import type { Words } from "../../words/words.js";

interface TrainedView {
  /** The trained model's sentence on the stage; undefined for other weights. */
  readonly trained: TrainedSentence | undefined;
  readonly words: Words;
  readonly trace: Trace;
  readonly step: LessonStep;
}

export function trainedTemplate({
  trained,
  words,
  trace,
  step,
}: TrainedView): TemplateResult | typeof nothing {
  if (!trained) return nothing;
  return html`<heads-up-trained .words=${words} .trained=${trained} .heads=${trace.spec.numHeads} .step=${step.id}></heads-up-trained>`;
}
