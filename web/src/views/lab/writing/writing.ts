/** The models write text after the same prompt: the probabilities of the next token, which one was chosen, and why. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { LabStore } from "../../../lab/lab_store.js";
import { allEnded } from "../../../lab/writing.js";
import { messageOf } from "../../../module/errors.js";
import { fill } from "../../../words/number_text.js";
import { type Alphabet, shownSymbol, textOfTokens, tokensOfText } from "../../../words/prompt_text.js";
import type { LabWords } from "../../../words/words.js";
import { arrowTo } from "../../common/keyboard_focus.js";
import { reactive } from "../../common/reactive.js";
import { base } from "../../common/styles.js";
import { writingStyles } from "./writing_styles.js";
import { type WritingRun, writtenTemplate } from "./written_template.js";

/** How many tokens "write on" writes. */
const WRITE_ON = 12;
const HOTTEST = 2;

export class LabWritingElement extends LitElement {
  static override properties = reactive<LabWritingElement>(
    "lab",
    "symbols",
    "padId",
    "runs",
    "store",
    "prompt",
    "context",
    "end",
    "text",
    "temperature",
    "seed",
    "tokenAt",
  );
  declare lab: LabWords | undefined;
  declare symbols: readonly string[];
  declare padId: number;
  declare runs: readonly WritingRun[];
  declare store: LabStore["writing"];
  /** The initial prompt. */
  declare prompt: readonly number[];
  /** The most tokens that a model reads; of a longer text, the last ones. */
  declare context: number;
  /** The token that ends a text; undefined if only the length does. */
  declare end: number | undefined;
  declare text: string;
  declare temperature: number;
  declare seed: number;
  /** Which token's button Tab goes to. */
  declare tokenAt: number;
  #unsubscribe: (() => void) | undefined;

  static override styles = [base, writingStyles];

  constructor() {
    super();
    this.symbols = [];
    this.padId = 0;
    this.runs = [];
    this.prompt = [];
    this.context = Number.POSITIVE_INFINITY;
    this.text = "";
    this.temperature = 1;
    this.seed = 0;
    this.tokenAt = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unsubscribe = this.store.subscribe(() => this.requestUpdate());
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const isOther = changed.has("symbols") && changed.get("symbols")?.join() !== this.symbols.join();
    if (!isOther) return;
    this.tokenAt = 0;
    this.text = textOfTokens(this.prompt, this.#alphabet);
    this.#clear();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
    this.#unsubscribe?.();
  }

  get #alphabet(): Alphabet {
    return { symbols: this.symbols, padId: this.padId };
  }

  override render(): TemplateResult | typeof nothing {
    const words = this.lab?.writing;
    if (!words) return nothing;
    const { ids, unknown } = tokensOfText(this.text, this.#alphabet);
    const { answer: written, isRunning: isWriting, error } = this.store.state;
    const hasEnded = written !== undefined && allEnded(written, this.end);
    const isReady = ids.length > 0 && unknown.length === 0 && !hasEnded;
    return html`<p class="lead">${words.lead}</p>
      <div class="prompt"><label for="prompt">${words.prompt}</label>
        <input id="prompt" type="text" autocomplete="off" spellcheck="false" autocapitalize="off" .value=${this.text}
          aria-invalid=${unknown.length > 0 ? "true" : "false"} aria-describedby="hint" @input=${this.#onText} /></div>
      ${this.#hint(ids, unknown)}
      ${this.#tokens(words.symbols)}
      <div class="settings">
        <label>${words.temperature}<input type="range" min="0" max=${HOTTEST} step="0.1" .value=${String(this.temperature)}
          @input=${this.#onTemperature} /><output>${this.temperature.toFixed(1)}</output></label>
        <label>${words.seed}<input type="number" min="0" max="4294967295" step="1" .value=${String(this.seed)}
          @change=${this.#onSeed} /></label>
        <span class="actions">
          ${buttonTemplate(words.one, isReady && !isWriting, () => this.#write(1))}
          ${buttonTemplate(isWriting ? words.stop : words.on, isReady || isWriting, () => (isWriting ? this.#stop() : this.#write(WRITE_ON)))}
          ${buttonTemplate(words.clear, written !== undefined, this.#clear)}</span>
      </div>
      ${error === undefined ? nothing : html`<p class="error" role="alert">${fill(words.failed, { got: messageOf(error) })}</p>`}
      <div class="runs">${this.runs.map((run) =>
        writtenTemplate({
          ...{ words, run, ids, written: written?.get(run.key), temperature: this.temperature },
          ...{ symbols: this.symbols, step: this.lab?.train.steps ?? "" },
        }),
      )}</div>
      <p class="unseen" role="status">${isWriting ? "" : this.#announced()}</p>`;
  }

  /** The vocabulary: all its buttons are one tab stop. */
  #tokens(label: string): TemplateResult {
    const ids = [...this.symbols.keys()].filter((id) => id !== this.padId);
    return html`<div class="symbols" role="group" aria-label=${label} @keydown=${this.#onTokenKey}>${ids.map(
      (id, at) => html`<button translate="no" tabindex=${at === this.tokenAt ? 0 : -1}
        @focus=${() => {
          this.tokenAt = at;
        }} @click=${() => this.#append(id)}>${shownSymbol(this.symbols[id] ?? "")}</button>`,
    )}</div>`;
  }

  readonly #onTokenKey = (event: KeyboardEvent): void => {
    const buttons = this.renderRoot.querySelectorAll<HTMLElement>(".symbols button");
    const next = arrowTo(event, this.tokenAt, buttons.length);
    if (next === undefined) return;
    event.preventDefault();
    buttons[next]?.focus();
  };

  /** What the prompt means, or why it cannot be used. */
  #hint(ids: readonly number[], unknown: readonly string[]): TemplateResult {
    const words = this.lab?.writing;
    if (!words) return html``;
    if (unknown.length > 0) {
      const facts = { unknown: unknown.map((symbol) => `‘${symbol}’`).join(", "), count: unknown.length };
      return html`<p id="hint" class="error">${fill(words.unknown, facts)}
        <button class="leave" @click=${this.#leaveOut}>${words.leaveOut}</button></p>`;
    }
    return html`<p id="hint">${ids.length === 0 ? words.empty : fill(words.tokens, { count: ids.length })}</p>`;
  }

  /** The text that each model has written, for screen readers. */
  #announced(): string {
    return this.runs
      .flatMap(({ key, label }) => {
        const written = this.store.state.answer?.get(key);
        return written ? [`${label}: ${textOfTokens(written.ids, this.#alphabet)}`] : [];
      })
      .join("; ");
  }

  readonly #onText = (event: Event): void => {
    this.text = (event.target as HTMLInputElement).value;
    this.#clear();
  };

  readonly #onTemperature = (event: Event): void => {
    this.temperature = Number((event.target as HTMLInputElement).value);
    this.#clear();
  };

  readonly #onSeed = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    this.seed = Math.min(2 ** 32 - 1, Math.max(0, Math.trunc(Number(input.value)) || 0));
    input.value = String(this.seed);
    this.#clear();
  };

  #append(id: number): void {
    this.text += this.text === "" ? shownSymbol(this.symbols[id] ?? "") : (this.symbols[id] ?? "");
    this.#clear();
  }

  readonly #leaveOut = (): void => {
    this.text = textOfTokens(tokensOfText(this.text, this.#alphabet).ids, this.#alphabet);
    this.#clear();
    this.renderRoot.querySelector<HTMLElement>("#prompt")?.focus();
  };

  readonly #clear = (): void => this.store.dispatch({ type: "forget" });

  #stop(): void {
    this.store.dispatch({ type: "stop" });
  }

  #write(most: number): void {
    const { temperature, seed, context, end } = this;
    const prompt = tokensOfText(this.text, this.#alphabet).ids;
    void this.store.ask({ prompt, most, temperature, seed, context, end });
  }
}

/** A button that is off keeps the focus, which a disabled one would lose. */
const buttonTemplate = (name: string, isOn: boolean, act: () => unknown): TemplateResult =>
  html`<button aria-disabled=${isOn ? "false" : "true"} @click=${() => isOn && act()}>${name}</button>`;
