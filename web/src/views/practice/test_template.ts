/**
 * The test before or after the course: eight items, one at a time, without feedback. At its end it shows both sittings
 * side by side, to be saved as a file; nothing is sent. An interrupted test continues where it was left.
 */
import { html, nothing, type TemplateResult } from "lit";
import { CONCEPTS, type Sitting, type TestItem, testItems } from "../../lessons/practice/test.js";
import { readableAnswer, readableExpected } from "../../lessons/questions/answers.js";
import { type Attempt, checked, newAttempt, reportOf } from "../../store/attempt.js";
import {
  gainOf,
  isComplete,
  keepTest,
  keptTests,
  resultsCsv,
  resultsJson,
  rightIn,
  type TestResult,
  type TestResults,
} from "../../store/kept/kept_tests.js";
import { format } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import { memo } from "../common/memo.js";
import { saveFile } from "../common/save_file.js";
import { questionTemplate } from "../questions/question_template.js";
import { questionText } from "../questions/question_words.js";
import type { SheetActions, SheetModel } from "../sheets/sheet.js";

/** The items come from runs of five lessons. */
const itemsOf = memo(testItems);

export function testTemplate(model: SheetModel, actions: SheetActions, sitting: Sitting): TemplateResult {
  const { words, core, drafts } = model;
  const texts = words.questions;
  const results = keptTests();
  const items = itemsOf(core, sitting);
  const at = results[sitting]?.answers.length ?? 0;
  const item = items[at];
  const keep = (result: TestResult | undefined): void => {
    keepTest(sitting, result);
    actions.focus(".ask");
    actions.draft({ tests: { ...drafts.tests, [sitting]: undefined } });
  };
  if (!item) return end(model, items, sitting, results, () => keep(undefined));
  const { question } = item;
  const attempt = drafts.tests[sitting] ?? newAttempt(question);
  const change = (changed: Attempt): void =>
    actions.draft({ tests: { ...drafts.tests, [sitting]: changed } });
  const answer = (given: Pick<Attempt, "answer" | "verdict">): void => {
    const { date = new Date().toISOString(), answers = [] } = results[sitting] ?? {};
    const right = given.verdict?.right === true;
    const readable = given.answer === undefined ? null : readableAnswer(question, given.answer);
    const expected = readableExpected(question);
    keep({ date, answers: [...answers, { id: item.id, given: readable, expected, right }] });
    const place = { lesson: item.lesson, step: item.step, question: `${sitting}:${item.id}` };
    actions.answer(reportOf(place, question, { ...given, tries: 1 }));
  };
  const onCheck = (): void => {
    const next = checked(question, attempt);
    if (next.unread) change(next);
    else answer(next);
  };
  return html`<p class="hint">${texts.test.intro}</p>
    <p class="nth">${format(texts.place, { n: at + 1, count: items.length })}</p>
    ${questionTemplate({ words: texts, question, attempt, theme: model.theme, check: texts.test.answer }, { change, check: onCheck })}
    <p class="after"><button class="skip" @click=${() => answer({ answer: undefined })}>${texts.test.unknown}</button></p>`;
}

function end(
  { words }: SheetModel,
  items: readonly TestItem[],
  sitting: Sitting,
  results: TestResults,
  anew: () => void,
): TemplateResult {
  const { test } = words.questions;
  const { pre, post } = results;
  const gain = gainOf(results)?.right;
  const mark = (result: TestResult | undefined, at: number): string => {
    const answer = result?.answers[at];
    return answer ? (answer.right ? test.right : test.wrong) : "–";
  };
  const sum = (result: TestResult | undefined): string =>
    isComplete(result) ? `${rightIn(result)} / ${CONCEPTS.length}` : "–";
  // After the second sitting only, so that the first gives nothing away.
  const wrong = sitting === "post" ? items.filter((_, at) => results.post?.answers[at]?.right === false) : [];
  const solution = ({ question }: TestItem): TemplateResult =>
    html`<li>${richText(questionText(words.questions, question, "right"))}</li>`;
  return html`<p class="ask" tabindex="-1">${format(test.result, { right: rightIn(results[sitting]), count: CONCEPTS.length })}
      ${gain === undefined ? nothing : format(test.gain, { gain: gain > 0 ? `+${gain}` : String(gain).replace("-", "−") })}</p>
    <table class="results">
      <thead><tr><th scope="col">${test.concept}</th><th scope="col">${test.pre}</th><th scope="col">${test.post}</th></tr></thead>
      <tbody>${CONCEPTS.map(
        (id, at) =>
          html`<tr><th scope="row">${richText(test.concepts[id])}</th><td>${mark(pre, at)}</td><td>${mark(post, at)}</td></tr>`,
      )}</tbody>
      <tfoot><tr><th scope="row">${test.sum}</th><td>${sum(pre)}</td><td>${sum(post)}</td></tr></tfoot>
    </table>
    ${wrong.length > 0 ? html`<h3>${test.solutions}</h3><ul>${wrong.map(solution)}</ul>` : nothing}
    <div class="ways">
      <button class="json" @click=${() => save("json", resultsJson(results))}>${test.json}</button>
      <button class="csv" @click=${() => save("csv", resultsCsv(results))}>${test.csv}</button>
      <button class="anew" @click=${anew}>${test.anew}</button>
    </div>
    <p class="hint">${test.kept}</p>`;
}

/** The byte order mark makes spreadsheets read the text as UTF-8. */
function save(kind: "json" | "csv", text: string): void {
  const type = kind === "json" ? "application/json" : "text/csv;charset=utf-8";
  saveFile(`heads-up-test.${kind}`, new Blob([kind === "csv" ? "\ufeff" : "", text], { type }));
}
