/** What one model has written: its text, the probabilities of the latest token as bars, and why that token was chosen. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { digits } from "../../../draw/scale.js";
import { type Candidate, type Choice, candidatesOf } from "../../../lab/next_token.js";
import type { RunKey } from "../../../lab/runs.js";
import type { WrittenText } from "../../../lab/writing.js";
import { fill } from "../../../words/number_text.js";
import { shownSymbol } from "../../../words/prompt_text.js";
import type { LabWords } from "../../../words/words.js";

export interface WritingRun {
  readonly key: RunKey;
  readonly label: string;
  /** Whether its rows could read later tokens in training. */
  readonly seesLater?: boolean;
}

interface WrittenSpec {
  readonly words: LabWords["writing"];
  /** “Step {step}”. */
  readonly step: string;
  readonly run: WritingRun;
  /** The prompt. */
  readonly ids: readonly number[];
  readonly written: WrittenText | undefined;
  readonly temperature: number;
  readonly symbols: readonly string[];
}

const BARS = 6;
/** The smallest share that has room for a token's name. */
const NAMED_SHARE = 0.06;
const [WIDTH, STRIP, POINTER] = [400, 22, 8] as const;

export function writtenTemplate(spec: WrittenSpec): TemplateResult {
  const { words, run, written } = spec;
  return html`<section>
    <h3>${run.label}${written ? html` <small class="given">${fill(spec.step, { step: written.steps.join("–") })}</small>` : nothing}</h3>
    ${textTemplate(spec)}
    ${written ? (written.choice ? chosenTemplate(spec, written, written.choice) : html`<p class="error">${words.broken}</p>`) : nothing}
    ${run.seesLater ? html`<p class="missing">${words.missing}</p>` : nothing}
  </section>`;
}

function textTemplate({ words, ids, written, symbols }: WrittenSpec): TemplateResult {
  const last = (written?.ids.length ?? 0) - 1;
  // The space of a piece is put before it, so that only the piece is underlined.
  const token = (symbol: string, kind: string): TemplateResult => {
    const [, space = "", text = ""] = /^( (?=.))?(.*)$/s.exec(symbol) ?? [];
    return html`${space}<span class=${kind}>${text}</span>`;
  };
  return html`<p class="text" translate="no" aria-label=${words.text}>${ids.map((id, at) => token(at === 0 ? shownSymbol(symbols[id] ?? "") : (symbols[id] ?? ""), "given"))}${written?.ids.map(
    (id, at) => token(symbols[id] ?? "", at === last ? "new" : ""),
  )}${written ? nothing : html`<span class="next">?</span>`}</p>`;
}

function chosenTemplate(spec: WrittenSpec, written: WrittenText, choice: Choice): TemplateResult {
  const { words, symbols, temperature } = spec;
  const { shown, others, rest } = candidatesOf(written.probabilities, choice.id, BARS);
  const facts = {
    ...{ u: digits(written.u, 4), token: shownSymbol(symbols[choice.id] ?? "") },
    ...{ from: digits(choice.from, 4), to: digits(choice.to, 4) },
  };
  return html`<table aria-label=${words.bars}>
      <tbody>${shown.map((candidate) => bar(spec, candidate, candidate.id === choice.id))}
      ${others > 0 ? html`<tr class="others"><th scope="row">${fill(words.others, { count: others })}</th>${share(rest)}</tr>` : nothing}</tbody>
    </table>
    ${temperature === 0 ? nothing : strip(spec, written, choice)}
    <p class="why">${fill(temperature === 0 ? words.greedy : words.why, facts)}</p>`;
}

const share = (probability: number): TemplateResult =>
  html`<td class="bar"><svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true"><rect width=${100 * probability}
    height="12" /></svg></td><td class="number">${digits(probability)}</td>`;

const bar = (
  { words, symbols }: WrittenSpec,
  { id, probability }: Candidate,
  isChosen: boolean,
): TemplateResult =>
  html`<tr class=${isChosen ? "chosen" : ""}><th scope="row" translate="no">${shownSymbol(symbols[id] ?? "")}${
    isChosen ? html`<span class="unseen"> (${words.chosen})</span>` : nothing
  }</th>${share(probability)}</tr>`;

/** All shares side by side in the order of the ids, and where the uniform number points. */
function strip({ symbols }: WrittenSpec, { probabilities, u }: WrittenText, choice: Choice): TemplateResult {
  let from = 0;
  const parts = Array.from(probabilities, (probability, id) => {
    const left = from;
    from += probability;
    return { id, left, probability };
  });
  return html`<svg class="strip" viewBox="0 0 ${WIDTH} ${STRIP + POINTER}" aria-hidden="true">
    ${parts
      .filter(({ probability }) => probability * WIDTH > 0.5)
      .map(
        ({ id, left, probability }) => svg`<g class=${id === choice.id ? "chosen" : ""}>
          <rect x=${left * WIDTH} y=${POINTER} width=${probability * WIDTH} height=${STRIP} />
          ${
            probability >= NAMED_SHARE
              ? svg`<text x=${(left + probability / 2) * WIDTH} y=${POINTER + 15}>${[...shownSymbol(symbols[id] ?? "")].slice(0, Math.floor(probability * 28)).join("")}</text>`
              : nothing
          }</g>`,
      )}
    <path d="M${u * WIDTH - 5} 0h10l-5 ${POINTER}z M${u * WIDTH - 0.75} ${POINTER}h1.5v${STRIP}h-1.5z" />
  </svg>`;
}
