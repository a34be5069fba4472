/**
 * What is wrong here? A few lines of code, the numbers they make, and the question which line is wrong. Every pick gets an
 * answer; the right one shows both runs side by side. A list of all exercises can be opened before or after.
 */
import { css, html, nothing, type TemplateResult } from "lit";
import { SIDES } from "../../draw/compare.js";
import { exercise } from "../../lessons/mistakes.js";
import { MISTAKE_IDS, MISTAKES, type MistakeId } from "../../lessons/offers.js";
import { lessonNames } from "../../lessons/opening.js";
import type { Trace } from "../../module/types.js";
import type { MistakeDraft } from "../../store/drafts.js";
import { keepSolved, solvedMistakes } from "../../store/kept/kept_text.js";
import { tokenTextsOf } from "../../store/lesson_words.js";
import { format } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import { focusStyles, focusTemplate } from "../common/focus_template.js";
import { memo } from "../common/memo.js";
import { choices } from "../common/visible_matrix.js";
import { panelsStyles, panelsTemplate } from "./panels_template.js";
import type { SheetActions, SheetModel, SheetView } from "./sheet.js";

const styles = [
  focusStyles,
  panelsStyles,
  css`
    ul, ol { list-style: none; margin: 0; padding: 0; }
    .list button { text-align: start; text-decoration: underline; text-underline-offset: 4px; min-height: 36px; }
    .solved { color: var(--hu-accent); font-size: 13px; }
    .code { border-block: 1px solid var(--hu-hairline); margin: 0 0 10px; padding: 4px 0; }
    .code button {
      display: flex;
      gap: 16px;
      width: 100%;
      text-align: start;
      align-items: center;
      border-radius: 0;
      border-left: 3px solid transparent;
      min-height: 36px;
      padding-block: 4px;
    }
    /* What does not fit goes on in the next line, further in than the code begins. */
    .code code { white-space: pre-wrap; overflow-wrap: anywhere; padding-left: 4ch; text-indent: -4ch; }
    .number { font-size: 13px; color: var(--hu-muted); min-width: 1.5em; text-align: end; }
    .code .last { border-left-color: var(--hu-muted); background: var(--hu-blank); }
    .code .culprit { border-left-color: var(--hu-positive); background: var(--hu-blank); }
    .answer { min-height: 3em; align-self: center; }
    .answer strong { font-weight: 600; }
    .right { display: inline-block; padding: 2px 8px; border-left: 3px solid var(--hu-accent); background: var(--hu-blank); overflow-wrap: anywhere; }
    .work { display: grid; gap: 0 32px; grid-template-columns: minmax(0, 1fr); }
    .work.open .answer { align-self: start; }
    @media (min-width: 900px) {
      .work { grid-template: "code answer" auto "result result" auto / minmax(0, 6fr) minmax(0, 5fr); }
      .work.open { grid-template: "code result" auto "answer result" 1fr / minmax(0, 6fr) minmax(0, 5fr); }
      .ask { grid-area: code; }
      .answer { grid-area: answer; }
      .result { grid-area: result; }
    }
    @media (forced-colors: active) { .code button { border-color: Canvas; } }
  `,
];

const FRESH: MistakeDraft = { picked: [], focus: { batch: 0, head: 0 } };
const isMistake = (id: string): id is MistakeId => Object.hasOwn(MISTAKES, id);
/** An exercise computes up to three runs. */
const exerciseFor = memo(exercise);

/** What the words of tokens depend on. */
const sentencesOf = ({ spec }: Trace): string => JSON.stringify([spec.lesson, spec.sequences, spec.target]);

export const mistakesSheet: SheetView = (model, actions) => {
  const { words, sheet } = model;
  const { mistakes } = words;
  const { id } = sheet;
  if (!isMistake(id))
    return { title: mistakes.title, inside: list(model, actions), styles, place: "mistakes" };
  return {
    title: `${mistakes.title} · ${mistakes.items[id].title}`,
    inside: exerciseTemplate(model, actions, id),
    styles,
    place: `mistakes ${id}`,
  };
};

/** Opens an exercise that has not been begun, or the list. */
function go({ drafts }: SheetModel, { draft, open }: SheetActions, id: MistakeId | "list"): void {
  if (id !== "list") draft({ mistakes: { ...drafts.mistakes, [id]: FRESH } });
  open({ kind: "mistakes", id });
}

function list(model: SheetModel, actions: SheetActions): TemplateResult {
  const { mistakes, lessons } = model.words;
  const solved = solvedMistakes();
  const count = MISTAKE_IDS.length;
  const done = MISTAKE_IDS.filter((id) => solved.includes(id)).length;
  const item = (id: MistakeId): TemplateResult =>
    html`<li><button @click=${() => go(model, actions, id)}>${mistakes.items[id].title}</button>
      ${solved.includes(id) ? html`<span class="solved">✓ ${mistakes.solved}</span>` : nothing}</li>`;
  return html`<p>${mistakes.listHint}</p>
    <p class="progress">${format(mistakes.progress, { solved: done, count })}</p>
    ${lessonNames.map((lesson) => {
      const ids = MISTAKE_IDS.filter((id) => MISTAKES[id][0] === lesson);
      return html`<h3>${lessons[lesson].title}</h3><ul class="list">${ids.map(item)}</ul>`;
    })}`;
}

function exerciseTemplate(model: SheetModel, actions: SheetActions, id: MistakeId): TemplateResult {
  const { words, run, core, drafts } = model;
  const { mistakes } = words;
  const { code, wrong, pair, trace } = exerciseFor(core, run.trace, id);
  const { picked, focus } = drafts.mistakes[id] ?? FRESH;
  const tokens = sentencesOf(trace) === sentencesOf(run.trace) ? tokenTextsOf(run, words) : undefined;
  const last = picked.at(-1);
  const isSolved = last === wrong;
  const draft = (change: Partial<MistakeDraft>): void =>
    actions.draft({ mistakes: { ...drafts.mistakes, [id]: { picked, focus, ...change } } });
  const pick = (line: number): void => {
    if (isSolved) return;
    draft({ picked: [...picked, line] });
    const right = line === wrong;
    if (right) keepSolved(id);
    const [lesson, step] = MISTAKES[id];
    actions.answer({
      ...{ lesson, step, question: `mistake:${id}`, kind: "mistake", right, tries: picked.length + 1 },
      answer: code[line]?.[0] ?? "",
      expected: code[wrong]?.[0] ?? "",
    });
  };
  const lineTemplate = ([text]: readonly [string, string?], i: number): TemplateResult =>
    html`<li><button class=${last !== i ? "" : isSolved ? "culprit" : "last"} aria-pressed=${last === i ? "true" : "false"}
      @click=${() => pick(i)}><span class="number">${i + 1}</span><code>${text}</code></button></li>`;
  return html`<p>${richText(mistakes.items[id].sees)}</p>
    <div class="work ${isSolved ? "" : "open"}">
      <div class="ask">
        <h3 id="ask">${mistakes.ask}</h3>
        <ol class="code" aria-labelledby="ask" lang="en" translate="no">${code.map(lineTemplate)}</ol>
      </div>
      <div class="answer" role="status">${last === undefined ? nothing : answer(model, id, last)}</div>
      <div class="result">
        <div class="choices">${focusTemplate({ words, focus, ...choices(pair.asItIs), choose: (to) => draft({ focus: to }) })}</div>
        ${panelsTemplate(
          {
            ...{ ...model, pair, focus, trace, tokens, pointed: drafts.pointed },
            sides: isSolved ? SIDES : ["other"],
            names: { asItIs: mistakes.expected, other: isSolved ? mistakes.made : mistakes.result },
          },
          { draft: actions.draft, measured: actions.measured },
        )}
      </div>
    </div>
    ${ways(model, actions, id, isSolved)}`;
}

/** Why the picked line is right, or wrong and what takes its place. */
function answer({ words: { mistakes }, core, run }: SheetModel, id: MistakeId, last: number): TemplateResult {
  const { code, wrong, right, before } = exerciseFor(core, run.trace, id);
  const n = last + 1;
  const place =
    before === undefined ? mistakes.rightLine : format(mistakes.rightLineBefore, { n: before + 1 });
  if (last === wrong)
    return html`<p><strong>${format(mistakes.yes, { n })}</strong> ${richText(mistakes.items[id].reason)}</p>
      <p>${place} <code class="right" lang="en" translate="no">${right}</code></p>`;
  const name = code[last]?.[1];
  return html`<p>${richText(format(mistakes.no, { n, reason: name ? mistakes.lines[name] : "" }))}</p>`;
}

function ways(model: SheetModel, actions: SheetActions, id: MistakeId, isSolved: boolean): TemplateResult {
  const { mistakes } = model.words;
  const next = isSolved ? nextOf(id) : undefined;
  return html`<div class="ways">
    ${next ? html`<button class="next" @click=${() => go(model, actions, next)}>${mistakes.next}</button>` : nothing}
    <button class="all" @click=${() => go(model, actions, "list")}>${mistakes.list}</button>
    ${isSolved && !next ? html`<p>${mistakes.done}</p>` : nothing}
  </div>`;
}

/** The next exercise of the course that is not solved, from this one on. */
function nextOf(id: MistakeId): MistakeId | undefined {
  const at = MISTAKE_IDS.indexOf(id) + 1;
  const solved = solvedMistakes();
  return [...MISTAKE_IDS.slice(at), ...MISTAKE_IDS.slice(0, at - 1)].find((other) => !solved.includes(other));
}
