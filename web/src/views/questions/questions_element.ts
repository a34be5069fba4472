/**
 * "Predict, then see": the questions of the step on the stage, one at a time. A step that has not been played opens its
 * question; the answer plays it. A question that is opened later leaves the result on the stage. One opens by itself only
 * together with its step: nothing that the reader already sees may move.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property } from "lit/decorators/property.js";
import { tokensOf } from "../../draw/names.js";
import type { CellRef, Focus, Tokens } from "../../draw/picture.js";
import type { TokenName } from "../../draw/tensor_view.js";
import type { Theme } from "../../draw/theme.js";
import type { LessonStep } from "../../lessons/lesson.js";
import { nearestRound, questionsOf } from "../../lessons/questions/questions.js";
import type { Change, Trace } from "../../module/types.js";
import type { Question, TokenAxis } from "../../operations/question.js";
import {
  type Attempt,
  checked,
  isSettled,
  newAttempt,
  reportOf,
  withAnswerShown,
} from "../../store/attempt.js";
import {
  asksFirst,
  isAnswered,
  keepAnswered,
  keepAsksFirst,
  keepRound,
  roundOf,
} from "../../store/kept/kept_answers.js";
import { keepPractised } from "../../store/kept/kept_practice.js";
import { loadedModule } from "../../store/lesson_runner.js";
import { format } from "../../words/number_text.js";
import type { WholeWords } from "../../words/words.js";
import { refocus } from "../common/keyboard_focus.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import type { QuestionWish, StageWish } from "./question_stage.js";
import { questionStyles } from "./question_styles.js";
import { questionTemplate } from "./question_template.js";
import { type QuestionWords, withOwn } from "./question_words.js";

/** How many rounds to search for a different question of the same kind. */
const MOST_ROUNDS = 6;
/** The distance in pixels between the “Check” button and the lower edge of the panel. */
const MARGIN = 8;
/** Debounce after an edit, so that typing is not slowed down by questions about numbers that are replaced at once. */
const DEBOUNCE_MS = 150;

export class QuestionsElement extends LitElement {
  static override styles = [base, questionStyles];
  @reactive words!: WholeWords;
  @reactive trace!: Trace;
  @reactive step!: LessonStep;
  @reactive tokens!: Tokens | undefined;
  @reactive theme!: Theme;
  /** Whether the reader may change numbers. */
  @reactive mayChange = false;
  /** The sentence and the head on the stage. */
  @reactive focused!: Focus;
  /** The step has not been played yet. */
  @reactive waiting = false;
  /** In a lecture, for a class to read: without what helps a single learner. */
  @property({ type: Boolean, reflect: true })
  brief = false;
  @reactive questions: readonly Question[] = [];
  /** Which of them is shown. */
  @reactive at = 0;
  @reactive attempt: Attempt = { answer: undefined, tries: 0 };
  @reactive open = false;
  /** Whether the stage may show another sentence than that of the question. */
  #mayShowOtherSentence = false;
  #debounce: ReturnType<typeof setTimeout> | undefined;

  get #lesson(): string {
    return this.step.lesson ?? this.trace.spec.lesson;
  }

  get #question(): Question | undefined {
    return this.questions[this.at];
  }

  get #isSettled(): boolean {
    return isSettled(this.attempt);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("waiting")) this.#onWaiting();
    if (!changed.has("trace") && !changed.has("step")) return;
    clearTimeout(this.#debounce);
    const { step = this.step, trace = this.trace } = {
      step: changed.get("step"),
      trace: changed.get("trace"),
    };
    const isSame = step.id === this.step.id && trace.spec.lesson === this.trace.spec.lesson;
    if (this.hasUpdated && isSame) {
      this.#debounce = setTimeout(() => this.#gather(), DEBOUNCE_MS);
      return;
    }
    this.open = false;
    this.#gather();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#debounce);
  }

  #gather(): void {
    this.questions = this.#asked();
    const unanswered = this.questions.findIndex((question) => !this.#isAnswered(question));
    this.#goTo(Math.max(0, unanswered));
    if (this.open) this.#stage("focus");
    else if (this.waiting) this.#askFirst();
    else this.#wish({ stage: { what: "leave", step: this.step.id } });
  }

  /**
   * Opens an unanswered question before its step is played, unless the reader has turned this off. The question is about the
   * sentence on the stage; where no round asks about it, the stage changes only when the question gets the focus.
   */
  #askFirst(): void {
    const question = this.#question;
    this.open = asksFirst() && question !== undefined && !this.#isAnswered(question);
    if (this.open) {
      this.#stayWithStage();
      void this.#showCheck();
    }
    this.#mayShowOtherSentence = this.open;
    this.#wish({ stage: { what: this.open ? "ask" : "leave", step: this.step.id } });
  }

  /** Asks the question in a round that is about what the stage shows. */
  #stayWithStage(): void {
    const { trace, step, focused, at } = this;
    const asked = this.#question;
    const hu = loadedModule();
    if (!hu || asked?.place === undefined) return;
    const nearest = nearestRound(hu, trace, step, asked, this.#round(asked.place), focused);
    this.questions = this.questions.map((question) => (question === asked ? nearest : question));
    this.#goTo(at);
  }

  /** Scrolls the panel, not the page, until the “Check” button or the title of the step is at its edge. */
  async #showCheck(): Promise<void> {
    await this.updateComplete;
    const beside = this.getRootNode() as ShadowRoot;
    const panel = beside.host;
    const [check, title] = [this.renderRoot.querySelector(".check"), beside.querySelector("h2")];
    if (!check || !title) return;
    const { top, bottom } = panel.getBoundingClientRect();
    const hidden = check.getBoundingClientRect().bottom + MARGIN - bottom;
    if (hidden > 0) panel.scrollTop += Math.min(hidden, title.getBoundingClientRect().top - top);
  }

  readonly #onFormFocus = (): void => {
    if (this.#mayShowOtherSentence) this.#stage("focus");
  };

  /** Playing the step skips a question that was not tried. */
  #onWaiting(): void {
    if (this.waiting || !this.open || this.attempt.verdict || this.#isSettled) return;
    this.open = false;
    this.#stage("leave");
  }

  /** The step's questions, with the shown one advanced by `more` rounds. */
  #asked(more = 0): Question[] {
    const place = this.#question?.place;
    const round = (other: number): number => this.#round(other) + (other === place ? more : 0);
    // The module is loaded, because it has computed the trace.
    const hu = loadedModule();
    const builtIn = hu ? questionsOf(hu, this.trace, this.step, round) : [];
    return [...(this.step.questions?.(this.trace, builtIn) ?? builtIn)];
  }

  #round = (place: number): number => roundOf(this.#lesson, `${this.step.id}.${place}`);

  #name = ({ key }: Question): string => `${this.step.id}.${key}`;

  #isAnswered(question: Question): boolean {
    return isAnswered(this.#lesson, this.#name(question));
  }

  override render(): TemplateResult | typeof nothing {
    const { questions, words } = this;
    if (questions.length === 0) return nothing;
    const texts = withOwn(words.questions, words.own);
    const answered = questions.filter((question) => this.#isAnswered(question)).length;
    const count = format(texts.count, { answered, count: questions.length });
    return html`<details .open=${this.open} lang=${words.language.code}>
      <summary @click=${this.#onSummary}>${texts.heading} <span class="count">${count}</span></summary>
      ${this.open ? this.#asking(texts) : nothing}
    </details>`;
  }

  readonly #namesOf = ({ letter, sentence }: TokenAxis): readonly TokenName[] | undefined => {
    const { trace, tokens } = this;
    return tokensOf({ trace, tokens, focus: { batch: sentence, head: 0 } }, letter);
  };

  readonly #columnNames = (tensor: string): readonly string[] | undefined =>
    this.tokens?.numbers?.[tensor]?.at(-1)?.names;

  #asking(words: QuestionWords): TemplateResult | typeof nothing {
    const question = this.#question;
    if (!question) return nothing;
    const place = format(words.place, { n: this.at + 1, count: this.questions.length });
    const { attempt, theme } = this;
    const change = (changed: Attempt): void => {
      this.attempt = changed;
    };
    return html`<p class="nth">${place} ${this.#isAnswered(question) ? html`· <b>✓ ${words.solved}</b>` : nothing}</p>
      <div @focusin=${this.#onFormFocus}>
        ${questionTemplate({ words, question, attempt, theme, namesOf: this.#namesOf, columnNames: this.#columnNames }, { change, check: this.#onCheck, look: this.#onLook })}
      </div>
      <p class="after">${this.#after(words)}</p>
      <label class="first"><input type="checkbox" .checked=${asksFirst()} @change=${this.#onFirst}>
        ${words.askFirst}</label>`;
  }

  #after(words: QuestionWords): (TemplateResult | typeof nothing)[] {
    const [settled, hasMany] = [this.#isSettled, this.questions.length > 1];
    const change = this.#question?.change;
    const button = (text: string, press: () => void): TemplateResult =>
      html`<button type="button" @click=${press}>${text}</button>`;
    return [
      settled && this.at + 1 < this.questions.length ? button(words.next, () => this.#move(1)) : nothing,
      settled && this.#roundsToAnother() > 0 ? button(words.another, this.#onAnother) : nothing,
      settled ? button(words.watch, () => this.#stage("play")) : nothing,
      settled && change && this.mayChange ? button(words.tryIt, () => this.#onTry(change)) : nothing,
      settled || !this.attempt.verdict ? nothing : button(words.reveal, this.#onReveal),
      settled || this.attempt.verdict || this.brief ? nothing : button(words.skip, this.#onSkip),
      hasMany && this.at > 0 ? button(words.previous, () => this.#move(-1)) : nothing,
      hasMany && !settled && this.at + 1 < this.questions.length
        ? button(words.next, () => this.#move(1))
        : nothing,
    ];
  }

  /** After how many rounds the shown question asks about other numbers; 0 if never. */
  #roundsToAnother(): number {
    const now = JSON.stringify(this.#question);
    for (let more = 1; more <= MOST_ROUNDS; more++) {
      const other = this.#asked(more)[this.at];
      if (other && JSON.stringify(other) !== now) return more;
    }
    return 0;
  }

  /** Scrolls no further than the question needs, so that much of the stage stays in view. */
  goToQuestion(): void {
    this.renderRoot.querySelector<HTMLElement>(".ask")?.focus({ preventScroll: true });
    this.scrollIntoView({ block: "nearest" });
  }

  #goTo(at: number): void {
    this.at = at;
    const question = this.#question;
    this.attempt = newAttempt(question);
  }

  #move(by: number): void {
    this.#goTo(this.at + by);
    this.#stage("focus");
    void this.updateComplete.then(() => this.goToQuestion());
  }

  #wish(detail: QuestionWish): void {
    this.dispatchEvent(new CustomEvent("question-wish", { detail, bubbles: true, composed: true }));
  }

  #stage(what: StageWish["what"]): void {
    this.#mayShowOtherSentence = false;
    const question = this.#question;
    if (question)
      this.#wish({ stage: { what, step: this.step.id, focus: question.focus, cell: question.lit } });
  }

  /** Handles the click, because the toggle event fires late, and also when code opens or closes the question. */
  readonly #onSummary = (event: Event): void => {
    event.preventDefault();
    this.open = !this.open;
    if (!this.#isSettled) this.#stage(this.open ? "focus" : "leave");
    if (this.open) void this.updateComplete.then(() => this.scrollIntoView({ block: "nearest" }));
  };

  readonly #onCheck = (): void => {
    const question = this.#question;
    if (!question || this.#isSettled) return;
    this.attempt = checked(question, this.attempt);
    const { verdict, tries, unread } = this.attempt;
    void this.#showFeedback();
    if (unread || !verdict) return;
    if (tries === 1) this.#practised(question, verdict.right);
    if (verdict.right) keepAnswered(this.#lesson, this.#name(question));
    const place = { lesson: this.#lesson, step: this.step.id, question: question.key };
    this.#wish({ answered: reportOf(place, question, this.attempt) });
  };

  readonly #onLook = (cell: CellRef): void =>
    this.#wish({ stage: { what: "look", step: this.step.id, cell } });

  /** The first try counts for the review; questions of lesson files are not reviewed. */
  #practised({ key }: Question, right: boolean): void {
    if (this.step.lesson !== undefined) return;
    keepPractised({ lesson: this.#lesson, step: this.step.id, question: key, at: Date.now(), right });
  }

  /** The title of the step gets the focus, where Space plays and pauses. */
  #close(): void {
    this.open = false;
    const beside = this.getRootNode() as ShadowRoot;
    refocus(this.updateComplete, () => beside.querySelector<HTMLElement>("h2"));
  }

  readonly #onSkip = (): void => {
    this.#close();
    this.#wish({ stage: { what: "play", step: this.step.id } });
  };

  /** The question closes, because the trace that it is about is another one then. */
  #onTry(change: Change): void {
    this.#close();
    this.#wish({ change });
  }

  readonly #onFirst = (event: Event): void => keepAsksFirst((event.target as HTMLInputElement).checked);

  readonly #onReveal = (): void => {
    const question = this.#question;
    if (!question) return;
    this.attempt = withAnswerShown(question, this.attempt);
    void this.#showFeedback();
  };

  readonly #onAnother = (): void => {
    const more = this.#roundsToAnother();
    const { at } = this;
    const place = this.#question?.place ?? at;
    keepRound(this.#lesson, `${this.step.id}.${place}`, this.#round(place) + more);
    this.questions = this.#asked();
    this.#goTo(at);
    this.#stage("focus");
    void this.updateComplete.then(() => this.goToQuestion());
  };

  /**
   * Scrolls to the feedback; an answer that settles the question plays the step, for which the page may scroll back. The focus
   * goes there too, where Space plays; in a field it stays for another try.
   */
  async #showFeedback(): Promise<void> {
    await this.updateComplete;
    const [feedback, after] = this.renderRoot.querySelectorAll<HTMLElement>("[role=status], .after");
    // Not to the buttons of an open question: a second click on "Check" must not meet the one that shows the answer.
    if (this.#isSettled) after?.scrollIntoView({ block: "nearest" });
    feedback?.scrollIntoView({ block: "nearest" });
    const isField = this.shadowRoot?.activeElement?.matches("#answer, td");
    if (this.#isSettled || !isField) feedback?.focus({ preventScroll: true });
    if (this.#isSettled) this.#stage("answer");
  }
}
