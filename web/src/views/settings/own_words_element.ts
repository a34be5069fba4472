/**
 * The settings field for sentences. A table below it, updated on every input event, shows the pieces, their ids, and the
 * padding that makes all rows as long as the longest.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { Refusal } from "../../module/refusal.js";
import { textProblem } from "../../store/written_text.js";
import { fill } from "../../words/number_text.js";
import { idsOf, type Piece, readText, TUTORIAL_TEXT, type Written } from "../../words/own_words.js";
import { problemText } from "../../words/problem_text.js";
import type { WholeWords } from "../../words/words.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { sentenceStyles } from "./sentence_styles.js";

/** The typed text with its pieces and their ids; without these if the text is refused. */
export interface TypedText {
  readonly text: string;
  readonly written?: Written;
  readonly ids?: number[][];
}

/** Limits of the table; for more rows or places, a sentence below it gives the full size. */
const ROWS = 12;
const PLACES = 48;

export class OwnWordsElement extends LitElement {
  static override properties = reactive<OwnWordsElement>("words", "text", "isTutorial", "padId", "problem");
  declare words: WholeWords;
  /** The typed text; undefined before the first input. */
  declare text: string | undefined;
  /** Whether the token ids are the tutorial's; the field then shows the tutorial's sentences until something is typed. */
  declare isTutorial: boolean;
  declare padId: number;
  /** Why the core refused the ids. */
  declare problem: Refusal | undefined;

  static override styles = [
    base,
    sentenceStyles,
    css`
      .rows { overflow-x: auto; margin-top: 8px; padding-bottom: 4px; }
      table { border-collapse: separate; border-spacing: 2px; white-space: nowrap; }
      th { font-weight: normal; color: var(--hu-muted); text-align: left; padding-right: 6px; position: sticky; left: 0; background: var(--hu-paper); }
      td { padding: 0 6px; min-width: 34px; text-align: center; border: 1px solid var(--hu-hairline); border-radius: 3px; }
      td span { display: block; line-height: 1.5; }
      .id { font: 12px/1.5 var(--hu-mono); color: var(--hu-muted); }
      .space { display: inline; color: var(--hu-muted); }
      .unknown { border: 1px dashed var(--hu-positive); }
      .padding {
        background: repeating-linear-gradient(135deg, transparent 0 4px, var(--hu-hairline) 4px 5px);
      }
    `,
  ];

  override render(): TemplateResult {
    const { text: words } = this.words;
    const shown = this.#shown;
    const unread = textProblem(shown);
    const problem = unread ?? this.problem;
    const written = unread || shown === "" ? undefined : readText(shown);
    return html`
      <label for="text">${words.label}</label>
      <textarea id="text" rows=${Math.min(6, Math.max(2, shown.split("\n").length))} spellcheck="false"
        autocomplete="off" .value=${shown} aria-invalid=${problem ? "true" : "false"}
        aria-describedby="hint ${problem ? "error" : ""}" @input=${this.#onInput}></textarea>
      <p id="hint">${words.hint}</p>
      ${problem ? html`<p class="error" id="error" role="alert">${problemText(this.words, problem)}</p>` : nothing}
      ${unread ? html`<p>${this.words.settingsForm.lastGood}</p>` : nothing}
      ${written ? this.#table(written) : nothing}
    `;
  }

  override focus(): void {
    this.renderRoot.querySelector("textarea")?.focus();
  }

  get #shown(): string {
    return this.text ?? (this.isTutorial ? TUTORIAL_TEXT : "");
  }

  #table({ rows, isTutorial }: Written): TemplateResult {
    const { text: words } = this.words;
    const longest = rows.reduce((most, row) => Math.max(most, row.length), 0);
    const places = Math.min(longest, PLACES);
    const more = rows.length > ROWS || longest > PLACES;
    const unknown = rows.some((row) => row.some(({ known }) => !known));
    return html`
      <div class="rows" tabindex="0" role="group" aria-label=${words.table}>
        <table>
          <caption class="unseen">${words.table}</caption>
          <tbody>${rows.slice(0, ROWS).map((row, b) => this.#row(row, b, places))}</tbody>
        </table>
      </div>
      ${more ? html`<p>${fill(words.more, { rows: rows.length, places: longest })}</p>` : nothing}
      ${unknown ? html`<p>${words.unknown}</p>` : nothing}
      <p>${isTutorial ? words.tutorial : words.vocabulary}</p>
    `;
  }

  #row(row: readonly Piece[], b: number, places: number): TemplateResult {
    const padding = Array.from({ length: Math.max(0, places - row.length) });
    return html`<tr>
      <th scope="row">${fill(this.words.text.sentence, { n: b + 1 })}</th>
      ${row.slice(0, places).map((piece) => this.#piece(piece))}
      ${padding.map(() => this.#padding())}
    </tr>`;
  }

  /** A piece with the padding id is shown as padding, because the core treats it as padding, too. */
  #piece({ text, id, known }: Piece): TemplateResult {
    const begins = /^[\u2581_](?=.)/.exec(text)?.[0] ?? "";
    const letters = text.slice(begins.length);
    const kind = id === this.padId ? "padding" : known ? "" : "unknown";
    return html`<td class=${kind}><span>${known ? nothing : "\u27e8?\u27e9 "}${
      begins ? html`<span class="space">${begins}</span>` : nothing
    }${letters}</span><span class="id">${id}</span></td>`;
  }

  #padding(): TemplateResult {
    return html`<td class="padding"><span aria-hidden="true">\u00b7</span><span
      class="unseen">${this.words.text.padding}</span><span class="id">${this.padId}</span></td>`;
  }

  readonly #onInput = (event: Event): void => {
    const text = (event.target as HTMLTextAreaElement).value;
    const written = textProblem(text) ? undefined : readText(text);
    const detail = { text, ...(written && { written, ids: idsOf(written) }) };
    this.dispatchEvent(new CustomEvent<TypedText>("text-change", { detail }));
  };
}
