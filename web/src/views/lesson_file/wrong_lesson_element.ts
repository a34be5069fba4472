/** Lists all mistakes in a lesson file, in the reader's language, in place of the lesson. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { fileProblemText } from "../../lesson_file/file_problem_text.js";
import type { FileProblem, WrongLesson } from "../../lesson_file/problem.js";
import { fill } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import type { Words } from "../../words/words.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";

export class WrongLessonElement extends LitElement {
  static override properties = reactive<WrongLessonElement>("words", "wrong");
  declare words: Words;
  declare wrong: WrongLesson;

  static override styles = [
    base,
    css`
      :host { display: block; padding: 24px; max-width: 80ch; }
      h2 { margin: 0 0 10px; font-size: 20px; line-height: 1.4; font-weight: 600; overflow-wrap: anywhere; }
      ul { margin: 0 0 12px; padding: 0; list-style: none; border-top: 1px solid var(--hu-hairline); }
      li { padding: 7px 0; border-bottom: 1px solid var(--hu-hairline); overflow-wrap: anywhere; }
      .line { color: var(--hu-positive); font-weight: 600; margin-right: 6px; }
      p { margin: 0; color: var(--hu-muted); }
      code { font: 0.86em var(--hu-mono); }
    `,
  ];

  override render(): TemplateResult {
    const { wrong, words } = this;
    const texts = words.lessonFile;
    const { name, problems } = wrong;
    return html`<div role="alert" lang=${words.language.code}>
      <h2>${fill(texts.heading, { file: name, count: problems.length })}</h2>
      <ul>${problems.map((problem) => html`<li>${this.#sentence(words, problem)}</li>`)}</ul>
      <p>${richText(problems.some(({ line }) => line !== undefined) ? texts.advice : texts.adviceFile)}</p>
    </div>`;
  }

  #sentence(words: Words, problem: FileProblem): TemplateResult {
    const text = fileProblemText(words, problem);
    const { line } = problem;
    return html`${line === undefined ? nothing : html`<span class="line">${fill(words.lessonFile.line, { line })}</span>`}${text}`;
  }
}
