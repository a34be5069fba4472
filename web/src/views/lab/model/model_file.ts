/** A trained model to take away: saved as safetensors, read back from a file, or opened block by block as a lesson. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { refusalIn } from "../../../lab/lab_store.js";
import type { RunWeights } from "../../../lab/messages.js";
import type { NamedFloats } from "../../../module/training/types.js";
import { fill } from "../../../words/number_text.js";
import { problemText } from "../../../words/problem_text.js";
import { shownSymbol, textOfTokens, tokensOfText } from "../../../words/prompt_text.js";
import type { LabWords, Words } from "../../../words/words.js";
import { FileFieldController, fileField } from "../../common/file_field.js";
import { reactive } from "../../common/reactive.js";
import { saveFile } from "../../common/save_file.js";
import { base } from "../../common/styles.js";
import { modelFileStyles } from "./model_file_styles.js";
import { misfitOf } from "./model_fit.js";

/** A request to show a block of a model as a lesson. */
export interface OpenBlock {
  readonly model: RunWeights;
  /** The name of the lesson's weights. */
  readonly name: string;
  readonly tokens: readonly number[];
  readonly words: readonly string[];
  /** From 0. */
  readonly layer: number;
}

/** Far more than the largest model has. */
const MOST_BYTES = 100_000_000;
const ENDING = ".safetensors";

export class LabModelFileElement extends LitElement {
  static override properties = reactive<LabModelFileElement>(
    "lab",
    "words",
    "runs",
    "symbols",
    "padId",
    "tokens",
    "layers",
    "ask",
    "load",
    "open",
    "key",
    "layer",
    "text",
    "status",
    "problem",
  );
  declare lab: LabWords | undefined;
  declare words: Words;
  declare runs: readonly { readonly key: string; readonly label: string }[];
  declare symbols: readonly string[];
  declare padId: number;
  /** The tokens that the lesson shows at first. */
  declare tokens: readonly number[];
  declare layers: number;
  declare ask: ((key: string) => Promise<RunWeights>) | undefined;
  declare load: ((weights: NamedFloats) => Promise<void>) | undefined;
  declare open: ((block: OpenBlock) => Promise<void>) | undefined;
  /** The model that is chosen. */
  declare key: string | undefined;
  declare layer: number;
  declare text: string;
  declare status: string;
  declare problem: string | undefined;
  readonly #field = new FileFieldController(this, (file) => void this.#try(() => this.#read(file)));

  static override styles = [base, fileField, modelFileStyles];

  constructor() {
    super();
    this.runs = [];
    this.symbols = [];
    this.padId = 0;
    this.tokens = [];
    this.layers = 1;
    this.layer = 0;
    this.text = "";
    this.status = "";
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const alphabet = { symbols: this.symbols, padId: this.padId };
    const before = changed.get("symbols")?.join();
    if (changed.has("symbols") && before !== this.symbols.join())
      this.text = textOfTokens(this.tokens, alphabet);
    this.layer = Math.min(this.layer, this.layers - 1);
  }

  override render(): TemplateResult | typeof nothing {
    const words = this.lab?.model;
    if (!words || !this.ask) return nothing;
    return html`<div class="rows">
        <fieldset><legend>${words.which}</legend>${this.runs.map(
          ({ key, label }) => html`<label><input type="radio" name="run" .checked=${key === this.#chosen.key}
            @change=${() => {
              this.key = key;
            }} />${label}</label>`,
        )}</fieldset>
        ${this.#lesson()}
        <div class="part"><button @click=${() => this.#try(() => this.#save())}>${words.save}</button><p>${words.saveWhat}</p></div>
        <div class="part field ${this.#field.over ? "over" : ""}" @dragover=${this.#field.onOver} @dragleave=${this.#field.onLeave}
          @drop=${this.#field.onDrop}><button @click=${this.#field.choose}>${words.read}</button><p>${words.readWhat}</p>
          <input type="file" hidden accept=".safetensors,.npz,.json" @change=${this.#field.onChosen} /></div>
      </div>
      <p role="status">${this.status}</p>
      ${this.problem === undefined ? nothing : html`<p class="error" role="alert">${this.problem}</p>`}`;
  }

  /** The controls that open a block as a lesson, with the reader's own words. */
  #lesson(): TemplateResult | typeof nothing {
    const words = this.lab?.model;
    const writing = this.lab?.writing;
    if (!words || !writing || this.symbols.length === 0) return nothing;
    const { ids, unknown } = this.#typed;
    const facts = { unknown: unknown.map((symbol) => `‘${symbol}’`).join(", "), known: this.#known };
    return html`<div class="part">
      <label class="typed">${words.tokens}<input type="text" autocomplete="off" spellcheck="false" .value=${this.text}
        aria-invalid=${unknown.length > 0 ? "true" : "false"} @input=${(event: Event) => {
          this.text = (event.target as HTMLInputElement).value;
        }} /></label>
      ${
        this.layers > 1
          ? html`<label>${words.block}<select @change=${(event: Event) => {
              this.layer = Number((event.target as HTMLSelectElement).value);
            }}>${Array.from({ length: this.layers }, (_, i) => html`<option value=${i} ?selected=${i === this.layer}>${i + 1}</option>`)}</select></label>`
          : nothing
      }
      <button class="main" ?disabled=${ids.length === 0 || unknown.length > 0} @click=${() => this.#try(() => this.#open())}>${words.open}</button>
      <p class=${unknown.length > 0 ? "error" : ""}>${unknown.length > 0 ? fill(words.unknown, facts) : words.openWhat}</p>
    </div>`;
  }

  get #typed() {
    return tokensOfText(this.text, { symbols: this.symbols, padId: this.padId });
  }

  get #known(): string {
    return this.symbols.flatMap((symbol, id) => (id === this.padId ? [] : shownSymbol(symbol))).join(" ");
  }

  get #chosen(): { readonly key: string; readonly label: string } {
    return this.runs.find(({ key }) => key === this.key) ?? this.runs[0] ?? { key: "", label: "" };
  }

  /** Runs `work` and shows its result, or why it failed. */
  async #try(work: () => Promise<string>): Promise<void> {
    this.problem = undefined;
    this.status = "";
    try {
      this.status = await work();
    } catch (error) {
      this.problem = error instanceof UnfitFile ? error.message : problemText(this.words, refusalIn(error));
    }
  }

  async #save(): Promise<string> {
    const { key } = this.#chosen;
    const model = await this.#weights();
    const { data: _, ...spec } = model.spec;
    const file = `heads-up-${model.spec.task ?? "model"}-${key}-${model.steps}${ENDING}`;
    const { writeSafetensors } = await import("./model_bytes.js");
    // With its sentence and symbols in the file, an element can show the model from the file alone.
    const notes = {
      ...{ spec: JSON.stringify(spec), steps: String(model.steps) },
      ...{ tokens: JSON.stringify(this.tokens), symbols: JSON.stringify(this.symbols) },
    };
    saveFile(file, new Blob([writeSafetensors(model.weights, notes)]));
    return fill(this.lab?.model.saved ?? "", { file });
  }

  async #read(file: File): Promise<string> {
    const words = this.lab?.model;
    const facts = { file: file.name };
    if (!words) return "";
    if (file.size > MOST_BYTES) throw new UnfitFile(fill(words.tooLarge, facts));
    const { readWeights } = await import("./model_bytes.js");
    const weights = readWeights(await file.arrayBuffer(), file.name);
    const misfit = misfitOf(weights, (await this.#weights()).weights);
    if (misfit) throw new UnfitFile(fill(words.misfit[misfit.kind], { ...facts, ...misfit }));
    await this.load?.(weights);
    return fill(words.loaded, facts);
  }

  async #open(): Promise<string> {
    const model = await this.#weights();
    const { ids } = this.#typed;
    const name = `${this.#chosen.label} (${model.steps})`;
    const words = ids.map((id) => shownSymbol(this.symbols[id] ?? String(id)));
    await this.open?.({ model, name, tokens: ids, words, layer: this.layer });
    return "";
  }

  async #weights(): Promise<RunWeights> {
    if (!this.ask) throw new Error("no model");
    return this.ask(this.#chosen.key);
  }
}

/** A file that belongs to another model; its message is a sentence of the locale. */
class UnfitFile extends Error {}
