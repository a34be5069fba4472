/**
 * The search for answers: a search field, the confusions found, and the answer to the chosen one with numbers of the lesson on
 * the stage. A typed shape finds the lesson's tensors instead.
 */
import { css, html, type PropertyValues, type TemplateResult } from "lit";
import type { Focus } from "../../draw/tensor_view.js";
import { comparisonsAt } from "../../lessons/comparisons.js";
import { answerOf, confusions, stepAt } from "../../lessons/confusions/confusions.js";
import { search } from "../../lessons/confusions/search.js";
import { shapeIn, stepsOfShape } from "../../lessons/confusions/shape_search.js";
import type { LessonStep } from "../../lessons/lesson.js";
import { lessonNamed, openingSpec } from "../../lessons/lessons.js";
import { CONFUSION_IDS, type ConfusionId } from "../../lessons/offers.js";
import { shapeText } from "../../module/shape.js";
import type { LessonName, Trace } from "../../module/types.js";
import { PartWords } from "../../store/part_words.js";
import { loadConfusionWords } from "../../words/late_words.js";
import { fill } from "../../words/number_text.js";
import { richText, stepTitle } from "../../words/rich_text.js";
import type { ConfusionWords, Words } from "../../words/words.js";
import { isComposing, isModified } from "../common/keys.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { SheetElement } from "../sheets/sheet_element.js";
import { sheetStyles } from "../sheets/sheet_styles.js";
import { answerTemplate } from "./answer_template.js";
import { confusionStyles } from "./confusion_styles.js";

/** A step of a lesson of the course. */
export interface LessonPlace {
  readonly lesson: LessonName;
  readonly step: string;
}

const isConfusion = (id: string): id is ConfusionId => Object.hasOwn(confusions, id);

export class ConfusionsElement extends SheetElement<Words> {
  static override properties = reactive<ConfusionsElement>("focused", "query", "texts");
  declare focused: Focus;
  declare query: string;
  declare texts: ConfusionWords | undefined;
  readonly #words = new PartWords(this, loadConfusionWords);
  /** Traces of other lessons, computed when needed. */
  readonly #traces = new Map<LessonName, Trace>();

  constructor() {
    super();
    this.query = "";
  }

  static override styles = [base, sheetStyles, confusionStyles, css`.waiting { min-height: 3em; }`];

  override willUpdate(): void {
    this.texts = this.#words.in(this.words.language.code);
  }

  override render(): TemplateResult {
    const { words, texts, chosen } = this;
    const { app, controls, errors } = words;
    const message = this.#words.hasFailed ? errors["not-loaded"] : app.computing;
    if (!texts) return this.sheet(controls.confusions, html`<p class="waiting" role="status">${message}</p>`);
    if (!isConfusion(chosen)) return this.sheet(controls.confusions, this.#search(texts));
    const title = richText(texts.items[chosen].ask);
    return this.sheet(title, this.#answer(texts, chosen) ?? html`<p role="status">${message}</p>`);
  }

  /** Focuses the search field, or the title of an answer, so that a screen reader reads the question first. */
  override updated(changed: PropertyValues<this>): void {
    if (!this.texts || !(changed.has("chosen") || changed.has("texts"))) return;
    const root = this.renderRoot;
    const target = root.querySelector<HTMLElement>(isConfusion(this.chosen) ? "#title" : "input");
    target?.focus();
    const dialog = root.querySelector("dialog");
    if (dialog) dialog.scrollTop = 0;
  }

  /** The field is not of type "search", because there Escape clears the text instead of closing the sheet. */
  #search(words: ConfusionWords): TemplateResult {
    const { count, items } = this.#matches(words);
    return html`<label class="field">${words.field}
        <input type="text" role="searchbox" enterkeyhint="go" autocomplete="off" spellcheck="false" .value=${this.query} @input=${this.#onInput}
          @keydown=${this.#onFieldKey} />
      </label>
      <p class="count" role="status">${count}</p>
      <ul class="found" @keydown=${this.#onListKey}>${items}</ul>`;
  }

  #matches(words: ConfusionWords): { count: string; items: readonly TemplateResult[] } {
    const typed = shapeIn(this.query);
    if (!typed) {
      const found = this.#found(words);
      const count = found.length > 0 ? fill(words.count, { count: found.length }) : words.none;
      return { count, items: found.map((id) => this.#item(words, id)) };
    }
    const found = stepsOfShape(this.run.trace, this.run.steps, typed);
    const facts = { count: found.length, shape: shapeText(typed) };
    const count = fill(found.length > 0 ? words.tensors : words.noTensor, facts);
    return { count, items: found.map((step) => this.#tensor(words, step)) };
  }

  #tensor(words: ConfusionWords, step: LessonStep): TemplateResult {
    const isCurrent = step.id === this.step.id;
    const place = { lesson: this.run.trace.spec.lesson, step: step.id };
    return html`<li class=${isCurrent ? "current" : ""}><button @click=${() => this.#go(place)}>
      <code>${step.id}</code> <small>${isCurrent ? words.here : stepTitle(this.words, step)}</small></button></li>`;
  }

  #item(words: ConfusionWords, id: ConfusionId): TemplateResult {
    const { trace } = this.run;
    const step = stepAt(id, trace);
    const isCurrent = step === this.step.id;
    const home = Object.keys(confusions[id].steps)[0] as LessonName;
    const place = step ? this.#titleOf(step, trace) : this.words.lessons[home].title;
    return html`<li class=${isCurrent ? "current" : ""}><button @click=${() => this.#choose(id)}>
      <span>${richText(words.items[id].ask)}</span> <small>${isCurrent ? words.here : place}</small></button></li>`;
  }

  /** The matching confusions; those of the step on the stage come first among equals. */
  #found(words: ConfusionWords): ConfusionId[] {
    const isCurrent = (id: ConfusionId): boolean => stepAt(id, this.run.trace) === this.step.id;
    const ids = [...CONFUSION_IDS].sort((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)));
    const items = ids.map((item) => {
      const { ask, terms, answer } = words.items[item];
      return { item, title: `${ask} ${terms}`, rest: answer };
    });
    return search(items, this.query);
  }

  /** Undefined until the core is loaded. */
  #answer(texts: ConfusionWords, id: ConfusionId): TemplateResult | undefined {
    const { core, run, focused, words } = this;
    if (!core) return undefined;
    const asked = { hu: core, trace: run.trace, focus: focused };
    const answer = answerOf(id, asked, (lesson) => this.#traceOf(lesson));
    const { lesson, step, isOwn } = answer;
    const trace = isOwn ? run.trace : this.#traceOf(lesson);
    const { compare, mistake } = confusions[id];
    const canCompare = isOwn && compare !== undefined && comparisonsAt(trace, step).includes(compare);
    return answerTemplate(
      {
        texts,
        id,
        answer,
        lesson: words.lessons[lesson].title,
        step: this.#titleOf(step, trace),
        canCompare,
      },
      {
        go: () => this.#go(answer),
        compare: () => {
          this.#go(answer);
          this.ask({ kind: "compare", id: compare ?? "" });
        },
        mistake: () => this.ask({ kind: "mistakes", id: mistake ?? "list" }),
        all: () => this.ask({ kind: "confusions", id: "list" }),
      },
    );
  }

  #titleOf(id: string, trace: Trace): string {
    const { lesson } = trace.spec;
    const step = lessonNamed(lesson)
      .steps(trace)
      .find((candidate) => candidate.id === id);
    return step ? stepTitle(this.words, step) : this.words.lessons[lesson].title;
  }

  /** The trace of another lesson with its default data. */
  #traceOf(lesson: LessonName): Trace {
    const trace = this.#traces.get(lesson) ?? this.core?.run(openingSpec(lesson));
    if (!trace) throw new Error("the core is not loaded");
    this.#traces.set(lesson, trace);
    return trace;
  }

  #choose(id: ConfusionId): void {
    this.ask({ kind: "confusions", id });
  }

  #go({ lesson, step }: LessonPlace): void {
    const detail: LessonPlace = { lesson, step };
    this.dispatchEvent(new CustomEvent("place-choose", { detail }));
  }

  readonly #onInput = (event: Event): void => {
    this.query = (event.target as HTMLInputElement).value;
  };

  /** Enter opens the first match; the down arrow moves the focus into the list. */
  readonly #onFieldKey = (event: KeyboardEvent): void => {
    if (isComposing(event) || isModified(event)) return;
    const first = this.renderRoot.querySelector<HTMLElement>(".found button");
    if (event.key === "Enter") first?.click();
    else if (event.key === "ArrowDown") first?.focus();
    else return;
    event.preventDefault();
  };

  readonly #onListKey = (event: KeyboardEvent): void => {
    const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!direction || isModified(event)) return;
    event.preventDefault();
    const field = this.renderRoot.querySelector<HTMLElement>("input");
    const buttons = [...this.renderRoot.querySelectorAll<HTMLElement>(".found button")];
    const next = buttons.findIndex((button) => button.matches(":focus")) + direction;
    (next < 0 ? field : buttons[Math.min(next, buttons.length - 1)])?.focus();
  };
}
