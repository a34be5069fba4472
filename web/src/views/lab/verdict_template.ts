/** Compares what happened with what the reader predicted, with the numbers. */
import { html, nothing, type TemplateResult } from "lit";
import { isLeakVisible, type Latest, latestOf, lowestRun } from "../../lab/curves.js";
import { RUN_KEYS, type RunKey } from "../../lab/runs.js";
import type { LabState } from "../../lab/state.js";
import { fill } from "../../words/number_text.js";
import type { LabWords } from "../../words/words.js";
import { swatch, uniformLoss } from "./train_template.js";

/** The number of steps after which the curves say enough. */
const VERDICT_FROM = 200;

const twoDecimals = (value: number): string => value.toFixed(2);

export function verdictTemplate(lab: LabWords, state: LabState): TemplateResult {
  const latest = latestOf(state);
  const { verdict } = lab;
  if (!latest || state.steps < VERDICT_FROM)
    return html`<p class="hint">${fill(verdict.waiting, { step: VERDICT_FROM })}</p>`;
  return html`<h3>${verdict.title}</h3>
    <ul class="verdict">
      ${line(lab, "loss", latest.training, state.prediction?.loss)}
      ${line(lab, "text", latest.asUsed, state.prediction?.text)}
      ${exactLine(lab, state)}
    </ul>
    ${numbers(lab, latest)}
    <p>${isLeakVisible(latest) ? leakText(lab, latest, uniformLoss(state)) : verdict.notYet}</p>`;
}

function line(
  { verdict, runs }: LabWords,
  question: "loss" | "text",
  losses: Latest["training"],
  predicted: RunKey | undefined,
): TemplateResult {
  const run = lowestRun(losses);
  const judged = predicted === run ? verdict.right : fill(verdict.wrong, { run: runs[predicted ?? run] });
  return html`<li>${fill(verdict[question], { run: runs[run], value: twoDecimals(losses[run]) })}
    ${predicted ? html`<strong class=${predicted === run ? "right" : "wrong"}>${judged}</strong>` : nothing}</li>`;
}

/** How many whole answers each model gets right; shown only while training has stopped. */
function exactLine({ verdict, runs }: LabWords, { exact, steps }: LabState): TemplateResult | typeof nothing {
  if (exact?.step !== steps) return nothing;
  const counts = RUN_KEYS.map((run) => `${runs[run]} ${exact.right[run]}`).join(" · ");
  return html`<li>${fill(verdict.exact, { of: exact.of, counts })}</li>`;
}

function leakText({ verdict }: LabWords, { training, asUsed }: Latest, guess: number): string {
  const facts = {
    unmasked: twoDecimals(training.unmasked),
    masked: twoDecimals(training.masked),
    used: twoDecimals(asUsed.unmasked),
    maskedUsed: twoDecimals(asUsed.masked),
    guess: twoDecimals(guess),
  };
  const weak = fill(verdict.weak, { training: twoDecimals(training.weak), used: twoDecimals(asUsed.weak) });
  const worse = asUsed.unmasked > guess ? ` ${fill(verdict.guess, facts)}` : "";
  return `${fill(verdict.leakPlain, facts)}${worse} ${weak}`;
}

function numbers({ runs, about, curves, train }: LabWords, latest: Latest): TemplateResult {
  const kinds = ["training", "heldOut", "asUsed"] as const;
  return html`<table class="numbers"><caption class="unseen">${fill(train.steps, { step: latest.steps })}</caption>
    <thead><tr><td></td>${kinds.map((kind) => html`<th scope="col">${curves[kind]}</th>`)}</tr></thead>
    <tbody>${RUN_KEYS.map(
      (run) => html`<tr><th scope="row">${swatch(run)}${runs[run]}<small>${about[run]}</small></th>
        ${kinds.map((kind) => html`<td class=${run === lowestRun(latest[kind]) ? "least" : nothing}>${twoDecimals(latest[kind][run])}</td>`)}</tr>`,
    )}</tbody></table>`;
}
