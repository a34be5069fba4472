/** The field on the page of all lessons where a lesson file is chosen or dropped; lists what is wrong with it. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { type ReadLesson, wrongLesson } from "../lesson_file/read_lesson.js";
import { Latest } from "../store/latest.js";
import { FileFieldController, fileField } from "../views/common/file_field.js";
import { registerElement } from "../views/common/register.js";
import { base } from "../views/common/styles.js";
import { loadOwnLesson } from "../views/lesson_file/load.js";
import type { HomeWords } from "../words/words.js";

class OwnLessonField extends LitElement {
  static override properties = {
    words: { attribute: false },
    read: { state: true },
  };
  declare words: HomeWords;
  /** The result of the last file. */
  declare read: ReadLesson | "missing" | undefined;

  readonly #latest = new Latest();

  readonly #file = new FileFieldController(this, (file) => void this.#take(file));

  static override styles = [
    base,
    fileField,
    css`
      :host { display: block; border-top: 1px solid var(--hu-hairline); }
      h2 { margin: 0; font-size: 20px; line-height: 1.3; font-weight: 600; }
      p { margin: 8px 0 12px; max-width: 62ch; text-wrap: pretty; }
      .field { max-width: 62ch; color: var(--hu-muted); }
      .choose { border: 1px solid var(--hu-muted); color: var(--hu-ink); min-height: 44px; padding: 0 14px; }
      heads-up-wrong-lesson { padding: 18px 0 0; }
    `,
  ];

  override render(): TemplateResult {
    const { landing, errors } = this.words;
    const wrong = this.read === "missing" ? undefined : wrongLesson(this.read);
    return html`<section aria-labelledby="own">
      <h2 id="own">${landing.own}</h2>
      <p id="what">${landing.ownWhat}</p>
      <div class="field ${this.#file.over ? "over" : ""}" role="group" aria-labelledby="own"
        @dragover=${this.#file.onOver} @dragleave=${this.#file.onLeave} @drop=${this.#file.onDrop}>
        <button class="choose" aria-describedby="what" @click=${this.#file.choose}>${landing.ownChoose}</button>
        <span>${landing.ownDrop}</span>
        <input type="file" hidden accept=".json,application/json" @change=${this.#file.onChosen} />
      </div>
      ${wrong ? html`<heads-up-wrong-lesson .words=${this.words} .wrong=${wrong}></heads-up-wrong-lesson>` : nothing}
      ${this.read === "missing" ? html`<p role="alert">${errors["lesson-reader-missing"]}</p>` : nothing}
    </section>`;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#latest.drop();
  }

  async #take(file: File): Promise<void> {
    const found = await this.#latest.only(readLesson(file));
    if (!found) return;
    const read = found.value;
    const isFine = read !== "missing" && !wrongLesson(read);
    this.read = isFine ? undefined : read;
    if (isFine) this.dispatchEvent(new CustomEvent("lesson-open", { detail: read }));
  }
}

async function readLesson(file: File): Promise<ReadLesson | "missing"> {
  return (await (await loadOwnLesson())?.lessonIn(file)) ?? "missing";
}

registerElement("heads-up-own-lesson", OwnLessonField);
