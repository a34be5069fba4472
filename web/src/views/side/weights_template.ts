/** Explains the weights, with the switch between them. */

import { html, nothing, type TemplateResult } from "lit";
import type { Focus, StageStep, Tokens } from "../../draw/picture.js";
import type { Theme } from "../../draw/theme.js";
import type { LessonStep } from "../../lessons/lesson.js";
import { canShowDesigned, canShowTrained, WHOLE_BLOCK } from "../../lessons/opening.js";
import { TRAINED } from "../../lessons/trained.js";
import { DESIGNED, roleOfHead } from "../../module/designed.js";
import type { LessonName, Trace } from "../../module/types.js";
import type { TrainedSentence } from "../../store/lesson_runner.js";
import { format } from "../../words/number_text.js";
import { headText, richText } from "../../words/rich_text.js";
import type { Words } from "../../words/words.js";
import { act } from "../common/act.js";

/** `whole`: drawn weights in a block with residual sums and norms; `random`: those of the tutorial. */
export type WeightsKind = typeof DESIGNED | typeof TRAINED | "whole" | "random" | "file";
type Kind = Exclude<WeightsKind, "file">;

/** What a lesson can show, the page's own choice first. */
export const weightsKinds = (lesson: LessonName): readonly Kind[] => [
  canShowDesigned(lesson) ? DESIGNED : "whole",
  ...(canShowTrained(lesson) ? ([TRAINED] as const) : []),
  "random",
];

/** The steps that show the lesson's data, and the weights that they lead to. */
export const hasSwitch = ({ chapter, id }: LessonStep): boolean => chapter === "data" || id === "attention";

/** The element beside the stage, which sends the reader's choice. */
export interface Side extends HTMLElement {
  readonly words: Words;
  /** Whether the figures and their words are there. */
  readonly isReady: boolean;
  readonly trace: Trace;
  readonly step: LessonStep;
  readonly focused: Focus;
  readonly theme: Theme;
  /** Where the weights come from. */
  readonly weights: WeightsKind;
  /** The trained model's sentence on the stage; undefined for other weights. */
  readonly trained: TrainedSentence | undefined;
  /** What the reader may switch to; empty for a lesson file. */
  readonly kinds: readonly WeightsKind[];
  /** The words of the ids, if they are known. */
  readonly tokens: Tokens | undefined;
  /** Whether the data may be changed. */
  readonly data: boolean;
}

/** What the weights are, and what each head looks for. */
export function weightsTemplate(side: Side, stage: StageStep): TemplateResult {
  const { words, weights } = side;
  const text = weights === DESIGNED ? words.weights.handWritten : words.weights.drawn;
  return html`<div class="weights">
    ${side.trained ? trainedTemplate(side) : html`<p>${richText(text)}</p>`}
    ${weights === DESIGNED || side.trained ? roles(side, stage) : nothing}
  </div>`;
}

/** The switch between the weights that a lesson can show. */
export function weightsSwitch(side: Side): TemplateResult | typeof nothing {
  const { words, kinds, weights, data } = side;
  if (!data || kinds.length === 0 || weights === "file") return nothing;
  return html`<p class="weights switch" role="group" aria-label=${words.undo.fields.weights}>${kinds.map(
    (kind) => html`<button value=${kind} aria-pressed=${kind === weights ? "true" : "false"}
      @click=${() => choose(side, kind)}>${words.weights.choices[kind as Kind]}</button> `,
  )}</p>`;
}

function choose(side: Side, kind: WeightsKind): void {
  const lang = side.words.language.code;
  if (kind === side.weights) return;
  if (kind === TRAINED) act(side, { type: "weightsFile", file: { name: TRAINED, lang } });
  else if (kind === DESIGNED) act(side, { type: "weights", designed: { name: DESIGNED, lang } });
  else if (side.kinds.includes("whole"))
    act(side, { type: "weights", layerNorm: kind === "whole" ? WHOLE_BLOCK : null });
  else act(side, { type: "weights" });
}

/** Which head does what, and the two heads drawn over the words. */
function roles(side: Side, stage: StageStep): TemplateResult | typeof nothing {
  const { words, trace, focused, theme, trained, tokens } = side;
  const { numHeads } = trace.spec;
  if (numHeads < 2) return nothing;
  const heads = [0, 1].map((head) => {
    const role = roleOfHead(trace.spec, head);
    return headText(words, head, role && words.weights[role]);
  });
  return html`${trained ? nothing : html`<p>${heads.join(" · ")}</p>`}
    ${
      side.isReady
        ? html`<heads-up-aside .words=${words} .name=${"two_heads"} .trace=${trace} .step=${stage}
          .focused=${focused} .theme=${theme} .tokens=${tokens}></heads-up-aside>`
        : nothing
    }`;
}

/** What the trained model is and what its heads look at; at the step of the embedding, what the rows of the table are. */
export function trainedTemplate(side: Side): TemplateResult | typeof nothing {
  const { trained, words, trace, step } = side;
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
  const learned = format(words.learned, facts);
  if (count !== heads.length) return [learned, format(words.cut, { learned: heads.length, heads: count })];
  const roles = heads.map((role, head) =>
    format(words.does[role], { head: head + 1, pieces: pieces[role].replaceAll(", ", "`, `") }),
  );
  return [learned, ...roles];
}
