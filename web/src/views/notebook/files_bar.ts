/** <heads-up-files>: opens the reader's program, takes it and its step away, and leads to the examples. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { FigureWords } from "../../draw/paint/svg.js";
import type { Theme } from "../../draw/theme.js";
import type { ProgramStep } from "../../module/python/types.js";
import { type ExampleGroup, exampleGroups, examples } from "../../notebook/examples.js";
import { notebookOf, type OpenedFile, openFile } from "../../notebook/files.js";
import type { NotebookStore } from "../../notebook/notebook_store.js";
import { fragmentOf } from "../../notebook/program_link.js";
import { csvOf, jsonOf, torchOf } from "../../notebook/step_files.js";
import { NO_DRAFTS } from "../../store/drafts.js";
import { RequestStore } from "../../store/request_store.js";
import { format } from "../../words/number_text.js";
import type { NotebookWords, PageWords } from "../../words/words.js";
import { FileFieldController } from "../common/file_field.js";
import { closeOnChoice, closeOnEscape, menuOf } from "../common/menu.js";
import { reactive } from "../common/reactive.js";
import { registerElement } from "../common/register.js";
import { base } from "../common/styles.js";
import { whileConnected } from "../common/while_connected.js";
import type { Motion } from "../take_away/animation.js";
import {
  copy,
  figureFile,
  figureLines,
  figureTheme,
  frameCode,
  line,
  type Menu,
  menuStyles,
  outcome,
  save,
  type Taking,
  tag,
  themeSuffix,
  told,
} from "../take_away/figure.js";

/** Longer links are cut off by some messengers and mail programs. */
const LONG_LINK = 8000;
const NAME = "attention";

/** What comes out of the step on the stage, and how it is drawn in any theme. */
export interface TakenStep {
  readonly outputs: readonly ProgramStep[];
  /** The theme of the page, and the moment that is shown. */
  readonly theme: Theme;
  readonly t: number;
  readonly words: FigureWords;
  motion(theme: Theme): Motion | undefined;
}

class FilesBar extends LitElement {
  @reactive words!: PageWords;
  @reactive notebook!: NotebookWords;
  @reactive override lang!: string;
  @reactive store!: NotebookStore;
  /** What is on the stage at the moment of asking. */
  @reactive taken!: () => TakenStep | undefined;
  @reactive taking: Taking = NO_DRAFTS.takeAway;
  /** The name of the opened file, by which it is saved. */
  #name = NAME;

  readonly #read = new RequestStore<File, { readonly file: File; readonly opened: OpenedFile }>(
    async function* (file) {
      yield { file, opened: await openFile(file) };
    },
  );
  readonly #field = new FileFieldController(this, (file) => void this.#read.ask(file));

  static override styles = [
    base,
    ...menuStyles,
    css`
      :host { display: block; position: relative; font-size: 13px; }
      .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 4px; }
      button, summary { min-height: 32px; padding: 0 8px; border-radius: 4px; cursor: pointer; }
      summary { display: inline-flex; align-items: center; list-style: none; }
      summary::-webkit-details-marker { display: none; }
      summary::after { content: " ▾"; white-space: pre; }
      summary:hover { background: var(--hu-blank); }
      /* Both lists open under the bar, at its end, however narrow it is. */
      .list, .panel {
        position: absolute; inset: 100% 0 auto auto; z-index: 3; max-height: 78vh; overflow: auto;
        padding: 10px 14px; background: var(--hu-paper); border: 1px solid var(--hu-muted); border-radius: 4px;
      }
      .list { width: min(960px, 94vw); }
      .list > div { columns: 4 200px; column-gap: 20px; }
      section { break-inside: avoid; }
      .examples { margin-inline-start: auto; }
      h3 { margin: 10px 0 2px; font-size: 13px; font-weight: 400; color: var(--hu-muted); }
      section:first-child h3 { margin-top: 0; }
      ul { list-style: none; margin: 0; padding: 0; }
      a { display: block; min-height: 28px; padding: 3px 0; color: var(--hu-ink); text-decoration-color: var(--hu-muted); text-underline-offset: 4px; }
      [role="status"] { margin: 2px 8px; color: var(--hu-muted); overflow-wrap: anywhere; }
      [role="status"]:empty { display: none; }
      .over { outline: 2px solid var(--hu-accent); outline-offset: 2px; border-radius: 4px; }
      @media (pointer: coarse) { button, summary, a { min-height: 44px; } a { padding: 10px 0; } }
    `,
  ];

  constructor() {
    super();
    this.#read.subscribe(({ answer }, before) => {
      if (answer && answer !== before.answer) this.#take(answer.file, answer.opened);
    });
    // A file may be dropped anywhere on the page, not only on the bar. Text that is dragged into the editor is the editor's.
    whileConnected(this, (signal) => {
      const { onOver, onLeave, onDrop } = this.#field;
      const ofFiles = (handle: (event: DragEvent) => void) => (event: DragEvent) => {
        if (event.dataTransfer?.types.includes("Files")) handle(event);
      };
      addEventListener("dragover", ofFiles(onOver), { signal });
      addEventListener("dragleave", (event) => !event.relatedTarget && onLeave(), { signal });
      // Before the editor takes the file for text.
      const take = ofFiles((event) => {
        event.stopPropagation();
        onDrop(event);
      });
      addEventListener("drop", take, { signal, capture: true });
      signal.addEventListener("abort", () => this.#read.dispatch({ type: "stop" }));
    });
  }

  #take({ name }: File, opened: OpenedFile): void {
    if ("source" in opened) {
      this.#name = name.replace(/\.\w+$/, "") || NAME;
      this.#menu.tell({ message: format(this.notebook.files.opened, { file: name }) });
      this.store.dispatch({ type: "open", source: opened.source });
    } else this.#menu.tell({ message: format(this.notebook.files.refused[opened.refused], opened.facts) });
  }

  override render(): TemplateResult {
    const { lang } = this;
    const { files } = this.notebook;
    return html`<div class="bar ${this.#field.over ? "over" : ""}" role="group" aria-label=${files.bar}>
        <button title=${files.openWhat} @click=${this.#field.choose}>${files.open}</button>
        <input type="file" hidden accept=".py,.ipynb" @change=${this.#field.onChosen} />
        <details class="take" @focusout=${closeWhenLeft} @keydown=${closeOnEscape} @toggle=${() => this.requestUpdate()}>
          <summary>${this.words.controls.takeAway}</summary>
          <div class="panel" role="group" aria-label=${this.words.controls.takeAway}>${this.#takeAway()}</div>
        </details>
        <details class="examples" @focusout=${closeWhenLeft} @keydown=${closeOnEscape} @click=${closeOnChoice}>
          <summary>${files.example}</summary>
          <div class="list"><div>${exampleGroups.map((group) => this.#group(group, lang))}</div></div>
        </details>
      </div>
      ${outcome(this.#menu, this.#field.over ? files.drop : undefined)}`;
  }

  #group(group: ExampleGroup, lang: string): TemplateResult {
    const shown = examples.filter((example) => example.group === group);
    return html`<section><h3 id=${group}>${this.notebook.files.groups[group]}</h3><ul aria-labelledby=${group}>${shown.map(
      ({ id }) => html`<li><a href="?code=${id}&lang=${lang}">${this.notebook.examples[id]}</a></li>`,
    )}</ul></section>`;
  }

  get #menu(): Menu {
    const tell = (change: Partial<Taking>): void => {
      this.taking = told(this.taking, change);
    };
    return { words: this.notebook.takeAway, taking: this.taking, tell };
  }

  /** Empty while it is closed: what is on the stage changes all the time. */
  #takeAway(): TemplateResult | typeof nothing {
    if (!this.renderRoot.querySelector<HTMLDetailsElement>(".take")?.open) return nothing;
    const { files, takeAway } = this.notebook;
    const { source } = this.store.state;
    const taken = this.taken();
    const copied = (label: string, done: string, text: () => string | Promise<string>): TemplateResult =>
      button(label, async () => copy(this.#menu, await text(), done));
    const program = (label: string, ending: string, text: string, type: string): TemplateResult =>
      button(label, () => save(this.#menu, `${this.#name}.${ending}`, () => new Blob([text], { type })));
    return html`${line(files.program, html`${program(files.savePy, "py", source, "text/x-python")}${program(files.saveNotebook, "ipynb", notebookOf(source), "application/x-ipynb+json")}`)}
      ${line(
        takeAway.link,
        button(files.link, () => this.#copyLink()),
      )}
      ${line(takeAway.embed, html`${copied(takeAway.copyFrame, takeAway.copied.frame, () => this.#frame())}${copied(takeAway.copyElement, takeAway.copied.element, () => elementOf(source, this.lang))}`)}
      ${line(
        files.paper,
        button(files.print, () => print()),
      )}
      ${taken ? this.#ofStep(taken, copied) : nothing}`;
  }

  #ofStep(
    taken: TakenStep,
    copied: (label: string, done: string, text: () => string) => TemplateResult,
  ): TemplateResult {
    const { words, notebook, taking } = this;
    const { outputs, t } = taken;
    const theme = figureTheme(taken.theme, taking.scheme);
    const motion = () => taken.motion(theme);
    const drawn = { motion, frame: () => motion()?.at(t) };
    // For example attention-scores.csv; a step that the program gives no name has that of its operation.
    const name = `${this.#name}-${(outputs[0]?.name ?? "").replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/-$/, "")}`;
    const numbers = (ending: string, text: typeof csvOf, type: string): TemplateResult =>
      button(ending.toUpperCase(), () =>
        save(this.#menu, `${name}.${ending}`, () => new Blob([text(outputs)], { type })),
      );
    const figures = figureLines(this.#menu, words, taken.theme.scheme, (kind) => {
      const file = `${name}${themeSuffix(theme)}.${kind}`;
      return save(this.#menu, file, () => figureFile(this.#menu, kind, file, drawn, theme, taken.words));
    });
    return html`${figures}
      ${line(notebook.takeAway.numbers, html`${copied("torch.tensor", notebook.files.copiedNumbers, () => torchOf(outputs))}${numbers("csv", csvOf, "text/csv")}${numbers("json", jsonOf, "application/json")}`)}`;
  }

  async #linkTo(page: string): Promise<string> {
    const fragment = await fragmentOf(this.store.state.source);
    return new URL(`${page}?code&lang=${this.lang}${fragment}`, location.href).href;
  }

  async #frame(): Promise<string> {
    const { app } = this.words;
    return frameCode(await this.#linkTo("embed.html"), `${app.notebook} · ${app.name}`);
  }

  async #copyLink(): Promise<void> {
    const { files } = this.notebook;
    const link = await this.#linkTo("");
    const long = link.length > LONG_LINK ? format(files.linkTooLong, { count: link.length }) : "";
    await copy(this.#menu, link, `${files.linked} ${long}`.trim());
  }
}

const button = (label: string, act: () => unknown): TemplateResult =>
  html`<button @click=${() => void act()}>${label}</button>`;

/** The element's tag with the program in it. */
const elementOf = (source: string, lang: string): string =>
  tag(
    "heads-up",
    { lang },
    `\n${tag("script", { type: "text/x-python" }, `\n${source.replace(/<\/(?=script)/gi, "<\\/")}`)}\n`,
  );

/** A click on the text of a list, which cannot be focused, leaves it open. */
function closeWhenLeft(event: FocusEvent): void {
  const next = event.relatedTarget as Node | null;
  if (next && !menuOf(event).contains(next)) menuOf(event).open = false;
}

registerElement("heads-up-files", FilesBar);
