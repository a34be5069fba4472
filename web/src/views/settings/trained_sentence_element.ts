/** The settings field for the sentence that the trained model reads. A sentence with an unknown word changes nothing; the word is named. */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { TRAINED } from "../../lessons/trained.js";
import type { TrainedSentence } from "../../store/lesson_runner.js";
import type { WeightsFile } from "../../store/state.js";
import { fill } from "../../words/number_text.js";
import { problemText } from "../../words/problem_text.js";
import { shownSymbol } from "../../words/prompt_text.js";
import type { WholeWords } from "../../words/words.js";
import { act } from "../common/act.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { sentenceStyles } from "./sentence_styles.js";
import { TYPING_PAUSE_MS } from "./typing_pause.js";

export class TrainedSentenceElement extends LitElement {
  static override properties = reactive<TrainedSentenceElement>("words", "trained", "file", "typed");
  declare words: WholeWords;
  /** The sentence on the stage. */
  declare trained: TrainedSentence;
  /** The state of the sentence that was requested last. */
  declare file: WeightsFile;
  /** Undefined until something is typed over the sentence on the stage. */
  declare typed: string | undefined;
  #debounce: ReturnType<typeof setTimeout> | undefined;

  static override styles = [base, sentenceStyles, css`summary { cursor: pointer; min-height: 24px; }`];

  override willUpdate(changed: PropertyValues<this>): void {
    // Undo or another part of the page brought another sentence.
    const before = changed.get("trained")?.text;
    if (before !== undefined && before !== this.trained.text && this.#debounce === undefined)
      this.typed = undefined;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#debounce);
  }

  override render(): TemplateResult {
    const { trained: words, settingsForm } = this.words;
    const { text, model } = this.trained;
    const refused = this.file.kind === "refused" && this.file.name === TRAINED ? this.file.error : undefined;
    const knownWords = model.symbols.slice(1).map(shownSymbol).join(" ");
    return html`<label for="text">${words.input}</label>
      <textarea id="text" rows="2" spellcheck="false" autocomplete="off" .value=${this.typed ?? text}
        aria-invalid=${refused ? "true" : "false"} aria-describedby="hint ${refused ? "error" : ""}"
        @input=${this.#onInput}></textarea>
      <p id="hint">${fill(words.hint, { longest: model.longest })}</p>
      ${
        refused
          ? html`<p class="error" id="error" role="alert">${problemText(this.words, refused)}</p><p>${settingsForm.lastGood}</p>`
          : nothing
      }
      <details><summary>${words.known}</summary><p>${knownWords}</p></details>`;
  }

  readonly #onInput = (event: Event): void => {
    this.typed = (event.target as HTMLTextAreaElement).value;
    clearTimeout(this.#debounce);
    this.#debounce = setTimeout(() => {
      this.#debounce = undefined;
      act(this, {
        type: "weightsFile",
        file: { name: TRAINED, text: this.typed, lang: this.words.language.code },
      });
    }, TYPING_PAUSE_MS);
  };
}
