/** What the trained model is and what its heads look at; at the step of the embedding, what the rows of the table are. */
import { css, html, LitElement, type TemplateResult } from "lit";
import type { TrainedSentence } from "../../store/lesson_runner.js";
import { fill } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import type { Words } from "../../words/words.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";

export class TrainedElement extends LitElement {
  static override properties = reactive<TrainedElement>("words", "trained", "heads", "step");
  declare words: Words;
  declare trained: TrainedSentence;
  /** The number of heads on the stage, which the reader may change. */
  declare heads: number;
  /** The name of the step on the stage. */
  declare step: string;

  static override styles = [
    base,
    css`
      :host { display: block; }
      p { margin: 0 0 10px; max-width: 62ch; }
    `,
  ];

  override render(): TemplateResult {
    const { trained: words } = this.words;
    const { model, spec } = this.trained;
    if (this.step === "embedding")
      return html`<p>${richText(spec.lesson === "transformer-block" ? words.summed : words.normed)}</p>`;
    const { rows, sentence, steps, numbers, firstLoss, lastLoss, heads, pieces } = model;
    const facts = { rows, sentence, steps, numbers, first: firstLoss.toFixed(2), last: lastLoss.toFixed(2) };
    const roles =
      this.heads === heads.length
        ? heads.map((role, head) =>
            fill(words.does[role], { head: head + 1, pieces: pieces[role].replaceAll(", ", "`, `") }),
          )
        : [fill(words.cut, { learned: heads.length, heads: this.heads })];
    return html`${[fill(words.learned, facts), ...roles].map((text) => html`<p>${richText(text)}</p>`)}`;
  }
}
