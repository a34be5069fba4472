/** Training: the curves, the buttons below them, the losses as a table, and the comparison with what the reader predicted. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { isLeakVisible, type Latest, latestOf, lowestRun, tableRows } from "../../lab/curves.js";
import { type Action, isBusy, stepAhead, stepBefore } from "../../lab/reduce.js";
import { RUN_KEYS, type RunKey } from "../../lab/runs.js";
import type { LabState, Notice } from "../../lab/state.js";
import { format } from "../../words/number_text.js";
import type { LabWords } from "../../words/words.js";
import { icons } from "../common/icons.js";
import { curvesTemplate, uniformLoss } from "./curves.js";
import { type LabModel, offUnless } from "./lab_model.js";

/** The kinds of loss, in the order of the columns. */
const KINDS = ["training", "heldOut", "asUsed"] as const;

/** `drawn` are the states that the panels of the curves show, `width` is their room. */
export const trainTemplate = (model: LabModel, drawn: readonly LabState[], width: number): TemplateResult =>
  html`${curvesTemplate(model.lab, drawn, width)} ${transport(model)}
    <p class="notice" role="alert">${noticeText(model.lab, model.state.notice)}</p> ${table(model)}`;

function transport({ lab, lang, state, store }: LabModel): TemplateResult {
  const { train } = lab;
  const isTraining = state.activity === "training";
  const isFree = !isBusy(state);
  const [back, ahead] = [stepBefore(state), stepAhead(state)];
  const button = (
    name: keyof typeof train & Action["type"],
    isOn: boolean,
    icon?: string,
    to?: number,
  ): TemplateResult =>
    html`<button aria-disabled=${offUnless(isOn)} @click=${() => isOn && store.dispatch({ type: name } as Action)}
      title=${to === undefined ? nothing : format(train.steps, { step: to })}>${icon ? icons[icon] : nothing}${train[name]}</button>`;
  return html`<div class="transport" role="group" aria-label=${train.title}>
    <button class="main" aria-disabled=${offUnless(isFree || isTraining)}
      @click=${() => store.dispatch({ type: isTraining ? "pause" : "play" })}>${icons[isTraining ? "pause" : "play"]}${isTraining ? train.pause : train.play}</button>
    ${button("step", isFree, "next")} ${button("back", isFree && back !== undefined, "previous", back)}
    ${button("forward", isFree && ahead !== undefined, "last", ahead)}
    ${button("restart", isFree && state.steps > 0, "first")} ${button("spread", isFree && state.steps > 0)}
    <span class="count">${format(train.steps, { step: state.steps })}</span>
    <span class="aside">${asideText(lab, lang, state)}</span>
  </div>`;
}

function asideText(
  { train }: LabWords,
  lang: string,
  { activity, seeds, seedShare, opened }: LabState,
): string {
  if (activity === "spreading") return format(train.spreading, { percent: Math.round(seedShare * 100) });
  if (seeds.length > 0) return format(train.seeds, { count: seeds.length + 1 });
  return opened ? format(train.parameters, { count: opened.parameters.toLocaleString(lang) }) : "";
}

function noticeText({ notice, runs }: LabWords, shown: Notice | undefined): string | typeof nothing {
  if (!shown) return nothing;
  if (shown.kind === "loaded") return notice.loaded;
  if (shown.kind !== "broken") return format(notice[shown.kind], { back: shown.back });
  const loss = String(shown.loss).replace("Infinity", "∞").replace("-", "−");
  const { step, back, learningRate } = shown;
  return format(notice.broken, { step, back, loss, run: runs[shown.run], rate: String(learningRate) });
}

const lossText = (value: number | undefined): string =>
  value === undefined ? "–" : Number.isFinite(value) ? value.toFixed(2) : "NaN";

function table({ lab, state, store, view }: LabModel): TemplateResult {
  const toggled = (event: Event): void =>
    store.show({ isTableOpen: (event.currentTarget as HTMLDetailsElement).open });
  return html`<details @toggle=${toggled}><summary>${lab.train.table}</summary>
    ${view.isTableOpen ? wholeTable(lab, state) : nothing}</details>`;
}

/** The loss of a column is written above its run, and once more for screen readers, because three columns have the same run. */
function wholeTable({ curves, runs, train }: LabWords, state: LabState): TemplateResult {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${train.table}><table>
    <thead>
      <tr><th rowspan="2" scope="col">${curves.step}</th>${KINDS.map((kind) => html`<td colspan="3">${curves[kind]}</td>`)}</tr>
      <tr>${KINDS.map((kind) => RUN_KEYS.map((run) => html`<th scope="col"><span class="unseen">${curves[kind]}: </span>${runs[run]}</th>`))}</tr>
    </thead>
    <tbody>${tableRows(state).map(
      (row) => html`<tr><th scope="row">${row.step}</th>
        ${KINDS.map((kind) => RUN_KEYS.map((run) => html`<td>${lossText(row[kind]?.[run])}</td>`))}</tr>`,
    )}</tbody>
  </table></div>`;
}

/** The number of steps after which the curves say enough. */
const VERDICT_FROM = 200;

export function verdictTemplate({ lab, state }: LabModel): TemplateResult {
  const latest = latestOf(state);
  const { verdict } = lab;
  if (!latest || state.steps < VERDICT_FROM)
    return html`<p class="hint">${format(verdict.waiting, { step: VERDICT_FROM })}</p>`;
  return html`<h3>${verdict.title}</h3>
    <ul class="verdict">
      ${judged(lab, "loss", latest.training, state.prediction?.loss)}
      ${judged(lab, "text", latest.asUsed, state.prediction?.text)}
      ${exactLine(lab, state)}
    </ul>
    ${numbers(lab, latest)}
    <p>${isLeakVisible(latest) ? leakText(lab, latest, uniformLoss(state)) : verdict.notYet}</p>`;
}

function judged(
  { verdict, runs }: LabWords,
  question: "loss" | "text",
  losses: Latest["training"],
  predicted: RunKey | undefined,
): TemplateResult {
  const run = lowestRun(losses);
  const judgement =
    predicted === run ? verdict.right : format(verdict.wrong, { run: runs[predicted ?? run] });
  return html`<li>${format(verdict[question], { run: runs[run], value: lossText(losses[run]) })}
    ${predicted ? html`<strong class=${predicted === run ? "right" : "wrong"}>${judgement}</strong>` : nothing}</li>`;
}

/** How many whole answers each model gets right; shown only while training has stopped. */
function exactLine({ verdict, runs }: LabWords, { exact, steps }: LabState): TemplateResult | typeof nothing {
  if (exact?.step !== steps) return nothing;
  const counts = RUN_KEYS.map((run) => `${runs[run]} ${exact.right[run]}`).join(" · ");
  return html`<li>${format(verdict.exact, { of: exact.of, counts })}</li>`;
}

function leakText({ verdict }: LabWords, { training, asUsed }: Latest, guess: number): string {
  const facts = {
    unmasked: lossText(training.unmasked),
    masked: lossText(training.masked),
    used: lossText(asUsed.unmasked),
    maskedUsed: lossText(asUsed.masked),
    guess: lossText(guess),
  };
  const weak = format(verdict.weak, { training: lossText(training.weak), used: lossText(asUsed.weak) });
  const worse = asUsed.unmasked > guess ? ` ${format(verdict.guess, facts)}` : "";
  return `${format(verdict.leakPlain, facts)}${worse} ${weak}`;
}

function numbers({ runs, about, curves, train }: LabWords, latest: Latest): TemplateResult {
  return html`<table class="numbers"><caption class="unseen">${format(train.steps, { step: latest.steps })}</caption>
    <thead><tr><td></td>${KINDS.map((kind) => html`<th scope="col">${curves[kind]}</th>`)}</tr></thead>
    <tbody>${RUN_KEYS.map(
      (run) => html`<tr><th scope="row">${swatch(run)}${runs[run]}<small>${about[run]}</small></th>
        ${KINDS.map((kind) => html`<td class=${run === lowestRun(latest[kind]) ? "least" : nothing}>${lossText(latest[kind][run])}</td>`)}</tr>`,
    )}</tbody></table>`;
}

const swatch = (run: RunKey): TemplateResult =>
  html`<svg class="swatch ${run}" aria-hidden="true">${svg`<line x1="0" x2="28" y1="5" y2="5" />`}</svg>`;
