/** The models write text after the same prompt: the probabilities of the next token, which one was chosen, and why. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { digits } from "../../draw/scale.js";
import { RUN_KEYS, type RunKey } from "../../lab/runs.js";
import type { View } from "../../lab/state.js";
import { allEnded, type Candidate, candidatesOf, endingOf, type WrittenText } from "../../lab/writing.js";
import { messageOf } from "../../module/errors.js";
import type { TokenChoice, TrainingTask } from "../../module/training/types.js";
import { format } from "../../words/number_text.js";
import { type Alphabet, shownSymbol, textOfTokens, tokensOfText } from "../../words/prompt_text.js";
import { arrowTo } from "../common/keyboard_focus.js";
import { type LabModel, offUnless } from "./lab_model.js";

/** How many tokens "write on" writes. */
const WRITE_ON = 12;
const HOTTEST = 2;
const LARGEST_SEED = 2 ** 32 - 1;

/** The beginning that the models continue: the reader's, else the prompt of the task's first held-out row. */
const promptOf = ({ view: { prompt } }: LabModel, task: TrainingTask): string =>
  prompt ?? textOfTokens(task.heldOut[0]?.slice(0, task.promptLengths[0] ?? 1) ?? [], task);

export function writingTemplate(model: LabModel): TemplateResult | typeof nothing {
  const { lab, store, state, view } = model;
  const words = lab.writing;
  if (!state.opened) return nothing;
  const { task } = state.opened;
  const end = endingOf(task);
  const text = promptOf(model, task);
  const { ids, unknown } = tokensOfText(text, task);
  const { answer: written, isRunning: isWriting, error } = store.writing.state;
  const isReady =
    ids.length > 0 && unknown.length === 0 && !(written !== undefined && allEnded(written, end));
  const clear = (): void => store.writing.dispatch({ type: "forget" });
  /** Other conditions give other texts. */
  const change = (changed: Partial<View>): void => {
    store.show(changed);
    clear();
  };
  const { temperature, seed } = view;
  const context = (task.data[0]?.length ?? 1) - 1;
  const write = (most: number) => store.writing.ask({ prompt: ids, most, temperature, seed, context, end });
  const button = (name: string, isOn: boolean, act: () => unknown): TemplateResult =>
    html`<button aria-disabled=${offUnless(isOn)} @click=${() => isOn && act()}>${name}</button>`;
  const onSeed = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const typed = Math.min(LARGEST_SEED, Math.max(0, Math.trunc(Number(input.value)) || 0));
    input.value = String(typed);
    change({ seed: typed });
  };
  const leaveOut = (): void => {
    change({ prompt: textOfTokens(ids, task) });
    model.focus("#prompt");
  };
  return html`<div class="writing"><p class="what">${words.lead}</p>
    <div class="prompt"><label for="prompt">${words.prompt}</label>
      <input id="prompt" type="text" autocomplete="off" spellcheck="false" autocapitalize="off" .value=${text}
        aria-invalid=${unknown.length > 0 ? "true" : "false"} aria-describedby="hint"
        @input=${(event: Event) => change({ prompt: (event.target as HTMLInputElement).value })} /></div>
    ${
      unknown.length > 0
        ? html`<p id="hint" class="error">${format(words.unknown, { unknown: unknown.map((symbol) => `‘${symbol}’`).join(", "), count: unknown.length })}
          <button class="leave" @click=${leaveOut}>${words.leaveOut}</button></p>`
        : html`<p id="hint">${ids.length === 0 ? words.empty : format(words.tokens, { count: ids.length })}</p>`
    }
    ${vocabulary(model, task, (symbol) => change({ prompt: text + (text === "" ? shownSymbol(symbol) : symbol) }))}
    <div class="conditions">
      <label>${words.temperature}<input type="range" min="0" max=${HOTTEST} step="0.1" .value=${String(temperature)}
        @input=${(event: Event) => change({ temperature: Number((event.target as HTMLInputElement).value) })} /><output>${temperature.toFixed(1)}</output></label>
      <label>${words.seed}<input type="number" min="0" max=${LARGEST_SEED} step="1" .value=${String(seed)} @change=${onSeed} /></label>
      <span class="actions">
        ${button(words.one, isReady && !isWriting, () => write(1))}
        ${button(isWriting ? words.stop : words.on, isReady || isWriting, () => (isWriting ? store.writing.dispatch({ type: "stop" }) : write(WRITE_ON)))}
        ${button(words.clear, written !== undefined, clear)}</span>
    </div>
    ${error === undefined ? nothing : html`<p class="error" role="alert">${format(words.failed, { got: messageOf(error) })}</p>`}
    <div class="runs">${RUN_KEYS.map((run) => writtenTemplate(model, { run, ids, written: written?.get(run), symbols: task.symbols }))}</div>
    <p class="unseen" role="status">${
      isWriting
        ? ""
        : [...(written ?? [])]
            .map(([run, { ids }]) => `${lab.runs[run]}: ${textOfTokens(ids, task)}`)
            .join("; ")
    }</p></div>`;
}

/** The buttons that add a token; all are one tab stop. */
function vocabulary(
  { lab, store, view, focus }: LabModel,
  { symbols, padId }: Alphabet,
  append: (symbol: string) => void,
): TemplateResult {
  const known = symbols.filter((_, id) => id !== padId);
  const onKey = (event: KeyboardEvent): void => {
    const next = arrowTo(event, view.tokenAt, known.length);
    if (next === undefined) return;
    event.preventDefault();
    store.show({ tokenAt: next });
    focus('.symbols button[tabindex="0"]');
  };
  return html`<div class="symbols" role="group" aria-label=${lab.writing.symbols} @keydown=${onKey}>${known.map(
    (symbol, at) => html`<button translate="no" tabindex=${at === view.tokenAt ? 0 : -1}
      @focus=${() => store.show({ tokenAt: at })} @click=${() => append(symbol)}>${shownSymbol(symbol)}</button>`,
  )}</div>`;
}

interface WrittenSpec {
  readonly run: RunKey;
  /** The prompt. */
  readonly ids: readonly number[];
  readonly written: WrittenText | undefined;
  readonly symbols: readonly string[];
}

const BARS = 6;
/** The smallest share that has room for a token's name. */
const NAMED_SHARE = 0.06;
const [WIDTH, STRIP, POINTER] = [400, 22, 8] as const;

/** What one model has written: its text, the probabilities of the latest token as bars, and why that token was chosen. */
function writtenTemplate({ lab, view }: LabModel, spec: WrittenSpec): TemplateResult {
  const { run, written } = spec;
  const { broken, missing } = lab.writing;
  return html`<section>
    <h3>${lab.runs[run]}${written ? html` <small class="given">${format(lab.train.steps, { step: written.steps.join("–") })}</small>` : nothing}</h3>
    ${textTemplate(lab.writing, spec)}
    ${written ? (written.choice.id === null ? html`<p class="error">${broken}</p>` : chosenTemplate(lab.writing, spec, written.choice, written.choice.id, view.temperature)) : nothing}
    ${run === "masked" ? nothing : html`<p class="missing">${missing}</p>`}
  </section>`;
}

type WritingWords = LabModel["lab"]["writing"];

function textTemplate(words: WritingWords, { ids, written, symbols }: WrittenSpec): TemplateResult {
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

function chosenTemplate(
  words: WritingWords,
  { symbols }: WrittenSpec,
  choice: TokenChoice,
  chosen: number,
  temperature: number,
): TemplateResult {
  const { shown, others, rest } = candidatesOf(choice.probabilities, chosen, BARS);
  const facts = {
    ...{ u: digits(choice.u, 4), token: shownSymbol(symbols[chosen] ?? "") },
    ...{ from: digits(choice.from, 4), to: digits(choice.to, 4) },
  };
  const bar = ({ id, probability }: Candidate): TemplateResult => {
    const isChosen = id === chosen;
    return html`<tr class=${isChosen ? "chosen" : ""}><th scope="row" translate="no">${shownSymbol(symbols[id] ?? "")}${
      isChosen ? html`<span class="unseen"> (${words.chosen})</span>` : nothing
    }</th>${share(probability)}</tr>`;
  };
  return html`<table aria-label=${words.bars}>
      <tbody>${shown.map(bar)}
      ${others > 0 ? html`<tr class="others"><th scope="row">${format(words.others, { count: others })}</th>${share(rest)}</tr>` : nothing}</tbody>
    </table>
    ${temperature === 0 ? nothing : strip(symbols, choice)}
    <p class="why">${format(temperature === 0 ? words.greedy : words.why, facts)}</p>`;
}

const share = (probability: number): TemplateResult =>
  html`<td class="bar"><svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true"><rect width=${100 * probability}
    height="12" /></svg></td><td class="number">${digits(probability)}</td>`;

/** All shares side by side in the order of the ids, and where the uniform number points. */
function strip(symbols: readonly string[], { probabilities, u, id: chosen }: TokenChoice): TemplateResult {
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
        ({ id, left, probability }) => svg`<g class=${id === chosen ? "chosen" : ""}>
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
