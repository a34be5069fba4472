/** The questions before training: which run will have the lowest loss, and which will write the best text. */
import { html, nothing, type TemplateResult } from "lit";
import { RUN_KEYS, type RunKey } from "../../lab/runs.js";
import type { Prediction } from "../../lab/state.js";
import { fill } from "../../words/number_text.js";
import type { LabWords } from "../../words/words.js";

export const QUESTIONS = ["loss", "text"] as const;
export type QuestionName = (typeof QUESTIONS)[number];

export interface PredictActions {
  choose(question: QuestionName, run: RunKey): void;
  start(): void;
  skip(): void;
}

export const isAnswered = (chosen: Prediction): boolean =>
  chosen.loss !== undefined && chosen.text !== undefined;

export function predictTemplate(lab: LabWords, chosen: Prediction, actions: PredictActions): TemplateResult {
  const { predict } = lab;
  const send = (event: Event): void => {
    event.preventDefault();
    if (isAnswered(chosen)) actions.start();
  };
  return html`<form class="questions" @submit=${send}>
    ${QUESTIONS.map(
      (question) => html`<fieldset><legend>${predict[question]}</legend>
        ${RUN_KEYS.map((run) => option(lab, question, run, chosen, actions))}</fieldset>`,
    )}
    <p class="ways"><button class="main" aria-disabled=${isAnswered(chosen) ? "false" : "true"} aria-describedby="rest">${predict.start}</button>
      <button type="button" class="plain" @click=${actions.skip}>${predict.skip}</button></p>
    <p class="hint" id="rest">${isAnswered(chosen) ? nothing : predict.rest}</p>
  </form>`;
}

function option(
  lab: LabWords,
  question: QuestionName,
  run: RunKey,
  chosen: Prediction,
  actions: PredictActions,
): TemplateResult {
  return html`<label><input type="radio" name=${question} value=${run} .checked=${chosen[question] === run}
      @change=${() => actions.choose(question, run)} />
    <span>${lab.runs[run]}<small> · ${lab.about[run]}</small></span></label>`;
}

/** What was predicted; nothing if the questions were skipped. */
export function predictedTemplate(
  { predict, runs }: LabWords,
  { loss, text }: Prediction,
): TemplateResult | typeof nothing {
  if (!loss || !text) return nothing;
  return html`<div><h3>${predict.yours}</h3><p>${fill(predict.yourLoss, { run: runs[loss] })}<br />
    ${fill(predict.yourText, { run: runs[text] })}</p></div>`;
}
