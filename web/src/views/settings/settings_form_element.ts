/**
 * The settings form: sentences or tokens, seed, masks, weights. Input stays as typed and takes effect once the core accepts
 * it; until then the message beside the field says what it got and what it wants.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { canShowTrained } from "../../lessons/trained.js";
import type { Refusal } from "../../module/refusal.js";
import type { LessonSpec } from "../../module/types.js";
import { type Field, type FieldName, NONE, specOver } from "../../spec/fields.js";
import { loadedModule, mergedSpec, numbersOf, type Run } from "../../store/lesson_runner.js";
import {
  type ControlName,
  FILLS,
  FORM_FIELDS,
  type FormText,
  type FullSpec,
  fieldOf,
  formText,
  isShown,
  sameText,
  specOf,
} from "../../store/settings_fields.js";
import type { WeightsFile } from "../../store/state.js";
import { vocabularyForText, WRITTEN_LESSON, writtenOf } from "../../store/written_text.js";
import { fill } from "../../words/number_text.js";
import { withLabels } from "../../words/problem_labels.js";
import { problemText } from "../../words/problem_text.js";
import type { WholeWords } from "../../words/words.js";
import { act } from "../common/act.js";
import { reactive } from "../common/reactive.js";
import { base, drawerPanel } from "../common/styles.js";
import { waitToUpdate } from "../common/update_queue.js";
import { EscapeController } from "../transport/escape_controller.js";
import { keepTyped, typedOver } from "./kept_text.js";
import type { TypedText } from "./own_words_element.js";
import { SelectionController } from "./selection_controller.js";
import { formStyles } from "./settings_form_styles.js";
import { TYPING_PAUSE_MS } from "./typing_pause.js";
import { type Source, WrittenController } from "./written_controller.js";

/** Larger runs would interrupt typing; they start only when the reader clicks "apply". */
const AT_ONCE = 2_000_000;

/** The sizes that given weights fix. */
const SIZES = ["dModel", "vocabSize", "dAttention", "dFf"] as const;
const isOfWeights = ({ code, details }: Refusal): boolean =>
  code === "shape-mismatch" && details["field"]?.startsWith("weights.") === true;

/** The operations that draw numbers from the seed. */
const DRAWN: readonly string[] = ["normal", "uniform"];

export class SettingsFormElement extends LitElement {
  static override properties = reactive<SettingsFormElement>(
    "words",
    "given",
    "text",
    "defaults",
    "refused",
    "own",
    "weightsFile",
    "wanted",
    "typed",
    "unread",
    "large",
  );
  declare words: WholeWords;
  /** The spec of the trace on the stage. */
  declare given: FullSpec;
  /** The sentences that its sequences were typed as; undefined if ids were typed. */
  declare text: string | undefined;
  declare defaults: FullSpec;
  /** Why the core refused the last change. */
  declare refused: Refusal | undefined;
  /** The run on the stage. */
  declare own: Run;
  declare weightsFile: WeightsFile;
  /** The spec that was requested last, by this form or by another part of the page. */
  declare wanted: LessonSpec;
  declare typed: FormText;
  /** Why the input is not a spec. */
  declare unread: Refusal | undefined;
  /** The count of numbers of a run that waits for "apply"; undefined if none waits. */
  declare large: number | undefined;
  readonly #written = new WrittenController(this);
  #debounce: ReturnType<typeof setTimeout> | undefined;
  /** The spec that this form requested last. */
  #asked: LessonSpec | undefined;

  /** Fields typed since the last request. */
  #unrequested: Partial<FormText> = {};

  /** The spec of the last update. */
  #shown: FullSpec | undefined;

  static override styles = [base, drawerPanel, formStyles];

  constructor() {
    super();
    new SelectionController(this);
    new EscapeController(this);
  }

  /** A new spec on the stage updates the form after the stage; input in the form updates it at once. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated && this.given !== this.#shown) await waitToUpdate("settings");
    this.#shown = this.given;
    super.scheduleUpdate();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    // Ids typed in this form have no text; the sentences typed before are kept in their field.
    if (changed.has("text") && (this.text !== undefined || !this.#isTyped()))
      this.#written.take(writtenOf(this.own.spec), formText(this.given).sequences);
    const given = formText(this.given);
    // Undo requests another spec, and redo the same one again: neither comes from this form.
    if (changed.has("wanted") && this.wanted !== this.#asked) this.#asked = undefined;
    // The result of this form's own request must not overwrite what was typed while it was computed.
    const isOwn = this.#asked !== undefined && this.#asked === this.wanted;
    if (isOwn || !(changed.has("given") || changed.has("defaults")) || this.#isTyped()) return;
    const kept = typedOver(given);
    if (changed.has("given") && changed.get("given")?.lesson !== this.given.lesson) this.#unrequested = {};
    // A result that arrives while the reader types does not overwrite the typed fields.
    this.typed = { ...(kept ?? given), ...this.#unrequested };
    this.unread = undefined;
    if (kept) this.#ask();
  }

  /** Why the input is not on the stage. */
  get #problem(): Refusal | undefined {
    return this.unread ?? this.refused;
  }

  /** Whether the input already gives the spec on the stage; it may still differ in spacing, and is left as typed. */
  #isTyped(): boolean {
    if (!this.typed) return false;
    const read = specOf(this.typed, this.defaults);
    if ("problem" in read) return false;
    return sameText(formText(specOver(this.defaults, read.spec)), formText(this.given));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#debounce);
  }

  override render(): TemplateResult {
    const { settingsForm: words } = this.words;
    const general = this.#problem && this.#placeOf(this.#problem) === undefined ? this.#problem : undefined;
    return html`
        ${this.own.weights?.trained ? nothing : this.#sources()}
        ${FORM_FIELDS.map((field) => this.#field(...field))}
        <heads-up-own-weights class="wide" .words=${this.words} .weights=${this.own.weights}
          .trainable=${!this.own.own && canShowTrained(this.given.lesson)} .file=${this.weightsFile}></heads-up-own-weights>
        ${general ? html`<p class="error wide" role="alert">${this.#sentence(general)}</p>` : nothing}
        ${this.#problem || this.large ? html`<p class="hint wide">${words.lastGood}</p>` : nothing}
        <button class="reset wide" @click=${this.#reset}>${words.reset}</button>
    `;
  }

  /** The field at which a problem is shown. Weights that do not fit are shown at the size that was changed. */
  #placeOf(problem: Refusal): ControlName | undefined {
    if (!isOfWeights(problem)) return fieldOf(problem);
    const given = formText(this.given);
    return SIZES.find((size) => this.typed[size] !== given[size]);
  }

  /** The sentence of a problem, with the labels of this form. */
  #sentence(problem: Refusal): string {
    const { settings, settingsForm } = this.words;
    const sentence = problemText(this.words, withLabels(problem, settings));
    return isOfWeights(problem) ? `${sentence} ${settingsForm.givenSizes}` : sentence;
  }

  #field(name: FieldName, field: Field): TemplateResult | typeof nothing {
    if (!isShown(name, this.defaults)) return nothing;
    const control = name as ControlName;
    switch (field.type) {
      case "rows":
        return name === "sequences" ? this.#sequences() : this.#area("target");
      case "integer":
        return this.#input(control);
      case "fill":
        return this.#select(control, FILLS);
      case "choice":
        return this.#select(control, [NONE, ...(field.choices ?? [])]);
      case "mask":
        return this.#masks(Object.keys(field.parts) as ControlName[]);
      case "layer":
        return html`${Object.entries(field.parts).map(([part, { choices }]) =>
          choices ? this.#select(part as ControlName, [...choices, NONE]) : this.#input(part as ControlName),
        )}`;
      default:
        return nothing;
    }
  }

  #sequences(): TemplateResult {
    const { trained } = this.own.weights ?? {};
    if (trained)
      return html`<heads-up-trained-sentence class="wide" .words=${this.words} .trained=${trained}
        .file=${this.weightsFile}></heads-up-trained-sentence>`;
    return html`${this.#isWritten ? this.#ownWords() : this.#area("sequences")}
      ${this.large === undefined ? nothing : this.#largeRun(this.large)}`;
  }

  get #isWritten(): boolean {
    return this.#written.source === "text";
  }

  #sources(): TemplateResult {
    const { settings, text } = this.words;
    const choice = (source: Source, label: string): TemplateResult =>
      html`<label><input type="radio" name="source" .checked=${this.#written.source === source}
        @change=${() => this.#switchTo(source)} />${label}</label>`;
    return html`<fieldset class="wide">
      <legend class="unseen">${text.source}</legend>
      ${choice("text", text.own)} ${choice("ids", settings.sequences)}
    </fieldset>`;
  }

  #ownWords(): TemplateResult {
    const problem = this.#problem && fieldOf(this.#problem) === "sequences" ? this.#problem : undefined;
    const isUsual = this.typed.sequences === formText(this.defaults).sequences;
    const isTutorial = isUsual && this.defaults.lesson === WRITTEN_LESSON;
    return html`<div class="wide">
      ${this.#back(isUsual && this.#written.text === undefined, this.words.text.label, ["sequences", "vocabSize", "target"])}
      <heads-up-own-words id="sequences" .words=${this.words} .text=${this.#written.text} .isTutorial=${isTutorial}
        .padId=${this.given.padId} .problem=${problem && withLabels(problem, this.words.settings)} @text-change=${this.#onText}></heads-up-own-words>
    </div>`;
  }

  #largeRun(count: number): TemplateResult {
    const { settingsForm, text } = this.words;
    const rounded = count.toLocaleString(this.words.language.code, { maximumSignificantDigits: 2 });
    return html`<p class="hint wide" role="status">${fill(text.large, { count: rounded })}
      <button class="reset" @click=${() => this.#ask(true)}>${settingsForm.apply}</button></p>`;
  }

  #labelled(field: ControlName, control: TemplateResult, isWide = false): TemplateResult {
    const label = this.words.settings[field];
    return html`<div class=${isWide ? "wide" : nothing}>
      ${this.#back(this.#isUsual(field), label, [field])}<label for=${field}>${label}</label>
      ${control}
      ${this.#error(field)}
    </div>`;
  }

  #isUsual(field: ControlName): boolean {
    return this.typed[field] === formText(this.defaults)[field];
  }

  /** The button that resets fields to their defaults. It disappears when clicked, so the focus moves to the first field. */
  #back(isUsual: boolean, label: string, fields: readonly ControlName[]): TemplateResult | typeof nothing {
    if (isUsual) return nothing;
    const name = fill(this.words.text.back, { field: label });
    return html`<button class="back" aria-label=${name} title=${name}
      @click=${() => this.#goBack(fields)}>\u21ba</button>`;
  }

  #area(field: "sequences" | "target"): TemplateResult {
    const rows = Math.min(6, this.typed[field].split("\n").length);
    const area = html`<textarea id=${field} rows=${Math.max(2, rows)} spellcheck="false" autocomplete="off"
        .value=${this.typed[field]}
        aria-invalid=${this.#wrong(field)} aria-describedby="${field}-hint ${field}-error"
        @input=${this.#onInput}></textarea>
      <p class="hint" id="${field}-hint">${this.words.settingsForm[`${field}Hint`]}</p>`;
    return this.#labelled(field, area, true);
  }

  #input(field: ControlName): TemplateResult {
    const isUnused = field === "seed" && !this.own.trace.steps.some(({ op }) => DRAWN.includes(op));
    const input = html`<input id=${field} inputmode="numeric" autocomplete="off" .value=${this.typed[field]}
        aria-invalid=${this.#wrong(field)}
        aria-describedby="${field}-hint ${field}-error" @input=${this.#onInput} />
      ${isUnused ? html`<p class="hint" id="${field}-hint">${this.words.settingsForm.seedUnused}</p>` : nothing}`;
    return this.#labelled(field, input);
  }

  #select(field: ControlName, known: readonly string[]): TemplateResult {
    const typed = String(this.typed[field]);
    const values = known.includes(typed) ? known : [typed, ...known];
    const names: Readonly<Record<string, string>> = this.words.settings.choices;
    const named = (value: string): string => names[value] ?? value.replaceAll("-", "−").replace("inf", "∞");
    const select = html`<select id=${field} aria-invalid=${this.#wrong(field)} aria-describedby="${field}-error"
        @change=${this.#onInput}>
        ${values.map((value) => html`<option value=${value} .selected=${value === typed}>${named(value)}</option>`)}
      </select>`;
    return this.#labelled(field, select);
  }

  #masks(parts: readonly ControlName[]): TemplateResult {
    const { settings } = this.words;
    const box = (part: ControlName): TemplateResult =>
      html`<label><input type="checkbox" id=${part} .checked=${this.typed[part]}
        @change=${this.#onInput} />${settings[part]}</label>`;
    return html`<fieldset class="wide">
      <legend>${settings.mask}</legend>
      ${this.#back(
        parts.every((part) => this.#isUsual(part)),
        settings.mask,
        parts,
      )}
      ${parts.map(box)}
      ${parts.map((part) => this.#error(part))}
    </fieldset>`;
  }

  #wrong(field: ControlName): "true" | "false" {
    return this.#problem && this.#placeOf(this.#problem) === field ? "true" : "false";
  }

  #error(field: ControlName): TemplateResult | typeof nothing {
    if (!this.#problem || this.#wrong(field) === "false") return nothing;
    return html`<p class="error" role="alert"
      id="${field}-error">${this.#sentence(this.#problem)}</p>`;
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has("typed") || changed.has("given"))
      keepTyped(formText(this.given), this.#isTyped() ? undefined : this.typed);
  }

  readonly #onInput = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    this.#type({ [input.id]: input.type === "checkbox" ? input.checked : input.value });
    this.#settle(event.type === "change" ? 0 : TYPING_PAUSE_MS);
  };

  #type(input: Partial<FormText>): void {
    this.#unrequested = { ...this.#unrequested, ...input };
    this.typed = { ...this.typed, ...input };
  }

  /** Requests the run after a pause in typing. */
  #settle(ms: number): void {
    clearTimeout(this.#debounce);
    this.#debounce = ms > 0 ? setTimeout(() => this.#settle(0), ms) : undefined;
    if (ms === 0) this.#ask();
  }

  readonly #onText = ({ detail }: CustomEvent<TypedText>): void => {
    this.#written.type(detail);
    if (detail.ids) this.#write(TYPING_PAUSE_MS);
  };

  /** Uses the ids of the sentences as tokens. */
  #write(ms: number): void {
    const vocabSize = String(vocabularyForText(Number(this.typed.vocabSize) || 0));
    const sequences = this.#written.ids ?? this.typed.sequences;
    this.#type({ sequences, vocabSize, ...this.#targetFor(sequences) });
    this.#settle(ms);
  }

  /** Sentences are paired: the target keeps only as many as the source has. */
  #targetFor(sequences: string): Partial<FormText> {
    if (!isShown("target", this.defaults)) return {};
    const [typed, usual] = [this.typed.target, formText(this.defaults).target];
    const whole = usual.startsWith(typed) ? usual : typed;
    return { target: whole.split("\n").slice(0, sequences.split("\n").length).join("\n") };
  }

  /** Switching back to sentences requests their ids again, which other ids may have replaced. */
  #switchTo(source: Source): void {
    this.#written.choose(source);
    if (source === "text" && this.#written.ids !== undefined) this.#write(0);
  }

  #ask(evenLarge = false): void {
    this.#unrequested = {};
    const read = specOf(this.typed, this.defaults);
    this.unread = "problem" in read ? read.problem : undefined;
    this.large = undefined;
    if (!("spec" in read)) return;
    const { spec } = read;
    this.#written.mark(spec, this.typed.sequences);
    const hu = loadedModule();
    const numbers = (hu && numbersOf(hu, mergedSpec(spec, this.own.own))) ?? 0;
    if (numbers > AT_ONCE && !evenLarge) this.large = numbers;
    else {
      this.#asked = spec;
      act(this, { type: "data", data: { spec } });
    }
  }

  readonly #reset = (): void => {
    act(this, { type: "weights", readable: false });
    this.#restore(Object.keys(this.typed) as ControlName[]);
  };

  #goBack(fields: readonly ControlName[]): void {
    this.#restore(fields);
    this.renderRoot.querySelector<HTMLElement>(`#${fields[0]}`)?.focus();
  }

  #restore(fields: readonly ControlName[]): void {
    const usual = formText(this.defaults);
    const restored = fields.map((field) => [field, usual[field]]);
    this.typed = { ...this.typed, ...Object.fromEntries(restored) };
    if (fields.includes("sequences")) this.#written.forget();
    this.#settle(0);
  }
}
