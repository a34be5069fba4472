/** Training: the curves, the buttons below them, and the losses as a table. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { tableRows } from "../../lab/curves.js";
import type { Checkpoint } from "../../lab/messages.js";
import { type Action, checkpointAhead, checkpointBefore, isBusy, PLAYED_STEPS } from "../../lab/reduce.js";
import { RUN_KEYS, type RunKey } from "../../lab/runs.js";
import type { LabState, Notice } from "../../lab/state.js";
import { fill } from "../../words/number_text.js";
import type { LabWords } from "../../words/words.js";
import { icons } from "../common/icons.js";

export interface TrainModel {
  readonly lab: LabWords;
  readonly lang: string;
  readonly state: LabState;
  readonly isTableOpen: boolean;
}
export interface TrainActions {
  act(action: Action): void;
  openTable(isOpen: boolean): void;
}

/** The mean loss of giving every symbol the same probability. */
export const uniformLoss = ({ opened }: LabState): number => Math.log(opened?.task.symbols.length ?? 1);

export function trainTemplate(model: TrainModel, actions: TrainActions): TemplateResult {
  const { lab, state } = model;
  return html`<lab-curves .lab=${lab} .state=${state} .shownSteps=${PLAYED_STEPS} .guess=${uniformLoss(state)}></lab-curves>
    ${transport(model, actions)} ${notice(lab, state.notice)} ${table(model, actions)}`;
}

function transport({ lab, lang, state }: TrainModel, { act }: TrainActions): TemplateResult {
  const { train } = lab;
  const isTraining = state.activity === "training";
  const isOff = isBusy(state);
  const isAtStart = state.steps === 0;
  const [back, ahead] = [checkpointBefore(state), checkpointAhead(state)];
  // A button that is off keeps the focus, which a disabled one would lose.
  const button = (
    name: keyof typeof train & Action["type"],
    isOff: boolean,
    icon?: string,
    to?: Checkpoint,
  ): TemplateResult =>
    html`<button aria-disabled=${isOff ? "true" : "false"} @click=${() => isOff || act({ type: name })}
      title=${to ? fill(train.steps, { step: to.step }) : nothing}>${icon ? icons[icon] : nothing}${train[name]}</button>`;
  return html`<div class="transport" role="group" aria-label=${train.title}>
    <button class="main" aria-disabled=${isOff && !isTraining ? "true" : "false"}
      @click=${() => act({ type: isTraining ? "pause" : "play" })}>${icons[isTraining ? "pause" : "play"]}${isTraining ? train.pause : train.play}</button>
    ${button("step", isOff, "next")} ${button("back", isOff || !back, "previous", back)}
    ${button("forward", isOff || !ahead, "last", ahead)}
    ${button("restart", isOff || isAtStart, "first")} ${button("spread", isOff || isAtStart)}
    <span class="count">${fill(train.steps, { step: state.steps })}</span>
    <span class="aside">${asideText(lab, lang, state)}</span>
  </div>`;
}

function asideText(
  { train }: LabWords,
  lang: string,
  { activity, seeds, seedShare, opened }: LabState,
): string {
  if (activity === "spreading") return fill(train.spreading, { percent: Math.round(seedShare * 100) });
  if (seeds.length > 0) return fill(train.seeds, { count: seeds.length + 1 });
  return opened ? fill(train.parameters, { count: opened.parameters.toLocaleString(lang) }) : "";
}

function notice(lab: LabWords, shown: Notice | undefined): TemplateResult {
  return html`<p class="notice" role="alert">${shown ? noticeText(lab, shown) : nothing}</p>`;
}

function noticeText({ notice, runs }: LabWords, shown: Notice): string {
  if (shown.kind === "loaded" || shown.kind === "hidden") return notice[shown.kind];
  if (shown.kind === "died") return fill(notice.died, { back: shown.back });
  const loss = String(shown.loss).replace("Infinity", "∞").replace("-", "−");
  const { step, back, learningRate } = shown;
  return fill(notice.broken, { step, back, loss, run: runs[shown.run], rate: String(learningRate) });
}

export const swatch = (run: RunKey): TemplateResult =>
  html`<svg class="swatch ${run}" aria-hidden="true">${svg`<line x1="0" x2="28" y1="5" y2="5" />`}</svg>`;

const lossText = (value: number | undefined): string =>
  value === undefined ? "–" : Number.isFinite(value) ? value.toFixed(2) : "NaN";

function table({ lab, state, isTableOpen }: TrainModel, { openTable }: TrainActions): TemplateResult {
  const toggled = (event: Event): void => openTable((event.currentTarget as HTMLDetailsElement).open);
  return html`<details @toggle=${toggled}><summary>${lab.train.table}</summary>
    ${isTableOpen ? wholeTable(lab, state) : nothing}</details>`;
}

/** The loss of a column is written above its run, and once more for screen readers, because three columns have the same run. */
function wholeTable({ curves, runs, train }: LabWords, state: LabState): TemplateResult {
  const kinds = ["training", "heldOut", "asUsed"] as const;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${train.table}><table>
    <thead>
      <tr><th rowspan="2" scope="col">${curves.step}</th>${kinds.map((kind) => html`<td colspan="3">${curves[kind]}</td>`)}</tr>
      <tr>${kinds.map((kind) => RUN_KEYS.map((run) => html`<th scope="col"><span class="unseen">${curves[kind]}: </span>${runs[run]}</th>`))}</tr>
    </thead>
    <tbody>${tableRows(state).map(
      (row) => html`<tr><th scope="row">${row.step}</th>
        ${kinds.map((kind) => RUN_KEYS.map((run) => html`<td>${lossText(row[kind]?.[run])}</td>`))}</tr>`,
    )}</tbody>
  </table></div>`;
}
