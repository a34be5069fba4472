/**
 * Looking up an answer: a field to search in, the confusions that it finds, and the answer to the chosen one with the
 * numbers of the lesson on the stage.
 */
import { css, html, type PropertyValues, type TemplateResult } from "lit";
import type { Focus } from "../../draw/tensor_view.js";
import { comparisonsAt } from "../../lessons/comparisons.js";
import { type Answer, answerOf, confusions, stepAt } from "../../lessons/confusions/confusions.js";
import { search } from "../../lessons/confusions/search.js";
import { openingSpec, taughtLesson } from "../../lessons/lessons.js";
import { CONFUSION_IDS, type ConfusionId } from "../../lessons/offers.js";
import type { LessonName, Trace } from "../../module/types.js";
import { loadConfusionWords } from "../../words/confusion_words.js";
import { fill } from "../../words/number_text.js";
import { richText, stepTitle } from "../../words/rich_text.js";
import type { ConfusionWords } from "../../words/words.js";
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

export class ConfusionsElement extends SheetElement {
  static override properties = {
    ...SheetElement.properties,
    focused: { attribute: false },
    query: { state: true },
    said: { state: true },
    isLost: { state: true },
  };
  declare focused: Focus;
  declare query: string;
  declare said: ConfusionWords | undefined;
  /** Its words could not be loaded. */
  declare isLost: boolean;
  #lang = "";
  /** Traces of other lessons, run when needed. */
  readonly #traces = new Map<LessonName, Trace>();

  constructor() {
    super();
    this.query = "";
    this.isLost = false;
  }

  static override styles = [base, sheetStyles, confusionStyles, css`.lost { min-height: 3em; }`];

  override willUpdate(): void {
    const { code } = this.words.language;
    if (code === this.#lang) return;
    this.#lang = code;
    void this.#load(code);
  }

  async #load(lang: string): Promise<void> {
    try {
      const said = await loadConfusionWords(lang);
      if (lang === this.#lang) this.said = said;
    } catch {
      this.isLost = true;
    }
  }

  override render(): TemplateResult {
    const { words, said, chosen } = this;
    const { app, controls } = words;
    const waits = this.isLost ? controls.searchLost : app.computing;
    if (!said) return this.sheet(controls.confusions, html`<p class="lost" role="status">${waits}</p>`);
    if (!isConfusion(chosen)) return this.sheet(controls.confusions, this.#search(said));
    const title = richText(said.items[chosen].ask);
    return this.sheet(title, this.#answer(said, chosen) ?? html`<p role="status">${waits}</p>`);
  }

  /** The field has the focus in the list, the question in an answer, so that it is read first. */
  override updated(changed: PropertyValues<this>): void {
    if (!this.said || !(changed.has("chosen") || changed.has("said"))) return;
    const root = this.renderRoot;
    const target = root.querySelector<HTMLElement>(isConfusion(this.chosen) ? "#title" : "input");
    target?.focus();
    const dialog = root.querySelector("dialog");
    if (dialog) dialog.scrollTop = 0;
  }

  /** Not of the type "search", in which Escape clears the text instead of closing the sheet. */
  #search(said: ConfusionWords): TemplateResult {
    const found = this.#found(said);
    const count = found.length;
    return html`<label class="field">${said.field}
        <input type="text" role="searchbox" enterkeyhint="go" autocomplete="off" spellcheck="false" .value=${this.query} @input=${this.#onInput}
          @keydown=${this.#onFieldKey} />
      </label>
      <p class="count" role="status">${count > 0 ? fill(said.count, { count }) : said.none}</p>
      <ul class="found" @keydown=${this.#onListKey}>${found.map((id) => this.#item(said, id))}</ul>`;
  }

  #item(said: ConfusionWords, id: ConfusionId): TemplateResult {
    const { trace } = this.run;
    const step = stepAt(id, trace);
    const isNow = step === this.step.id;
    const home = Object.keys(confusions[id].steps)[0] as LessonName;
    const place = step ? this.#titleOf(step, trace) : this.words.lessons[home].title;
    return html`<li class=${isNow ? "now" : ""}><button @click=${() => this.#choose(id)}>
      <span>${richText(said.items[id].ask)}</span> <small>${isNow ? said.here : place}</small></button></li>`;
  }

  /** Those of the step on the stage first, as long as nothing is typed. */
  #found(said: ConfusionWords): ConfusionId[] {
    const isNow = (id: ConfusionId): boolean => stepAt(id, this.run.trace) === this.step.id;
    const ids = [...CONFUSION_IDS].sort((a, b) => Number(isNow(b)) - Number(isNow(a)));
    const items = ids.map((item) => {
      const { ask, terms, answer } = said.items[item];
      return { item, title: `${ask} ${terms}`, rest: answer };
    });
    return search(items, this.query);
  }

  /** Undefined until the core is there. */
  #answer(said: ConfusionWords, id: ConfusionId): TemplateResult | undefined {
    const { core, run, focused, words } = this;
    if (!core) return undefined;
    const asked = { hu: core, trace: run.trace, focus: focused };
    const answer = answerOf(id, asked, (lesson) => this.#run(lesson));
    const { lesson, step, isOwn } = answer;
    const trace = isOwn ? run.trace : this.#run(lesson);
    const { compare, mistake } = confusions[id];
    const canCompare = isOwn && compare !== undefined && comparisonsAt(trace, step).includes(compare);
    return answerTemplate(
      {
        said,
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
    const step = taughtLesson(lesson)
      .steps(trace)
      .find((one) => one.id === id);
    return step ? stepTitle(this.words, step) : this.words.lessons[lesson].title;
  }

  /** Another lesson, as it opens. */
  #run(lesson: LessonName): Trace {
    const known = this.#traces.get(lesson) ?? this.core?.run(openingSpec(lesson));
    if (!known) throw new Error("an answer is made only once the core is there");
    this.#traces.set(lesson, known);
    return known;
  }

  #choose(id: ConfusionId): void {
    this.ask({ kind: "confusions", id });
  }

  #go({ lesson, step }: Answer): void {
    const detail: LessonPlace = { lesson, step };
    this.dispatchEvent(new CustomEvent("place-choose", { detail }));
  }

  readonly #onInput = (event: Event): void => {
    this.query = (event.target as HTMLInputElement).value;
  };

  /** Enter opens the first that was found; the arrow goes down into the list. */
  readonly #onFieldKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const first = this.renderRoot.querySelector<HTMLElement>(".found button");
    if (event.key === "Enter") first?.click();
    else if (event.key === "ArrowDown") first?.focus();
    else return;
    event.preventDefault();
  };

  readonly #onListKey = (event: KeyboardEvent): void => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const field = this.renderRoot.querySelector<HTMLElement>("input");
    const all = [...this.renderRoot.querySelectorAll<HTMLElement>(".found button")];
    const to = all.findIndex((one) => one.matches(":focus")) + way;
    (to < 0 ? field : all[Math.min(to, all.length - 1)])?.focus();
  };
}
