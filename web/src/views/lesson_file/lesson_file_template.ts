/** What only lesson files show: everything that is wrong with one, and the words of a sentence on the stage. */
import { css, html, nothing, type TemplateResult } from "lit";
import type { Focus } from "../../draw/picture.js";
import { type FileProblem, fileProblemText, type WrongLesson } from "../../lesson_file/problem.js";
import type { Trace } from "../../module/types.js";
import { idsOf } from "../../operations/asking.js";
import { format } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import type { Words } from "../../words/words.js";

/** Lists all mistakes in a lesson file, in the reader's language, in place of the lesson. */
export function wrongLessonTemplate(words: Words, { name, problems }: WrongLesson): TemplateResult {
  const { lessonFile: texts } = words;
  const item = (problem: FileProblem): TemplateResult =>
    html`<li>${
      problem.line === undefined
        ? nothing
        : html`<span class="line">${format(texts.line, { line: problem.line })}</span>`
    }${fileProblemText(words, problem)}</li>`;
  return html`<div class="wrong-lesson" role="alert" lang=${words.language.code}>
    <h2>${format(texts.heading, { file: name, count: problems.length })}</h2>
    <ul>${problems.map(item)}</ul>
    <p>${richText(problems.some(({ line }) => line !== undefined) ? texts.advice : texts.adviceFile)}</p>
  </div>`;
}

export const wrongLessonStyles = css`
  .wrong-lesson { padding: 24px; max-width: 80ch; }
  .wrong-lesson h2 { margin: 0 0 10px; font-size: 20px; line-height: 1.4; font-weight: 600; overflow-wrap: anywhere; }
  .wrong-lesson ul { margin: 0 0 12px; padding: 0; list-style: none; border-top: 1px solid var(--hu-hairline); }
  .wrong-lesson li { padding: 7px 0; border-bottom: 1px solid var(--hu-hairline); overflow-wrap: anywhere; }
  .wrong-lesson .line { color: var(--hu-positive); font-weight: 600; margin-right: 6px; }
  .wrong-lesson p { margin: 0; color: var(--hu-muted); }
  .wrong-lesson code { font: 0.86em var(--hu-mono); }
`;

/** The sentences on the stage as words, each with its position and id; `labels` has words by token id. */
export function sentencesTemplate(
  { settings }: Words,
  labels: Readonly<Record<string, string>>,
  trace: Trace,
  { batch }: Focus,
): TemplateResult {
  const token = (id: number, at: number): TemplateResult => {
    const label = labels[id];
    return html`<li><small>${at}</small>${label === undefined ? " " : html`<b>${label}</b>`}<code>id ${id}</code></li>`;
  };
  const sentence = (name: "ids" | "target_ids"): TemplateResult | typeof nothing => {
    const ids = trace.steps.find((step) => step.name === name);
    if (!ids || batch >= (ids.shape[0] ?? 0)) return nothing;
    return html`<ol aria-label=${name === "ids" ? settings.sequences : settings.target}>${idsOf(ids, batch).map(token)}</ol>`;
  };
  return html`<div class="sentence">${sentence("ids")}${sentence("target_ids")}</div>`;
}

export const sentenceStyles = css`
  .sentence { padding: 0 14px; font-size: 13px; }
  .sentence ol { list-style: none; margin: 0 0 4px; padding: 0; display: flex; flex-wrap: wrap; gap: 2px 26px; }
  .sentence li { white-space: nowrap; }
  .sentence small { font-size: 13px; color: var(--hu-muted); font-variant-numeric: tabular-nums; }
  .sentence b { font-weight: 600; font-size: 16px; margin: 0 6px 0 5px; }
  .sentence code { font: 13px var(--hu-mono); color: var(--hu-muted); }
`;
