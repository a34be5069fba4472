/** Explains the weights, with the switch between random, readable and trained ones. */

import { html, nothing, type TemplateResult } from "lit";
import type { Focus, StageStep, Tokens } from "../../draw/picture.js";
import type { Theme } from "../../draw/theme.js";
import type { LessonStep } from "../../lessons/lesson.js";
import { TRAINED } from "../../lessons/trained.js";
import { READABLE, roleOfHead } from "../../module/readable.js";
import type { Trace } from "../../module/types.js";
import type { TrainedSentence } from "../../store/lesson_runner.js";
import { format } from "../../words/number_text.js";
import { headText, richText } from "../../words/rich_text.js";
import type { Words } from "../../words/words.js";
import { act } from "../common/act.js";

export type WeightsKind = "random" | typeof READABLE | typeof TRAINED | "file";
type Kind = Exclude<WeightsKind, "file">;

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
  /** Whether the lesson can show the trained model. */
  readonly trainable: boolean;
  /** The words of the ids, if they are known. */
  readonly tokens: Tokens | undefined;
  /** Whether the data may be changed. */
  readonly data: boolean;
}

export function weightsTemplate(side: Side, stage: StageStep): TemplateResult {
  const { words, trace, weights } = side;
  const { readable, trained } = words;
  const isReadable = weights === READABLE;
  const canBeReadable = roleOfHead(trace.spec, 0) !== "as_drawn";
  const text = isReadable ? trained[canBeReadable ? "formula" : "narrow"] : readable.random;
  return html`<div class="readable">
    ${side.trained ? trainedTemplate(side) : html`<p>${richText(text)}</p>`}
    ${side.data ? choices(side, readable.choices) : nothing}
    ${(isReadable && canBeReadable) || side.trained ? roles(side, stage) : nothing}
  </div>`;
}

function choices(side: Side, names: Readonly<Record<Kind, string>>): TemplateResult {
  const kinds = (["random", READABLE, TRAINED] as const).filter((kind) => kind !== TRAINED || side.trainable);
  return html`<p role="group" aria-label=${side.words.undo.fields.weights}>${kinds.map(
    (kind) => html`<button value=${kind} aria-pressed=${kind === side.weights ? "true" : "false"}
      @click=${() => choose(side, kind)}>${names[kind]}</button> `,
  )}</p>`;
}

function choose(side: Side, kind: Kind): void {
  if (kind === side.weights) return;
  if (kind === TRAINED)
    act(side, { type: "weightsFile", file: { name: TRAINED, lang: side.words.language.code } });
  else act(side, { type: "weights", readable: kind === READABLE });
}

/** Which head does what, and the two heads drawn over the words. */
function roles(side: Side, stage: StageStep): TemplateResult {
  const { words, trace, focused, theme, trained, tokens } = side;
  const heads = Array.from({ length: Math.min(2, trace.spec.numHeads) }, (_, head) =>
    headText(words, head, words.readable[roleOfHead(trace.spec, head)]),
  );
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
