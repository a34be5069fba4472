/** <lab-settings>: the task and the numbers of the runs. They take effect when the form is sent; a refusal is shown at its field. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import {
  defaultSettings,
  type LabSettings,
  NUMBER_NAMES,
  readSettings,
  type SettingName,
  type TypedSettings,
  typedSettings,
} from "../../lab/settings.js";
import type { Refusal } from "../../module/refusal.js";
import { TASKS } from "../../module/training/types.js";
import { withLabels } from "../../words/problem_labels.js";
import { problemText } from "../../words/problem_text.js";
import type { LabWords, Words } from "../../words/words.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";

export class LabSettingsElement extends LitElement {
  static override properties = reactive<LabSettingsElement>(
    "words",
    "lab",
    "settings",
    "refusal",
    "typed",
    "unread",
  );
  declare words: Words;
  declare lab: LabWords;
  /** The settings of the runs on the page. */
  declare settings: LabSettings;
  /** The refusal of the engine. */
  declare refusal: Refusal | undefined;
  declare typed: TypedSettings;
  /** The refusals of input that could not be read. */
  declare unread: readonly Refusal[];

  constructor() {
    super();
    this.unread = [];
  }

  static override styles = [
    base,
    css`
      form { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 12px 16px; align-items: start; }
      p { margin: 0; }
      .wide { grid-column: 1 / -1; }
      .wide, label, .error { font-size: 13px; }
      label, .wide { color: var(--hu-muted); }
      input, select {
        display: block;
        width: 100%;
        min-height: 44px;
        padding: 4px 8px;
        background: var(--hu-paper);
        border: 1px solid var(--hu-muted);
        border-radius: 3px;
        font-variant-numeric: tabular-nums;
      }
      [aria-invalid="true"] { border: 2px solid var(--hu-positive); }
      .error { color: var(--hu-positive); overflow-wrap: anywhere; }
      .check { grid-column: 1 / -1; display: flex; align-items: center; gap: 8px; min-height: 44px; }
      .check input { width: 24px; min-height: 24px; flex: none; }
      .sent { display: flex; flex-wrap: wrap; gap: 8px 16px; }
      .sent button { min-height: 44px; padding: 0 16px; border: 1px solid var(--hu-muted); }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("settings")) this.typed = typedSettings(this.settings);
  }

  override render(): TemplateResult {
    const { settings } = this.lab;
    return html`<form novalidate @submit=${this.#send}>
      <p class="wide">${settings.what}</p>
      <div><label for="task">${settings.task}</label>
        <select id="task" @change=${this.#onInput} aria-invalid=${this.#wrong("task")} aria-describedby="task-error">
          ${TASKS.map((name) => html`<option value=${name} .selected=${name === this.typed.task}>${settings.tasks[name]}</option>`)}
        </select>${this.#error("task")}</div>
      ${NUMBER_NAMES.map(
        (name) => html`<div><label for=${name}>${settings[name]}</label>
          <input id=${name} inputmode="decimal" autocomplete="off" .value=${this.typed[name]} @input=${this.#onInput}
            aria-invalid=${this.#wrong(name)} aria-describedby="${name}-error" />${this.#error(name)}</div>`,
      )}
      <label class="check"><input id="tiedHead" type="checkbox" .checked=${this.typed.tiedHead === "true"}
        @change=${this.#onCheck} />${settings.tiedHead}</label>
      ${this.#otherRefusal()}
      <p class="wide sent"><button>${settings.apply}</button><button type="button" @click=${this.#reset}>${settings.reset}</button></p>
    </form>`;
  }

  /** A refusal that belongs to no field of this form. */
  #otherRefusal(): TemplateResult | typeof nothing {
    const { refusal } = this;
    if (!refusal || (refusal.details["field"] ?? "") in this.typed) return nothing;
    return html`<p class="wide error" role="alert">${problemText(this.words, refusal)} ${this.lab.settings.refused}</p>`;
  }

  #problemOf(name: SettingName): Refusal | undefined {
    const problems = this.refusal ? [...this.unread, this.refusal] : this.unread;
    return problems.find(({ details }) => details["field"] === name);
  }

  #wrong(name: SettingName): "true" | "false" {
    return this.#problemOf(name) ? "true" : "false";
  }

  #error(name: SettingName): TemplateResult | typeof nothing {
    const problem = this.#problemOf(name);
    if (!problem) return nothing;
    return html`<p class="error" role="alert" id="${name}-error">${problemText(this.words, withLabels(problem, this.lab.settings))}
      ${this.lab.settings.refused}</p>`;
  }

  readonly #onInput = (event: Event): void => {
    const { id, value } = event.target as HTMLInputElement | HTMLSelectElement;
    this.typed = { ...this.typed, [id]: value };
  };

  readonly #onCheck = (event: Event): void => {
    const { id, checked } = event.target as HTMLInputElement;
    this.typed = { ...this.typed, [id]: String(checked) };
  };

  readonly #send = (event: Event): void => {
    event.preventDefault();
    const { settings, problems } = readSettings(this.typed, this.settings);
    this.unread = problems;
    const first = problems[0]?.details["field"];
    if (first === undefined) this.#choose(settings);
    else this.renderRoot.querySelector<HTMLElement>(`#${first}`)?.focus();
  };

  readonly #reset = (): void => {
    const defaults = defaultSettings(this.words.language.code);
    this.unread = [];
    this.typed = typedSettings(defaults);
    this.#choose(defaults);
  };

  #choose(detail: LabSettings): void {
    this.dispatchEvent(new CustomEvent<LabSettings>("settings-change", { detail }));
  }
}
