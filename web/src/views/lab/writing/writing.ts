/**
 * Several models write text after the same prompt, token by token: the probabilities of the next token, which one was chosen,
 * and why. All of them choose by the same uniform numbers, so that only the models differ.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { reason } from "../../../module/errors.js";
import type { FloatTensor } from "../../../module/training/types.js";
import { uniforms } from "../../../module/training/uniforms.js";
import { Latest } from "../../../store/latest.js";
import { fill } from "../../../words/number_text.js";
import { type Alphabet, shownSymbol, textOfTokens, tokensOfText } from "../../../words/prompt_text.js";
import type { LabWords } from "../../../words/words.js";
import { base } from "../../common/styles.js";
import { chosenToken } from "./next_token.js";
import { writingStyles } from "./writing_styles.js";
import { type WritingRun, type Written, writtenTemplate } from "./written_template.js";

/** The probabilities (V) of the token after `prompt`. */
export type AskNext = (key: string, prompt: number[], temperature: number) => Promise<FloatTensor>;

/** How many tokens "write on" writes. */
const WRITE_ON = 12;
/** Between two tokens, so that each can be seen. */
const PAUSE_MS = 250;
const HOTTEST = 2;

export class LabWritingElement extends LitElement {
  static override properties = {
    lab: { attribute: false },
    symbols: { attribute: false },
    padId: { attribute: false },
    runs: { attribute: false },
    ask: { attribute: false },
    prompt: { attribute: false },
    context: { attribute: false },
    end: { attribute: false },
    text: { state: true },
    temperature: { state: true },
    seed: { state: true },
    written: { state: true },
    isWriting: { state: true },
    problem: { state: true },
  };
  declare lab: LabWords | undefined;
  declare symbols: readonly string[];
  declare padId: number;
  declare runs: readonly WritingRun[];
  declare ask: AskNext | undefined;
  /** What the prompt is at first. */
  declare prompt: readonly number[];
  /** How many tokens a model reads at most: the last ones. */
  declare context: number;
  /** The token that ends a text; undefined where only the length does. */
  declare end: number | undefined;
  declare text: string;
  declare temperature: number;
  declare seed: number;
  declare written: ReadonlyMap<string, Written>;
  declare isWriting: boolean;
  declare problem: string | undefined;
  readonly #latest = new Latest();

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
    this.written = new Map();
    this.isWriting = false;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const isOther = changed.has("symbols") && changed.get("symbols")?.join() !== this.symbols.join();
    if (!isOther) return;
    this.text = textOfTokens(this.prompt, this.#alphabet);
    this.#clear();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  get #alphabet(): Alphabet {
    return { symbols: this.symbols, padId: this.padId };
  }

  override render(): TemplateResult | typeof nothing {
    const said = this.lab?.writing;
    if (!said) return nothing;
    const { ids, unknown } = tokensOfText(this.text, this.#alphabet);
    const hasEnded = this.written.size > 0 && this.runs.every(({ key }) => this.#hasEnded(key));
    const isReady = ids.length > 0 && unknown.length === 0 && this.ask !== undefined && !hasEnded;
    return html`<p class="lead">${said.lead}</p>
      <div class="prompt"><label for="prompt">${said.prompt}</label>
        <input id="prompt" type="text" autocomplete="off" spellcheck="false" autocapitalize="off" .value=${this.text}
          aria-invalid=${unknown.length > 0 ? "true" : "false"} aria-describedby="hint" @input=${this.#onText} /></div>
      ${this.#hint(ids, unknown)}
      <div class="symbols" role="group" aria-label=${said.symbols}>${this.symbols.map((symbol, id) =>
        id === this.padId
          ? nothing
          : html`<button translate="no" @click=${() => this.#append(id)}>${shownSymbol(symbol)}</button>`,
      )}</div>
      <div class="settings">
        <label>${said.temperature}<input type="range" min="0" max=${HOTTEST} step="0.1" .value=${String(this.temperature)}
          @input=${this.#onTemperature} /><output>${this.temperature.toFixed(1)}</output></label>
        <label>${said.seed}<input type="number" min="0" max="4294967295" step="1" .value=${String(this.seed)}
          @change=${this.#onSeed} /></label>
        <span class="actions">
          ${deed(said.one, isReady && !this.isWriting, () => this.#write(1))}
          ${deed(this.isWriting ? said.stop : said.on, isReady || this.isWriting, () => (this.isWriting ? this.#stop() : this.#write(WRITE_ON)))}
          ${deed(said.clear, this.written.size > 0, this.#clear)}</span>
      </div>
      ${this.problem === undefined ? nothing : html`<p class="error" role="alert">${fill(said.failed, { got: this.problem })}</p>`}
      <div class="runs">${this.runs.map((run) =>
        writtenTemplate({
          ...{ said, run, ids, written: this.written.get(run.key), temperature: this.temperature },
          symbols: this.symbols,
        }),
      )}</div>
      <p class="unseen" role="status">${this.isWriting ? "" : this.#announced()}</p>`;
  }

  /** What the prompt means, or why it cannot be used. */
  #hint(ids: readonly number[], unknown: readonly string[]): TemplateResult {
    const said = this.lab?.writing;
    if (!said) return html``;
    if (unknown.length > 0) {
      const facts = { unknown: unknown.map((one) => `‘${one}’`).join(", "), count: unknown.length };
      return html`<p id="hint" class="error">${fill(said.unknown, facts)}
        <button class="leave" @click=${this.#leaveOut}>${said.leaveOut}</button></p>`;
    }
    return html`<p id="hint">${ids.length === 0 ? said.empty : fill(said.tokens, { count: ids.length })}</p>`;
  }

  /** The text that each model has written, for screen readers. */
  #announced(): string {
    return this.runs
      .flatMap(({ key, label }) => {
        const written = this.written.get(key);
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

  readonly #clear = (): void => {
    this.#stop();
    this.written = new Map();
    this.problem = undefined;
  };

  readonly #stop = (): void => {
    this.#latest.drop();
    this.isWriting = false;
  };

  async #write(most: number): Promise<void> {
    this.isWriting = true;
    this.problem = undefined;
    const count = Math.min(most, Math.max(1, this.#roomLeft()));
    for (let i = 0; i < count; i++) {
      if (i > 0 && !(await this.#latest.only(pause()))) return;
      const next = await this.#latest.only(this.#next().catch((error: unknown) => reason(error)));
      if (!next) return; // stopped, or begun again with other settings
      if (typeof next.value === "string") {
        this.problem = next.value;
        break;
      }
      this.written = next.value;
      if (this.runs.every(({ key }) => this.#hasEnded(key))) break;
    }
    this.isWriting = false;
  }

  /** How many tokens can be written before a model no longer reads the first of them. */
  #roomLeft(): number {
    const { ids } = tokensOfText(this.text, this.#alphabet);
    const longest = Math.max(0, ...[...this.written.values()].map((written) => written.ids.length));
    return this.context + 1 - ids.length - longest;
  }

  /** One more token of every model. */
  async #next(): Promise<ReadonlyMap<string, Written>> {
    const { ids } = tokensOfText(this.text, this.#alphabet);
    const all = await Promise.all(
      this.runs.map(async ({ key }) => [key, await this.#nextOf(key, ids)] as const),
    );
    return new Map(all);
  }

  /** No model has learned what follows the end. */
  #hasEnded(key: string): boolean {
    return this.end !== undefined && this.written.get(key)?.ids.at(-1) === this.end;
  }

  async #nextOf(key: string, prompt: readonly number[]): Promise<Written> {
    const written = this.written.get(key);
    if (written && this.#hasEnded(key)) return written;
    const before = written?.ids ?? [];
    const tokens = [...prompt, ...before];
    const most = Math.min(tokens.length, this.context);
    // At 0 all of the probability would be one token's, and the bars would say nothing.
    const { data } = (await this.ask?.(key, tokens.slice(-most), this.temperature || 1)) ?? { data: [] };
    const u = uniformAt(this.seed, before.length);
    const choice = chosenToken(data, u, this.temperature);
    return { ids: choice ? [...before, choice.id] : before, probabilities: data, u, choice };
  }
}

/** A button that is off keeps the focus, which a disabled one would lose. */
const deed = (name: string, isOn: boolean, act: () => unknown): TemplateResult =>
  html`<button aria-disabled=${isOn ? "false" : "true"} @click=${() => isOn && act()}>${name}</button>`;

const pause = (): Promise<true> => new Promise((done) => setTimeout(() => done(true), PAUSE_MS));

/** The number that the token after so many written ones is chosen by. */
function uniformAt(seed: number, at: number): number {
  const numbers = uniforms(seed);
  for (let i = 0; i < at; i++) numbers.next();
  return numbers.next().value;
}
