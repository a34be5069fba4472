/**
 * On a phone or a tablet the question of a step lies below the stage, out of view. This link to it stands on the slider's
 * track while the question waits for an answer and the step has not been played.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { WholeWords } from "../../words/words.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import type { QuestionWish } from "./question_stage.js";
import type { QuestionsElement } from "./questions_element.js";

export class QuestionLinkElement extends LitElement {
  static override properties = reactive<QuestionLinkElement>("words", "asker");
  declare words: WholeWords;
  /** The questions of which one waits for an answer. */
  declare asker: QuestionsElement | undefined;
  #root: Node | undefined;

  static override styles = [
    base,
    css`
      :host { display: none; }
      @container heads-up (max-width: 899px) {
        /* Covers the track while the slider is at 0, but not its thumb. */
        :host {
          position: absolute;
          z-index: 1;
          inset: 0 0 auto 24px;
          display: flex;
          justify-content: center;
          height: 100%;
          pointer-events: none;
        }
      }
      button {
        align-self: center;
        min-height: 32px;
        max-width: 100%;
        padding: 0 8px;
        border: 0;
        overflow: hidden;
        font-size: 13px;
        white-space: nowrap;
        text-overflow: ellipsis;
        text-decoration: underline;
        text-underline-offset: 4px;
        color: var(--hu-accent);
        background: var(--hu-paper);
        pointer-events: auto;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#root = this.getRootNode();
    // <heads-up> stops the event at the panel beside the stage.
    this.#root.addEventListener("question-wish", this.#onWish, { capture: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#root?.removeEventListener("question-wish", this.#onWish, { capture: true });
  }

  override render(): TemplateResult | typeof nothing {
    const { asker } = this;
    const { questions } = this.words;
    if (!asker) return nothing;
    return html`<button @click=${() => asker.goToQuestion()}><span aria-hidden="true">↓</span>&nbsp;${questions.heading}</button>`;
  }

  readonly #onWish = (event: Event): void => {
    const { stage } = (event as CustomEvent<QuestionWish>).detail;
    if (!stage) return;
    const asks = stage.what === "ask" || stage.what === "focus";
    this.asker = asks ? (event.composedPath()[0] as QuestionsElement) : undefined;
  };
}
