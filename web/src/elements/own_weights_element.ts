/**
 * Weights of one's own, in the settings: a file is chosen or dropped, and the numbers on the stage are its numbers. What it
 * cannot be is said here, and the stage keeps what it shows.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { loadWeightsReader } from "./later.js";
import type { Run } from "./lesson_runner.js";
import { fill } from "./number_text.js";
import { problemText } from "./problem_text.js";
import type { Refusal } from "./refusal.js";
import { base } from "./styles.js";
import type { Words } from "./words.js";

export class OwnWeightsElement extends LitElement {
  static override properties = {
    words: { attribute: false },
    own: { attribute: false },
    problem: { state: true },
    reading: { state: true },
    over: { state: true },
  };
  declare words: Words;
  /** What was asked for, and whose weights. */
  declare own: Pick<Run, "spec" | "weights" | "own">;
  /** Why a file was not taken, and which. */
  declare problem: { readonly file: string; readonly refusal: Refusal } | undefined;
  /** The name of the file that is being read. */
  declare reading: string | undefined;
  /** A file is held over the field. */
  declare over: boolean;

  static override styles = [
    base,
    css`
      :host { display: block; }
      .field {
        display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 6px 8px; min-height: 46px;
        border: 1px dashed var(--hu-muted); border-radius: 3px;
      }
      .field.over { border-style: solid; background: var(--hu-blank); }
      .choose { border: 1px solid var(--hu-muted); }
      .drop { text-decoration: underline; text-underline-offset: 3px; }
      .file { font: 13px var(--hu-mono); overflow-wrap: anywhere; }
      .name { color: var(--hu-muted); }
      p { margin: 2px 0 0; color: var(--hu-muted); }
      .error { color: var(--hu-positive); overflow-wrap: anywhere; }
    `,
  ];

  override render(): TemplateResult {
    const { takeAway } = this.words;
    const { weights } = this.own;
    const state = this.reading
      ? fill(takeAway.reading, { file: this.reading })
      : weights
        ? html`<span class="file">${weights.name}</span>`
        : takeAway.fromSeed;
    return html`<span class="name" id="name">${takeAway.weights}</span>
      <div class="field ${this.over ? "over" : ""}" role="group" aria-labelledby="name" aria-describedby="hint"
        @dragover=${this.#onOver} @dragleave=${this.#onLeave} @drop=${this.#onDrop}>
        <button class="choose" @click=${this.#choose}>${takeAway.choose}</button>
        <span role="status">${state}</span>
        ${weights ? html`<button class="drop" @click=${this.drop}>${takeAway.backToSeed}</button>` : nothing}
        <input type="file" hidden accept=".npz,.safetensors,.json" @change=${this.#onChosen} />
      </div>
      <p id="hint">${takeAway.weightsHint}</p>
      ${this.problem ? html`<p class="error" role="alert">${this.#sentence(this.problem)}</p>` : nothing}`;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    // Other weights on the stage are none that anything is wrong with.
    if (changed.has("own") && changed.get("own")?.weights !== this.own.weights) this.problem = undefined;
  }

  /** What is wrong with a file has many faces for who writes one, and few for who chose one. */
  #sentence({ file, refusal }: NonNullable<typeof this.problem>): string {
    const { files } = this.words.takeAway;
    const { got = "", wants = "" } = refusal.details;
    if (refusal.code !== "bad-file")
      return fill(files.unfit, { file, why: problemText(this.words, refusal) });
    const kind = wants.startsWith("float32")
      ? "dtype"
      : /torch\.save/.test(got)
        ? "torchSave"
        : /safetensors/.test(wants)
          ? "notWeights"
          : /^at most/.test(wants)
            ? "tooLarge"
            : "damaged";
    return fill(files[kind], refusal.details);
  }

  readonly #choose = (): void => this.renderRoot.querySelector<HTMLInputElement>("input")?.click();

  readonly #onChosen = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file) void this.#read(file);
    input.value = ""; // the same file may be chosen again, once it is mended
  };

  readonly #onOver = (event: DragEvent): void => {
    event.preventDefault();
    this.over = true;
  };

  readonly #onLeave = (): void => {
    this.over = false;
  };

  readonly #onDrop = (event: DragEvent): void => {
    event.preventDefault();
    this.over = false;
    const file = event.dataTransfer?.files[0];
    if (file) void this.#read(file);
  };

  async #read(file: File): Promise<void> {
    this.reading = file.name;
    this.problem = undefined;
    const reader = await loadWeightsReader();
    const read = reader
      ? await reader.lessonWith(file, this.own)
      : { code: "module-failed", message: "", details: { got: file.name } };
    if (this.reading !== file.name) return; // another was chosen meanwhile
    this.reading = undefined;
    if ("code" in read) this.problem = { file: file.name, refusal: read };
    else this.#ask(read);
  }

  /** Back to the weights that are drawn from the seed. */
  readonly drop = (): void => {
    this.problem = undefined;
    if (this.own.weights) this.#ask({ spec: this.own.spec, weights: undefined });
  };

  #ask(detail: Pick<Run, "spec" | "weights">): void {
    this.dispatchEvent(new CustomEvent("weights-change", { detail, bubbles: true, composed: true }));
  }
}
