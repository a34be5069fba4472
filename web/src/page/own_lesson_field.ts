/** On the page of all lessons: where a lesson file of one's own is chosen or dropped. What is wrong with it is said here. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { loadOwnLesson } from "../elements/later.js";
import { wrongLesson } from "../elements/own_lesson_controller.js";
import { registerElement } from "../elements/register.js";
import { base } from "../elements/styles.js";
import type { Words } from "../elements/words.js";
import type { ReadLesson } from "./instrument.js";

class OwnLessonField extends LitElement {
  static override properties = {
    words: { attribute: false },
    read: { state: true },
    over: { state: true },
  };
  declare words: Words;
  /** What became of the last file. */
  declare read: ReadLesson | "missing" | undefined;
  /** A file is held over the field. */
  declare over: boolean;

  static override styles = [
    base,
    css`
      :host { display: block; border-top: 1px solid var(--hu-hairline); }
      h2 { margin: 0; font-size: 20px; line-height: 1.3; font-weight: 600; }
      p { margin: 8px 0 12px; max-width: 62ch; text-wrap: pretty; }
      .field {
        display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 6px 8px; max-width: 62ch;
        border: 1px dashed var(--hu-muted); border-radius: 3px; color: var(--hu-muted);
      }
      .field.over { border-style: solid; background: var(--hu-blank); }
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
      <div class="field ${this.over ? "over" : ""}" role="group" aria-labelledby="own"
        @dragover=${this.#onOver} @dragleave=${this.#onLeave} @drop=${this.#onDrop}>
        <button class="choose" aria-describedby="what" @click=${this.#choose}>${landing.ownChoose}</button>
        <span>${landing.ownDrop}</span>
        <input type="file" hidden accept=".json,application/json" @change=${this.#onChosen} />
      </div>
      ${wrong ? html`<heads-up-wrong-lesson .words=${this.words} .wrong=${wrong}></heads-up-wrong-lesson>` : nothing}
      ${this.read === "missing" ? html`<p role="alert">${errors.unexpected.replace("{got}", "own_lesson")}</p>` : nothing}
    </section>`;
  }

  readonly #choose = (): void => this.renderRoot.querySelector<HTMLInputElement>("input")?.click();

  readonly #onChosen = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    void this.#take(input.files?.[0]);
    input.value = ""; // the same file may be chosen again, once it is mended
  };

  readonly #onOver = (event: DragEvent): void => {
    event.preventDefault();
    this.over = true;
  };

  readonly #onLeave = (): void => {
    this.over = false;
  };

  readonly #onDrop = (event: DragEvent): void => {
    event.preventDefault();
    this.over = false;
    void this.#take(event.dataTransfer?.files[0]);
  };

  async #take(file: File | undefined): Promise<void> {
    if (!file) return;
    const parts = await loadOwnLesson();
    this.read = (await parts?.lessonIn(file)) ?? "missing";
    if (this.read === "missing" || wrongLesson(this.read)) return;
    const detail = this.read;
    this.read = undefined;
    this.dispatchEvent(new CustomEvent("lesson-open", { detail }));
  }
}

registerElement("heads-up-own-lesson", OwnLessonField);
