/**
 * The search for answers: a field, and what it finds: questions of beginners with their answers, common confusions, whose
 * answers have numbers of the lesson on the stage, and steps. A typed shape finds the lesson's tensors instead.
 */
import { css, html, nothing, type TemplateResult } from "lit";
import { comparisonsAt } from "../../lessons/comparisons.js";
import { type Answer, answerOf, confusions } from "../../lessons/confusions/confusions.js";
import { findables } from "../../lessons/confusions/findable.js";
import { indexOf, search, sentenceFor, shapeIn, stepsOfShape } from "../../lessons/confusions/search.js";
import type { Row } from "../../lessons/confusions/shown.js";
import type { LessonStep } from "../../lessons/lesson.js";
import { lessonNamed, openingSpec } from "../../lessons/lessons.js";
import type { ConfusionId } from "../../lessons/offers.js";
import type { Core } from "../../module/page_entry.js";
import { shapeText } from "../../module/shape.js";
import type { LessonName, Trace } from "../../module/types.js";
import type { Run } from "../../store/lesson_runner.js";
import { format, numberText, realText } from "../../words/number_text.js";
import { richText, stepTitle } from "../../words/rich_text.js";
import type { ConfusionWords, WholeWords } from "../../words/words.js";
import { isComposing, isModified } from "../common/keys.js";
import { memo } from "../common/memo.js";
import type { LessonPlace, SheetActions, SheetModel, SheetView } from "../sheets/sheet.js";

/** Styles of the search and its answers: the field, the list, and the rows of numbers. */
const confusionStyles = css`
  @media (min-width: 520px) { dialog { width: min(860px, calc(100vw - 32px)); } }
  .field { display: block; font-size: 13px; color: var(--hu-muted); }
  .field input {
    display: block;
    width: 100%;
    min-height: 44px;
    margin-top: 2px;
    padding: 0 12px;
    font-size: 16px;
    color: var(--hu-ink);
    background: var(--hu-paper);
    border: 1px solid var(--hu-muted);
    border-radius: 4px;
  }
  .count { margin: 6px 0; font-size: 13px; color: var(--hu-muted); }
  ul { list-style: none; margin: 0 -8px; padding: 0; }
  /* The sheet keeps its size while one types; the results scroll inside it. */
  .search { display: flex; flex-direction: column; height: calc(100dvh - 150px); max-height: 640px; }
  .found { flex: 1; min-height: 0; overflow: auto; overscroll-behavior: contain; }
  .found li { border-top: 1px solid var(--hu-hairline); }
  .found button {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 2px 16px;
    width: 100%;
    min-height: 44px;
    padding: 8px;
    text-align: start;
    border-radius: 0;
  }
  .found button:focus-visible { outline-offset: -2px; }
  .found-title { font-weight: 600; }
  .found-text { grid-column: 1 / -1; max-width: 80ch; }
  .found small { font-size: 13px; color: var(--hu-muted); grid-area: 1 / 2; text-align: end; }
  .found .current small { color: var(--hu-accent); }
  @media (max-width: 519px) {
    .search { max-height: none; height: calc(100dvh - 100px); }
    .found small { grid-area: auto / 1 / auto / -1; text-align: start; }
  }
  .answer { max-width: 68ch; }
  .label { margin: 12px 0 2px; font-size: 13px; }
  .label .marked { color: var(--hu-muted); }
  .cells {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(64px, 1fr));
    gap: 1px;
    margin: 0;
    max-width: 812px;
  }
  .cells li {
    padding: 3px 6px;
    text-align: end;
    font-size: 13px;
    background: var(--hu-blank);
  }
  .cells .is-marked {
    color: var(--hu-muted);
    background: repeating-linear-gradient(135deg, var(--hu-hairline) 0 1px, transparent 1px 6px);
  }
  .cells .sum { grid-column: auto / span 2; text-align: start; background: none; font-weight: 600; white-space: nowrap; }
  .waiting { min-height: 3em; }
  .ways { margin: 18px 0 10px; }
  .ways a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 12px; color: inherit; }
  .ways .go { border-color: var(--hu-accent); color: var(--hu-accent); }
  .threads { margin: 0; font-size: 13px; color: var(--hu-muted); overflow-wrap: anywhere; }
`;

const styles = [confusionStyles];
const isConfusion = (id: string): id is ConfusionId => Object.hasOwn(confusions, id);

/** The field has the focus first; of an answer its title, so that a screen reader reads the question first. */
export const confusionsSheet: SheetView = (model, actions) => {
  const { words, sheet, rules } = model;
  const texts = words.confusions;
  if (!rules.links) return undefined;
  const { id } = sheet;
  const title = words.controls.confusions;
  if (!isConfusion(id))
    return { title, styles, place: "search", first: "input", inside: searchTemplate(model, actions, texts) };
  return {
    title: richText(texts.items[id].ask),
    styles,
    place: id,
    inside: answerTemplate(model, actions, texts, id),
  };
};

/** The field is not of type "search", because there Escape clears the text instead of closing the sheet. */
function searchTemplate(model: SheetModel, actions: SheetActions, texts: ConfusionWords): TemplateResult {
  const { count, results } = resultsOf(model, actions);
  const onInput = ({ target }: Event): void => {
    const field = target as HTMLInputElement;
    actions.draft({ search: field.value });
    field.closest("dialog")?.querySelector(".found")?.scrollTo(0, 0);
  };
  return html`<div class="search"><label class="field">${texts.field}
      <input type="text" role="searchbox" enterkeyhint="go" autocomplete="off" spellcheck="false"
        .value=${model.drafts.search} @input=${onInput} @keydown=${onFieldKey} />
    </label>
    <p class="count" role="status">${count}</p>
    <ul class="found" @keydown=${onListKey}>${results.map(
      ({ title, text, place, isHere, go }) => html`<li class=${isHere ? "current" : ""}><button @click=${go}>
        <span class="found-title">${richText(title)}</span>
        ${text ? html`<span class="found-text">${richText(text)}</span>` : nothing}
        ${isHere || place ? html`<small>${isHere ? texts.here : `→ ${place}`}</small>` : nothing}</button></li>`,
    )}</ul></div>`;
}

const buttonsBeside = ({ target }: Event): HTMLElement[] => [
  ...((target as HTMLElement).closest("dialog")?.querySelectorAll<HTMLElement>(".found button") ?? []),
];

/** Enter opens the first match; the down arrow moves the focus into the list. */
function onFieldKey(event: KeyboardEvent): void {
  if (isComposing(event) || isModified(event)) return;
  const [first] = buttonsBeside(event);
  if (event.key === "Enter") first?.click();
  else if (event.key === "ArrowDown") first?.focus();
  else return;
  event.preventDefault();
}

function onListKey(event: KeyboardEvent): void {
  const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!direction || isModified(event)) return;
  event.preventDefault();
  const buttons = buttonsBeside(event);
  const next = buttons.indexOf(event.target as HTMLElement) + direction;
  const field = (event.target as HTMLElement).closest("dialog")?.querySelector<HTMLElement>(".field input");
  (next < 0 ? field : buttons[Math.min(next, buttons.length - 1)])?.focus();
}

interface Result {
  readonly title: string;
  readonly text: string;
  /** Where it leads to, unless its title says so. */
  readonly place: string;
  readonly isHere: boolean;
  readonly go: () => void;
}

/** A typed shape finds the tensors of this lesson, any other text what has been indexed. */
function resultsOf(model: SheetModel, actions: SheetActions): { count: string; results: readonly Result[] } {
  const { run, step, words, drafts, core } = model;
  const { lesson } = run.trace.spec;
  const texts = words.confusions;
  const typed = shapeIn(drafts.search);
  if (typed) {
    const found = stepsOfShape(run.trace, run.steps, typed);
    const facts = { count: found.length, shape: shapeText(typed) };
    const results = found.map((other) => ({
      title: `\`${other.id}\``,
      text: "",
      place: stepTitle(words, other),
      isHere: other.id === step.id,
      go: () => actions.goTo({ lesson, step: other.id }),
    }));
    return { count: format(found.length > 0 ? texts.tensors : texts.noTensor, facts), results };
  }
  const found = search(indexFor(core, run, words), drafts.search);
  const isEmpty = drafts.search.trim() === "";
  const isHere = (to: LessonPlace): boolean => to.lesson === lesson && to.step === step.id;
  const shown = isEmpty
    ? found.filter(({ kind }) => kind !== "step").sort((a, b) => Number(isHere(b)) - Number(isHere(a)))
    : found.slice(0, MOST_RESULTS);
  const results = shown.map(({ kind, id, title, text, place, ...to }): Result => {
    const elsewhere = words.lessons[to.lesson].title;
    const isOwn = to.lesson === lesson;
    return {
      title,
      text: kind === "step" ? sentenceFor(text, drafts.search, texts.search) : kind === "faq" ? text : "",
      place: kind === "step" ? (isOwn ? "" : elsewhere) : isOwn ? place : `${elsewhere} · ${place}`,
      isHere: isHere(to),
      go: () =>
        isConfusion(id) && kind === "confusion" ? actions.open({ kind: "confusions", id }) : actions.goTo(to),
    };
  });
  const different = new Map(results.toReversed().map((result) => [`${result.title} ${result.text}`, result]));
  const once = [...different.values()].reverse();
  return { count: once.length > 0 ? format(texts.count, { count: once.length }) : texts.none, results: once };
}

/** More would not be read. */
const MOST_RESULTS = 20;

const indexFor = memo((core: Core, { trace, steps }: Run, words: WholeWords) => {
  const stepsOf = (name: LessonName): readonly LessonStep[] =>
    name === trace.spec.lesson ? steps : lessonNamed(name).steps(traceOf(core, name));
  return indexOf(findables(trace, stepsOf, words), words.confusions.search);
});

/** The traces of other lessons with their opening data, computed when an answer needs them. */
const traces = new Map<LessonName, Trace>();
function traceOf(core: Core, lesson: LessonName): Trace {
  const trace = traces.get(lesson) ?? core.run(openingSpec(lesson));
  traces.set(lesson, trace);
  return trace;
}

function titleOf({ words }: SheetModel, id: string, trace: Trace): string {
  const { lesson } = trace.spec;
  const step = lessonNamed(lesson)
    .steps(trace)
    .find((candidate) => candidate.id === id);
  return step ? stepTitle(words, step) : words.lessons[lesson].title;
}

function answerTemplate(
  model: SheetModel,
  actions: SheetActions,
  texts: ConfusionWords,
  id: ConfusionId,
): TemplateResult {
  const { core, run, focus, words } = model;
  const answer: Answer = answerOf(id, { hu: core, trace: run.trace, focus }, (other) => traceOf(core, other));
  const { isOwn, shown } = answer;
  const { compare, mistake, code, threads } = confusions[id];
  const trace = isOwn ? run.trace : traceOf(core, answer.lesson);
  const canCompare = isOwn && compare !== undefined && comparisonsAt(trace, answer.step).includes(compare);
  const lesson = words.lessons[answer.lesson].title;
  const step = titleOf(model, answer.step, trace);
  const item = texts.items[id];
  const labels: Readonly<Record<string, string>> = item.rows;
  const facts = Object.fromEntries(
    Object.entries(shown.facts).map(([name, fact]) => [
      name,
      typeof fact === "number" ? numberText(fact) : fact,
    ]),
  );
  const onCompare = (): void => {
    actions.goTo(answer);
    actions.open({ kind: "compare", id: compare ?? "" });
  };
  const button = (name: string, text: string, go: () => void): TemplateResult =>
    html`<button class=${name} @click=${go}>${text}</button>`;
  const openAll = (): void => actions.open({ kind: "confusions", id: "list" });
  return html`<p class="answer">${richText(item.answer)}</p>
    <h3>${isOwn ? texts.numbers : format(texts.otherNumbers, { lesson })}</h3>
    ${isOwn ? nothing : html`<p class="answer">${format(texts.elsewhere, { lesson })}</p>`}
    <p class="answer">${richText(format(item.numbers, facts))}</p>
    ${shown.rows.map((row) => rowTemplate(texts, format(labels[row.name] ?? row.name, facts), row))}
    <div class="ways">
      ${button("go", `${format(isOwn ? texts.go : texts.goElsewhere, { lesson, step })} →`, () => actions.goTo(answer))}
      ${canCompare ? button("compare", texts.compare, onCompare) : nothing}
      ${mistake ? button("mistake", texts.mistake, () => actions.open({ kind: "mistakes", id: mistake })) : nothing}
      ${code && actions.codeUrl ? html`<a href=${actions.codeUrl(code)}>${texts.seeCode}</a>` : nothing}
      ${button("all", texts.all, openAll)}
    </div>
    ${threads.length > 0 ? html`<p class="threads">${format(texts.threads, { threads: threads.join(", ") })}</p>` : nothing}`;
}

/** Longer rows are cut, so that an answer stays short; the sum is still that of the whole row. */
const MOST_CELLS = 32;

function rowTemplate(texts: ConfusionWords, label: string, { cells, whole, mark, sum }: Row): TemplateResult {
  const text = (value: number): string => (whole ? numberText(value) : realText(value));
  const cell = (value: number, i: number): TemplateResult =>
    mark?.cells.includes(i)
      ? html`<li class="is-marked">${text(value)}<span class="unseen"> (${texts.marks[mark.as]})</span></li>`
      : html`<li>${text(value)}</li>`;
  const isMarked = mark && mark.cells.length > 0;
  return html`<p class="label">${richText(label)}${
    isMarked
      ? html` <span class="marked">· ${format(texts.hatched, { mark: texts.marks[mark.as] })}</span>`
      : nothing
  }</p>
    <ul class="cells" translate="no">
      ${cells.slice(0, MOST_CELLS).map(cell)}
      ${cells.length > MOST_CELLS ? html`<li>…</li>` : nothing}
      ${sum === undefined ? nothing : html`<li class="sum">${format(texts.sum, { sum: text(sum) })}</li>`}
    </ul>`;
}
