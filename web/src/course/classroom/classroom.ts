/**
 * The classroom page: an instructor opens a class, students scan its code and answer on their own devices, and the page shows
 * the distribution of their answers from the instructor's LRS. There is no other server.
 */
import { html, nothing, render, type TemplateResult } from "lit";
import { adopt } from "../../page/adopt.js";
import { commonStyles } from "../../page/common_styles.js";
import { placed } from "../../page/placed.js";
import { uuid } from "../xapi/statement.js";
import { boardTemplate } from "./board_template.js";
import { classroomStyles } from "./classroom_styles.js";
import { allWords, type ClassroomWords, wordsFor } from "./classroom_words.js";
import { type Fields, type Mistake, NO_FIELDS, readForm } from "./form.js";
import { formTemplate } from "./form_template.js";
import { forgetClass, storeClass, storedClass } from "./kept_class.js";
import { lessonSteps } from "./lesson_steps.js";
import { OpenClass } from "./open_class.js";
import { studentLink } from "./student_link.js";

class Classroom {
  #words = wordsFor([new URLSearchParams(location.search).get("lang") ?? "", ...navigator.languages]);
  #fields: Fields;
  #isKept: boolean;
  #mistakes: readonly Mistake[] = [];
  #open: OpenClass | undefined;
  #answered: ReadonlySet<string> = new Set();
  #isCopied: boolean | undefined;

  constructor() {
    const restored = storedClass();
    const lesson = Object.keys(this.#words.lessons)[0] ?? "";
    this.#fields = restored?.fields ?? { ...NO_FIELDS, lesson };
    this.#isKept = restored !== undefined;
    if (restored?.registration) this.#openAs(restored.registration);
    this.#render();
  }

  #openAs(registration: string): void {
    const read = readForm(this.#fields, lessonSteps);
    if ("mistakes" in read) {
      this.#mistakes = read.mistakes;
      this.#render();
      focusOn('[aria-invalid="true"]');
      return;
    }
    this.#mistakes = [];
    this.#answered = new Set();
    this.#isCopied = undefined;
    this.#open = new OpenClass(read.plan, registration, () => this.#render());
    this.#keep();
    this.#render();
    scrollTo(0, 0);
    focusOn(".invitation h2");
  }

  /** Stores the form, and the class unless it has ended, so that a reload does not open it again. */
  #keep(): void {
    const registration = this.#open?.hasEnded ? undefined : this.#open?.registration;
    if (this.#isKept) storeClass({ fields: this.#fields, registration });
    else forgetClass();
  }

  #render(): void {
    const { classroom, language } = this.#words;
    document.documentElement.lang = language.code;
    document.title = classroom.title;
    render(this.#headerTemplate(), placed("header", "top"));
    render(this.#open ? this.#board(this.#open) : this.#form(), placed("main", "page"));
  }

  #headerTemplate(): TemplateResult {
    return html`<h1>${this.#words.classroom.title}</h1>
      <div class="row" role="group" aria-label=${this.#words.classroom.language}>
        ${allWords.map((words) => this.#languageButton(words))}
      </div>`;
  }

  #languageButton(words: ClassroomWords): TemplateResult {
    const choose = (): void => {
      this.#words = words;
      this.#render();
    };
    const { code, name } = words.language;
    const isChosen = words === this.#words;
    return html`<button type="button" lang=${code} aria-pressed=${isChosen ? "true" : "false"} @click=${choose}>
      ${name}
    </button>`;
  }

  #form(): TemplateResult {
    const form = formTemplate({
      ...{ words: this.#words, fields: this.#fields, isKept: this.#isKept, mistakes: this.#mistakes },
      onInput: (field, value) => {
        this.#fields = { ...this.#fields, [field]: value };
        if (this.#isKept) this.#keep();
      },
      onKeep: (isKept) => {
        this.#isKept = isKept;
        this.#keep();
      },
      onOpen: () => this.#openAs(uuid()),
    });
    const { lead, onDisk } = this.#words.classroom;
    return html`<p class="lead">${lead}</p>
      ${location.protocol === "file:" ? html`<p class="lead mistake">${onDisk}</p>` : nothing} ${form}`;
  }

  #board(open: OpenClass): TemplateResult {
    const link = studentLink(location.href, open.plan, open.registration);
    const { plan, answers, problem, hasEnded } = open;
    return boardTemplate({
      ...{ words: this.#words, lesson: plan.lesson, problem, hasEnded, isCopied: this.#isCopied },
      ...{ students: answers.students, questions: answers.questions, answered: this.#answered },
      link: location.protocol === "file:" ? undefined : link,
      onCopy: () => void this.#copy(link),
      onShow: (question) => this.#toggleAnswer(question),
      onEnd: () => {
        open.end();
        this.#keep();
        focusOn(".anew");
      },
      onAnew: () => {
        this.#open = undefined;
        this.#render();
        focusOn("#endpoint");
      },
    });
  }

  #toggleAnswer(question: string): void {
    const others = [...this.#answered].filter((name) => name !== question);
    this.#answered = new Set(this.#answered.has(question) ? others : [...others, question]);
    this.#render();
  }

  async #copy(link: string): Promise<void> {
    // Browsers let a page copy only if it was loaded over HTTPS.
    this.#isCopied = await Promise.resolve()
      .then(() => navigator.clipboard.writeText(link))
      .then(
        () => true,
        () => false,
      );
    this.#render();
  }
}

/** Moves the focus after the element that had it has been replaced. */
const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

adopt(commonStyles);
adopt(classroomStyles);
new Classroom();
