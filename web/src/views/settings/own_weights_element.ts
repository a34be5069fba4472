/**
 * The settings field for readable and trained weights and for a weight file, which is chosen or dropped. With a file, the lesson
 * then runs with its tensors. If the file is refused, the error appears here and the stage does not change.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { TRAINED } from "../../lessons/trained.js";
import type { Refusal } from "../../module/refusal.js";
import type { BadFileKind } from "../../module/weights/state_dict_builder.js";
import { areReadable, type ChosenWeights } from "../../store/lesson_runner.js";
import type { WeightsFile } from "../../store/state.js";
import { fill } from "../../words/number_text.js";
import { problemText } from "../../words/problem_text.js";
import type { WholeWords } from "../../words/words.js";
import { act } from "../common/act.js";
import { FileFieldController, fileField } from "../common/file_field.js";
import { refocus } from "../common/keyboard_focus.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";

export class OwnWeightsElement extends LitElement {
  static override properties = reactive<OwnWeightsElement>("words", "weights", "file", "trainable");
  declare words: WholeWords;
  /** The weights on the stage; undefined if they are drawn from the seed. */
  declare weights: ChosenWeights | undefined;
  /** The state of the file that was chosen last. */
  declare file: WeightsFile;
  /** Whether the lesson can show the trained model. */
  declare trainable: boolean;

  readonly #field = new FileFieldController(this, (file) => act(this, { type: "weightsFile", file }));

  static override styles = [
    base,
    fileField,
    css`
      :host { display: block; font-size: 13px; }
      .field { min-height: 46px; }
      .choose, .formula, .training { border: 1px solid var(--hu-muted); }
      .drop { text-decoration: underline; text-underline-offset: 3px; }
      .file { font: 13px var(--hu-mono); overflow-wrap: anywhere; }
      .name { color: var(--hu-muted); }
      p { margin: 2px 0 0; color: var(--hu-muted); }
      .error { color: var(--hu-positive); overflow-wrap: anywhere; }
    `,
  ];

  /** The button of the weights that are on the stage now is gone, and the focus stays beside it. */
  override willUpdate(): void {
    refocus(this.updateComplete, () => this.renderRoot.querySelector<HTMLElement>(".field"));
  }

  override render(): TemplateResult {
    const { takeAway } = this.words;
    const { weights, file } = this;
    const state =
      file.kind === "reading" && file.file.name !== TRAINED
        ? fill(takeAway.reading, { file: file.file.name })
        : areReadable(weights)
          ? takeAway.byFormula
          : weights?.trained
            ? takeAway.byTraining
            : weights
              ? html`<span class="file">${weights.name}</span>`
              : takeAway.fromSeed;
    return html`<span class="name" id="name">${takeAway.weights}</span>
      <div class="field ${this.#field.over ? "over" : ""}" role="group" aria-labelledby="name" aria-describedby="hint"
        @dragover=${this.#field.onOver} @dragleave=${this.#field.onLeave} @drop=${this.#field.onDrop}>
        <button class="choose" @click=${this.#field.choose}>${takeAway.choose}</button>
        ${areReadable(weights) ? nothing : html`<button class="formula" @click=${this.#useFormula}>${takeAway.readable}</button>`}
        ${this.trainable && !weights?.trained ? html`<button class="training" @click=${this.#useTrained}>${takeAway.trained}</button>` : nothing}
        <span role="status">${state}</span>
        ${weights ? html`<button class="drop" @click=${this.#useDrawn}>${takeAway.backToSeed}</button>` : nothing}
        <input type="file" hidden accept=".npz,.safetensors,.json" @change=${this.#field.onChosen} />
      </div>
      <p id="hint">${takeAway.weightsHint} ${this.trainable ? nothing : takeAway.notTrained}</p>
      ${file.kind === "refused" && !weights?.trained ? html`<p class="error" role="alert">${this.#sentence(file.name, file.error)}</p>` : nothing}`;
  }

  /** Groups the many errors of the file readers into a few sentences for the reader who chose the file. */
  #sentence(file: string, refusal: Refusal): string {
    const { files } = this.words.takeAway;
    if (file === TRAINED) return problemText(this.words, refusal);
    if (refusal.code !== "bad-file")
      return fill(files.unfit, { file, why: problemText(this.words, refusal) });
    return fill(files[(refusal.details["kind"] as BadFileKind | undefined) ?? "damaged"], refusal.details);
  }

  /** Switches to the weights of the formula. */
  readonly #useFormula = (): void => {
    act(this, { type: "weights", readable: true });
  };

  /** Switches to the weights of the trained model. */
  readonly #useTrained = (): void => {
    act(this, { type: "weightsFile", file: { name: TRAINED, lang: this.words.language.code } });
  };

  /** Returns to the weights that are drawn from the seed. */
  readonly #useDrawn = (): void => {
    act(this, { type: "weights", readable: false });
  };
}
