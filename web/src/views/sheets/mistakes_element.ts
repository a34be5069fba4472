/**
 * What is wrong here? A few lines of code, the numbers they make, and the question which line is wrong. Every pick gets an
 * answer; the right one shows both runs side by side. A list of all exercises can be opened before or after.
 */
import { css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Focus } from "../../draw/tensor_view.js";
import { lessonNames } from "../../lessons/lessons.js";
import { type Exercise, exercise } from "../../lessons/mistakes.js";
import { MISTAKE_IDS, MISTAKES, type MistakeId } from "../../lessons/offers.js";
import type { Answered } from "../../lessons/questions/answered.js";
import type { Trace } from "../../module/types.js";
import { keepSolved, solvedMistakes } from "../../store/kept/kept_solved.js";
import { wordsOf } from "../../store/lesson_words.js";
import { fill } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { axisColors } from "../common/theme_css.js";
import { choices } from "../common/visible_matrix.js";
import { SheetElement } from "./sheet_element.js";
import { sheetStyles } from "./sheet_styles.js";

const START: Focus = { batch: 0, head: 0 };
/** What the words of tokens depend on. */
const sentencesOf = ({ spec }: Trace): string => JSON.stringify([spec.lesson, spec.sequences, spec.target]);
const isMistake = (id: string): id is MistakeId => Object.hasOwn(MISTAKES, id);

export class MistakesElement extends SheetElement {
  static override properties = reactive<MistakesElement>("picked", "focused");
  /** The picked lines, most recent last. */
  declare picked: readonly number[];
  declare focused: Focus;
  #current: { id: MistakeId; trace: Trace; exercise: Exercise } | undefined;

  constructor() {
    super();
    this.picked = [];
    this.focused = START;
  }

  static override styles = [
    base,
    axisColors,
    sheetStyles,
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
      .ways { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 12px; }
      .ways button { border: 1px solid var(--hu-muted); min-height: 44px; padding: 0 16px; }
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

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("chosen")) return;
    this.picked = [];
    this.focused = START;
  }

  override updated(changed: PropertyValues<this>): void {
    const dialog = this.renderRoot.querySelector("dialog");
    if (dialog && changed.has("chosen")) dialog.scrollTop = 0;
  }

  override render(): TemplateResult {
    const { mistakes } = this.words;
    if (!isMistake(this.chosen)) return this.sheet(mistakes.title, this.#list());
    if (!this.core) return this.sheet(mistakes.title, html`<p role="status">${this.words.app.computing}</p>`);
    const { title } = mistakes.items[this.chosen];
    return this.sheet(`${mistakes.title} · ${title}`, this.#exercise(this.chosen));
  }

  #list(): TemplateResult {
    const { mistakes, lessons } = this.words;
    const solved = solvedMistakes();
    const count = MISTAKE_IDS.length;
    const done = MISTAKE_IDS.filter((id) => solved.includes(id)).length;
    const item = (id: MistakeId): TemplateResult =>
      html`<li><button @click=${() => this.#go(id)}>${mistakes.items[id].title}</button>
        ${solved.includes(id) ? html`<span class="solved">✓ ${mistakes.solved}</span>` : nothing}</li>`;
    return html`<p>${mistakes.listHint}</p>
      <p class="progress">${fill(mistakes.progress, { solved: done, count })}</p>
      ${lessonNames.map((lesson) => {
        const ids = MISTAKE_IDS.filter((id) => MISTAKES[id][0] === lesson);
        return html`<h3>${lessons[lesson].title}</h3><ul class="list">${ids.map(item)}</ul>`;
      })}`;
  }

  #exercise(id: MistakeId): TemplateResult {
    const { words, picked, focused, theme, run } = this;
    const { mistakes } = words;
    const { code, wrong, pair, trace } = this.#exerciseFor(id);
    const tokens = sentencesOf(trace) === sentencesOf(run.trace) ? wordsOf(run, words) : undefined;
    const isSolved = picked.at(-1) === wrong;
    const { batches, heads } = choices(pair.asItIs);
    return html`<p>${richText(mistakes.items[id].sees)}</p>
      <div class="work ${isSolved ? "" : "open"}">
        <div class="ask">
          <h3 id="ask">${mistakes.ask}</h3>
          <ol class="code" aria-labelledby="ask" lang="en" translate="no">${code.map(([text], i) => this.#line(text, i, wrong))}</ol>
        </div>
        <div class="answer" role="status">${this.#answer(id)}</div>
        <div class="result">
          <div class="choices">
            <heads-up-focus .words=${words} .focused=${focused} .batches=${batches} .heads=${heads}
              @focus-change=${this.#onFocus}></heads-up-focus>
          </div>
          <heads-up-panels .words=${words} .pair=${pair} .focused=${focused} .theme=${theme}
            .trace=${trace} .tokens=${tokens}
            .sides=${isSolved ? ["asItIs", "other", "difference"] : ["other"]}
            .names=${{ asItIs: mistakes.expected, other: isSolved ? mistakes.made : mistakes.result }}></heads-up-panels>
        </div>
      </div>
      ${this.#ways(id, isSolved)}`;
  }

  #line(text: string, i: number, wrong: number): TemplateResult {
    const isLast = this.picked.at(-1) === i;
    const state = isLast ? (i === wrong ? "culprit" : "last") : "";
    return html`<li><button class=${state} aria-pressed=${isLast ? "true" : "false"} @click=${() => this.#pick(i)}
      ><span class="number">${i + 1}</span><code>${text}</code></button></li>`;
  }

  #answer(id: MistakeId): TemplateResult | typeof nothing {
    const { mistakes } = this.words;
    const { code, wrong, right, before } = this.#exerciseFor(id);
    const last = this.picked.at(-1);
    if (last === undefined) return nothing;
    const n = last + 1;
    const place =
      before === undefined ? mistakes.rightLine : fill(mistakes.rightLineBefore, { n: before + 1 });
    if (last === wrong)
      return html`<p><strong>${fill(mistakes.yes, { n })}</strong> ${richText(mistakes.items[id].reason)}</p>
        <p>${place} <code class="right" lang="en" translate="no">${right}</code></p>`;
    const name = code[last]?.[1];
    const reason = name ? mistakes.lines[name] : "";
    return html`<p>${richText(fill(mistakes.no, { n, reason }))}</p>`;
  }

  #ways(id: MistakeId, isSolved: boolean): TemplateResult {
    const { mistakes } = this.words;
    const next = this.#next(id);
    return html`<div class="ways">
      ${isSolved && next ? html`<button class="next" @click=${() => this.#go(next)}>${mistakes.next}</button>` : nothing}
      <button class="all" @click=${() => this.#go("list")}>${mistakes.list}</button>
      ${isSolved && !next ? html`<p>${mistakes.done}</p>` : nothing}
    </div>`;
  }

  /** The next exercise of the course that is not solved, from this one on. */
  #next(id: MistakeId): MistakeId | undefined {
    const at = MISTAKE_IDS.indexOf(id) + 1;
    const solved = solvedMistakes();
    return [...MISTAKE_IDS.slice(at), ...MISTAKE_IDS.slice(0, at - 1)].find(
      (other) => !solved.includes(other),
    );
  }

  #go(id: string): void {
    this.ask({ kind: "mistakes", id });
  }

  #pick(line: number): void {
    const id = this.chosen;
    if (!isMistake(id)) return;
    const { code, wrong } = this.#exerciseFor(id);
    if (this.picked.at(-1) === wrong) return; // already solved
    this.picked = [...this.picked, line];
    const right = line === wrong;
    if (right) keepSolved(id);
    const [lesson, step] = MISTAKES[id];
    const detail: Answered = {
      lesson,
      step,
      question: `mistake:${id}`,
      kind: "mistake",
      right,
      answer: code[line]?.[0] ?? "",
      expected: code[wrong]?.[0] ?? "",
      tries: this.picked.length,
    };
    this.dispatchEvent(new CustomEvent("sheet-answer", { detail }));
  }

  #exerciseFor(id: MistakeId): Exercise {
    const { core, run } = this;
    if (!core) throw new Error("an exercise is set only once the core is there");
    const { trace } = run;
    if (this.#current?.id !== id || this.#current.trace !== trace)
      this.#current = { id, trace, exercise: exercise(core, trace, id) };
    return this.#current.exercise;
  }

  readonly #onFocus = (event: CustomEvent<Focus>): void => {
    this.focused = event.detail;
  };
}
