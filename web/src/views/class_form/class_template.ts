/** The whole class. Each line shows the number of the step that it computes and links to it. */
import { html, type TemplateResult } from "lit";
import { indexOfStep, membersOf } from "../../lessons/groups.js";
import type { LessonStep } from "../../lessons/lesson.js";
import {
  type Block,
  type ClassLine,
  EMPTY,
  textOfLine,
} from "../../module/py_torch/class_form/class_line.js";
import { fill } from "../../words/number_text.js";
import { stepTitle } from "../../words/rich_text.js";
import type { WholeWords } from "../../words/words.js";

export interface ClassModel {
  readonly words: WholeWords;
  readonly steps: readonly LessonStep[];
  goTo(step: string): void;
}

export const classTemplate = (model: ClassModel, blocks: readonly Block[]): TemplateResult =>
  html`<div class="code whole" lang="en" translate="no">
    ${blocks.flatMap((block, i) => [...(i > 0 ? [EMPTY, EMPTY] : []), ...block]).map((line) => lineTemplate(model, line))}
  </div>`;

function lineTemplate({ words, steps, goTo }: ClassModel, line: ClassLine): TemplateResult {
  const text = textOfLine(line);
  const step = steps.flatMap(membersOf).find(({ id }) => line.steps.includes(id));
  if (!step) return html`<div class="line"><span class="number"></span><code>${text || " "}</code></div>`;
  const title = stepTitle(words, step);
  const number = indexOfStep(steps, step.id) + 1;
  const label = fill(words.classForm.step, { n: number, title });
  return html`<button class="line" title=${label} @click=${() => goTo(step.id)}><span class="number"
    aria-hidden="true">${number}</span><code>${text}</code><span class="title" lang=${words.language.code}
    translate="yes"><span class="unseen">${label}</span><span aria-hidden="true">${title}</span></span></button>`;
}
