/** The field on the page of all lessons where a lesson file is chosen or dropped; lists what is wrong with it. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { type ReadLesson, wrongLesson } from "../lesson_file/read_lesson.js";
import { RequestStore } from "../store/request_store.js";
import { loadAuthoring } from "../views/authoring/load_authoring.js";
import { FileFieldController, fileField } from "../views/common/file_field.js";
import { reactive } from "../views/common/reactive.js";
import { registerElement } from "../views/common/register.js";
import { reveal } from "../views/common/reveal.js";
import { base } from "../views/common/styles.js";
import { wrongLessonStyles, wrongLessonTemplate } from "../views/lesson_file/lesson_file_template.js";
import type { Words } from "../words/words.js";

class OwnLessonField extends LitElement {
  @reactive words!: Words;

  /** Reads the last chosen file; "missing" if the code that reads it could not be loaded. */
  readonly #read = new RequestStore<File, ReadLesson | "missing">(async function* (file) {
    yield (await (await loadAuthoring())?.lessonIn(file)) ?? "missing";
  });

  readonly #file = new FileFieldController(this, (file) => void this.#read.ask(file));

  static override styles = [
    base,
    fileField,
    wrongLessonStyles,
    css`
      :host { display: block; border-top: 1px solid var(--hu-hairline); }
      h2 { margin: 0; font-size: 20px; line-height: 1.3; font-weight: 600; }
      p { margin: 8px 0 12px; max-width: 62ch; text-wrap: pretty; }
      .field { max-width: 62ch; color: var(--hu-muted); }
      .choose { border: 1px solid var(--hu-muted); color: var(--hu-ink); min-height: 44px; padding: 0 14px; }
      .wrong-lesson { padding: 18px 0 0; }
    `,
  ];

  constructor() {
    super();
    this.#read.subscribe(({ answer }, before) => {
      this.requestUpdate();
      void this.updateComplete.then(() => {
        const wrong = this.renderRoot.querySelector(".wrong-lesson");
        if (wrong && answer !== before.answer) reveal(wrong);
      });
      if (answer && answer !== before.answer && answer !== "missing" && !wrongLesson(answer))
        this.dispatchEvent(new CustomEvent("lesson-open", { detail: answer }));
    });
  }

  override render(): TemplateResult {
    const { landing, errors } = this.words;
    const { answer } = this.#read.state;
    const wrong = answer === "missing" ? undefined : wrongLesson(answer);
    return html`<section aria-labelledby="own">
      <h2 id="own">${landing.own}</h2>
      <p id="what">${landing.ownWhat}</p>
      <div class="field ${this.#file.over ? "over" : ""}" role="group" aria-labelledby="own"
        @dragover=${this.#file.onOver} @dragleave=${this.#file.onLeave} @drop=${this.#file.onDrop}>
        <button class="choose" aria-describedby="what" @click=${this.#file.choose}>${landing.ownChoose}</button>
        <span>${landing.ownDrop}</span>
        <input type="file" hidden accept=".json,application/json" @change=${this.#file.onChosen} />
      </div>
      ${wrong ? wrongLessonTemplate(this.words, wrong) : nothing}
      ${answer === "missing" ? html`<p role="alert">${errors["not-loaded"]}</p>` : nothing}
    </section>`;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#read.dispatch({ type: "stop" });
  }
}

registerElement("heads-up-own-lesson", OwnLessonField);
