/**
 * Weights of one's own, in the settings: a file is chosen or dropped, and the numbers on the stage are its numbers. What it
 * cannot be is said here, and the stage keeps what it shows.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Refusal } from "../../module/refusal.js";
import type { Run } from "../../store/lesson_runner.js";
import { once } from "../../store/once.js";
import { fill } from "../../words/number_text.js";
import { problemText } from "../../words/problem_text.js";
import type { Words } from "../../words/words.js";
import { FileFieldController, fileField } from "../common/file_field.js";
import { base } from "../common/styles.js";

const loadWeightsReader = once(() => import("../../store/own_weights.js"));

export class OwnWeightsElement extends LitElement {
  static override properties = {
    words: { attribute: false },
    own: { attribute: false },
    problem: { state: true },
    reading: { state: true },
  };
  declare words: Words;
  /** What was asked for, and whose weights. */
  declare own: Pick<Run, "spec" | "weights" | "own">;
  /** Why a file was not taken, and which. */
  declare problem: { readonly file: string; readonly refusal: Refusal } | undefined;
  /** The file that is being read. */
  declare reading: File | undefined;

  readonly #file = new FileFieldController(this, (file) => void this.#read(file));

  static override styles = [
    base,
    fileField,
    css`
      :host { display: block; }
      .field { min-height: 46px; }
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
      ? fill(takeAway.reading, { file: this.reading.name })
      : weights
        ? html`<span class="file">${weights.name}</span>`
        : takeAway.fromSeed;
    return html`<span class="name" id="name">${takeAway.weights}</span>
      <div class="field ${this.#file.over ? "over" : ""}" role="group" aria-labelledby="name" aria-describedby="hint"
        @dragover=${this.#file.onOver} @dragleave=${this.#file.onLeave} @drop=${this.#file.onDrop}>
        <button class="choose" @click=${this.#file.choose}>${takeAway.choose}</button>
        <span role="status">${state}</span>
        ${weights ? html`<button class="drop" @click=${this.drop}>${takeAway.backToSeed}</button>` : nothing}
        <input type="file" hidden accept=".npz,.safetensors,.json" @change=${this.#file.onChosen} />
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

  async #read(file: File): Promise<void> {
    this.reading = file;
    this.problem = undefined;
    const reader = await loadWeightsReader();
    let own: typeof this.own;
    let read: Run | Refusal;
    do {
      own = this.own;
      read = reader
        ? await reader.lessonWith(file, own)
        : { code: "module-failed", message: "", details: { got: file.name } };
      if (this.reading !== file) return; // another was chosen meanwhile, or none
    } while (this.own !== own); // other settings were
    this.reading = undefined;
    if ("code" in read) this.problem = { file: file.name, refusal: read };
    else this.#ask(read);
  }

  /** Back to the weights that are drawn from the seed. */
  readonly drop = (): void => {
    this.problem = undefined;
    this.reading = undefined;
    if (this.own.weights) this.#ask({ spec: this.own.spec, weights: undefined });
  };

  #ask(detail: Pick<Run, "spec" | "weights">): void {
    this.dispatchEvent(new CustomEvent("weights-change", { detail, bubbles: true, composed: true }));
  }
}
