/**
 * Tokens, seed and masks: what the reader may change. What is typed stays as typed; it takes effect once the
 * core accepts it, and until then the message beside the field says what it got and what it wants.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { keepTyped, typedOver } from "./kept_text.js";
import { problemText } from "./problem_text.js";
import {
  FILLS,
  type FormProblem,
  type FormText,
  type FullSpec,
  fieldOf,
  formText,
  INTEGERS,
  NONE,
  specOf,
} from "./settings_fields.js";
import { base } from "./styles.js";
import type { Words } from "./words.js";

const SETTLE_MS = 350;

export class SettingsFormElement extends LitElement {
  static override properties = {
    words: { attribute: false },
    given: { attribute: false },
    defaults: { attribute: false },
    refused: { attribute: false },
    typed: { state: true },
    problem: { state: true },
  };
  declare words: Words;
  /** The spec of the trace on the stage. */
  declare given: FullSpec;
  declare defaults: FullSpec;
  /** Why the core did not take the last change. */
  declare refused: FormProblem | undefined;
  declare typed: FormText;
  declare problem: FormProblem | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;

  static override styles = [
    base,
    css`
      :host {
        position: absolute;
        right: 0;
        bottom: calc(100% + 9px);
        z-index: 4;
        width: min(440px, calc(100vw - 16px));
        max-height: min(560px, 72vh);
        overflow: auto;
        background: var(--hu-paper);
        border: 1px solid var(--hu-ink);
        border-radius: 4px;
        padding: 14px 16px; display: grid; grid-template-columns: 1fr 1fr; gap: 10px 16px;
      }
      :host([hidden]) { display: none; }
      .wide { grid-column: 1 / -1; }
      label { display: block; color: var(--hu-muted); }
      input:not([type="checkbox"]), textarea, select {
        display: block;
        width: 100%;
        font: 13px/1.6 var(--hu-mono);
        color: var(--hu-ink);
        background: var(--hu-paper);
        border: 1px solid var(--hu-muted);
        border-radius: 3px;
        padding: 4px 8px;
        min-height: 32px;
      }
      textarea { resize: vertical; white-space: pre; overflow-x: auto; }
      [aria-invalid="true"] { border-color: var(--hu-positive) !important; border-width: 2px !important; }
      fieldset {
        border: 0;
        margin: 0;
        padding: 0;
        display: flex;
        flex-wrap: wrap;
        gap: 4px 20px;
        align-items: center;
      }
      legend { color: var(--hu-muted); padding: 0; }
      fieldset label {
        display: inline-flex;
        gap: 8px;
        align-items: center;
        min-height: 32px;
        color: var(--hu-ink);
      }
      input[type="checkbox"] { accent-color: var(--hu-accent); width: 18px; height: 18px; margin: 0; }
      .error { color: var(--hu-positive); margin: 2px 0 0; overflow-wrap: anywhere; }
      .hint { color: var(--hu-muted); margin: 2px 0 0; }
      .reset { text-decoration: underline; text-underline-offset: 3px; justify-self: start; padding: 0; }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("refused")) this.problem = this.refused;
    if ((changed.has("given") || changed.has("defaults")) && !this.#isTyped()) {
      const given = formText(this.given);
      const kept = typedOver(given);
      this.typed = kept ?? given;
      this.problem = this.refused;
      if (kept) this.#ask();
    }
  }

  /**
   * Whether what is typed already asks for what stands on the stage: then a space more or less is the
   * typist's.
   */
  #isTyped(): boolean {
    if (!this.typed) return false;
    const read = specOf(this.typed, this.defaults);
    if ("problem" in read) return false;
    return (
      JSON.stringify(formText({ ...this.defaults, ...read.spec })) === JSON.stringify(formText(this.given))
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#settling);
  }

  override render(): TemplateResult {
    const { settings } = this.words;
    const loose = this.problem && fieldOf(this.problem) === undefined ? this.problem : undefined;
    return html`
        ${this.#area("sequences", settings.tokens, settings.tokensHint)}
        ${this.defaults.target === null ? nothing : this.#area("target", settings.target, settings.targetHint)}
        ${INTEGERS.map((field) => this.#input(field, settings[field]))}
        ${this.defaults.dAttention === null ? nothing : this.#input("dAttention", settings.dAttention)}
        ${this.#select("maskFill", settings.fill, FILLS)}
        ${this.defaults.feedForward === null ? nothing : this.#block()}
        ${this.#masks()}
        ${loose ? html`<p class="error wide" role="alert">${problemText(this.words, loose)}</p>` : nothing}
        ${this.problem ? html`<p class="hint wide">${settings.lastGood}</p>` : nothing}
        <button class="reset wide" @click=${this.#reset}>${settings.reset}</button>
    `;
  }

  #area(field: "sequences" | "target", label: string, hint: string): TemplateResult {
    const rows = Math.min(6, this.typed[field].split("\n").length);
    return html`<div class="wide">
      <label for=${field}>${label}</label>
      <textarea id=${field} rows=${Math.max(2, rows)} spellcheck="false" autocomplete="off"
        .value=${this.typed[field]}
        aria-invalid=${this.#wrong(field)} aria-describedby="${field}-hint ${field}-error"
        @input=${this.#onInput}></textarea>
      <p class="hint" id="${field}-hint">${hint}</p>
      ${this.#error(field)}
    </div>`;
  }

  #input(field: (typeof INTEGERS)[number] | "dAttention" | "dFf", label: string): TemplateResult {
    return html`<div>
      <label for=${field}>${label}</label>
      <input id=${field} inputmode="numeric" autocomplete="off" .value=${this.typed[field]}
        aria-invalid=${this.#wrong(field)}
        aria-describedby="${field}-error" @input=${this.#onInput} />
      ${this.#error(field)}
    </div>`;
  }

  /** What only a transformer block has. */
  #block(): TemplateResult {
    const { settings } = this.words;
    return html`
      ${this.#input("dFf", settings.dFf)}
      ${this.#select("activation", settings.activation, ["gelu", "relu", NONE])}
      ${this.#select("layerNorm", settings.layerNorm, [NONE, "pre", "post"])}
    `;
  }

  #select(
    field: "maskFill" | "activation" | "layerNorm",
    label: string,
    known: readonly string[],
  ): TemplateResult {
    const typed = this.typed[field];
    const values = known.includes(typed) ? known : [typed, ...known];
    const names: Readonly<Record<string, string>> = this.words.settings.choices;
    const named = (value: string): string => names[value] ?? value.replaceAll("-", "−").replace("inf", "∞");
    return html`<div>
      <label for=${field}>${label}</label>
      <select id=${field} aria-invalid=${this.#wrong(field)} aria-describedby="${field}-error"
        @change=${this.#onInput}>
        ${values.map((value) => html`<option value=${value} ?selected=${value === typed}>${named(value)}</option>`)}
      </select>
      ${this.#error(field)}
    </div>`;
  }

  #masks(): TemplateResult {
    const { settings } = this.words;
    const box = (field: "padding" | "causal", label: string): TemplateResult =>
      html`<label><input type="checkbox" id=${field} .checked=${this.typed[field]}
        @change=${this.#onInput} />${label}</label>`;
    return html`<fieldset class="wide">
      <legend>${settings.masks}</legend>
      ${box("padding", settings.paddingMask)} ${box("causal", settings.causalMask)}
      ${this.#error("padding")} ${this.#error("causal")}
    </fieldset>`;
  }

  #wrong(field: keyof FormText): "true" | "false" {
    return this.problem && fieldOf(this.problem) === field ? "true" : "false";
  }

  #error(field: keyof FormText): TemplateResult | typeof nothing {
    if (!this.problem || this.#wrong(field) === "false") return nothing;
    return html`<p class="error" role="alert"
      id="${field}-error">${problemText(this.words, this.problem)}</p>`;
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has("typed") || changed.has("given"))
      keepTyped(formText(this.given), this.#isTyped() ? undefined : this.typed);
  }

  readonly #onInput = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    this.typed = { ...this.typed, [input.id]: input.type === "checkbox" ? input.checked : input.value };
    clearTimeout(this.#settling);
    const settle = (): void => {
      this.#settling = undefined;
      this.#ask();
    };
    if (event.type === "change") settle();
    else this.#settling = setTimeout(settle, SETTLE_MS);
  };

  #ask(): void {
    const read = specOf(this.typed, this.defaults);
    this.problem = "problem" in read ? read.problem : undefined;
    if ("spec" in read) this.dispatchEvent(new CustomEvent("settings-change", { detail: read.spec }));
  }

  readonly #reset = (): void => {
    clearTimeout(this.#settling);
    this.#settling = undefined;
    this.typed = formText(this.defaults);
    this.#ask();
  };
}
