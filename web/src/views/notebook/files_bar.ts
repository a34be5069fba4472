/** <heads-up-files>: opens and saves the reader's program, copies a link to it, and leads to the examples. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { type Example, examples } from "../../notebook/examples.js";
import { notebookOf, type OpenedFile, openFile } from "../../notebook/files.js";
import type { NotebookStore } from "../../notebook/notebook_store.js";
import { fragmentOf } from "../../notebook/program_link.js";
import { RequestStore } from "../../store/request_store.js";
import { format } from "../../words/number_text.js";
import type { NotebookWords } from "../../words/words.js";
import { FileFieldController } from "../common/file_field.js";
import { reactive } from "../common/reactive.js";
import { registerElement } from "../common/register.js";
import { saveFile } from "../common/save_file.js";
import { base } from "../common/styles.js";
import { whileConnected } from "../common/while_connected.js";

/** Longer links are cut off by some messengers and mail programs. */
const LONG_LINK = 8000;
const GROUPS: readonly Example["group"][] = ["lesson", "mistake", "more"];
const NAME = "attention";

type FilesWords = NotebookWords["files"];
/** What was done last, as a sentence of the words and its facts. */
interface Said {
  readonly text: (files: FilesWords) => string;
  /** A link to copy by hand. */
  readonly link?: string;
}

class FilesBar extends LitElement {
  @reactive files!: FilesWords;
  /** The words of the examples. */
  @reactive examples!: NotebookWords["examples"];
  @reactive override lang!: string;
  @reactive store!: NotebookStore;
  @reactive said: Said | undefined;
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
    css`
      :host { display: block; font-size: 13px; }
      .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 4px; }
      button, summary { min-height: 32px; padding: 0 8px; border-radius: 4px; cursor: pointer; }
      summary { display: inline-flex; align-items: center; list-style: none; }
      summary::-webkit-details-marker { display: none; }
      summary::after { content: " ▾"; white-space: pre; }
      summary:hover { background: var(--hu-blank); }
      details { position: relative; margin-inline-start: auto; }
      .list {
        position: absolute; inset-inline-end: 0; z-index: 3; width: max-content; max-width: min(360px, 90vw);
        max-height: min(60vh, 480px); overflow: auto; padding: 4px 12px 10px; background: var(--hu-paper);
        border: 1px solid var(--hu-muted); border-radius: 4px;
      }
      h3 { margin: 10px 0 2px; font-size: 13px; font-weight: 400; color: var(--hu-muted); }
      ul { list-style: none; margin: 0; padding: 0; }
      a { display: block; min-height: 28px; padding: 3px 0; color: var(--hu-ink); text-decoration-color: var(--hu-muted); text-underline-offset: 4px; }
      [role="status"] { margin: 2px 8px; color: var(--hu-muted); overflow-wrap: anywhere; }
      [role="status"]:empty { display: none; }
      textarea { width: 100%; height: 4.5em; font: 13px/1.5 var(--hu-mono); background: var(--hu-paper); border: 1px solid var(--hu-muted); }
      .over { outline: 2px solid var(--hu-accent); outline-offset: 2px; border-radius: 4px; }
      @media (pointer: coarse) { button, summary, a { min-height: 44px; } a { padding: 10px 0; } }
      @media print { :host { display: none; } }
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
      this.said = { text: ({ opened: text }) => format(text, { file: name }) };
      this.store.dispatch({ type: "open", source: opened.source });
    } else this.said = { text: ({ refused }) => format(refused[opened.refused], opened.facts) };
  }

  override render(): TemplateResult {
    const { files, said, lang } = this;
    return html`<div class="bar ${this.#field.over ? "over" : ""}" role="group" aria-label=${files.bar}>
        <button title=${files.openWhat} @click=${this.#field.choose}>${files.open}</button>
        <input type="file" hidden accept=".py,.ipynb" @change=${this.#field.onChosen} />
        <button @click=${() => this.#save("py")}>${files.savePy}</button>
        <button @click=${() => this.#save("ipynb")}>${files.saveNotebook}</button>
        <button @click=${() => void this.#copyLink()}>${files.link}</button>
        <details @focusout=${closeWhenLeft} @keydown=${closeOnEscape} @click=${closeOnChoice}>
          <summary>${files.example}</summary>
          <div class="list">${GROUPS.map((group) => this.#group(group, lang))}</div>
        </details>
      </div>
      <p role="status">${this.#field.over ? files.drop : (said?.text(files) ?? nothing)}</p>
      ${said?.link === undefined ? nothing : html`<textarea readonly aria-label=${files.link} .value=${said.link} @focus=${selectAll}></textarea>`}`;
  }

  #group(group: Example["group"], lang: string): TemplateResult | typeof nothing {
    const shown = examples.filter((example) => example.group === group);
    if (shown.length === 0) return nothing;
    return html`<h3 id=${group}>${this.files.groups[group]}</h3><ul aria-labelledby=${group}>${shown.map(
      ({ id }) => html`<li><a href="?code=${id}&lang=${lang}">${this.examples[id].title}</a></li>`,
    )}</ul>`;
  }

  #save(kind: "py" | "ipynb"): void {
    const { source } = this.store.state;
    const name = `${this.#name}.${kind}`;
    const [text, type] =
      kind === "py" ? [source, "text/x-python"] : [notebookOf(source), "application/x-ipynb+json"];
    saveFile(name, new Blob([text], { type }));
    this.said = { text: ({ saved }) => format(saved, { file: name }) };
  }

  async #copyLink(): Promise<void> {
    const fragment = await fragmentOf(this.store.state.source);
    const link = new URL(`?code&lang=${this.lang}${fragment}`, location.href).href;
    const long = link.length > LONG_LINK ? { count: link.length } : undefined;
    try {
      await navigator.clipboard.writeText(link);
      this.said = {
        text: ({ linked, linkTooLong }) => `${linked} ${long ? format(linkTooLong, long) : ""}`.trim(),
      };
    } catch {
      this.said = { text: ({ byHand }) => byHand, link };
    }
  }
}

const selectAll = ({ target }: Event): void => (target as HTMLTextAreaElement).select();

const menuOf = (event: Event): HTMLDetailsElement => event.currentTarget as HTMLDetailsElement;

function closeWhenLeft(event: FocusEvent): void {
  const next = event.relatedTarget as Node | null;
  if (next && !menuOf(event).contains(next)) menuOf(event).open = false;
}

function closeOnEscape(event: KeyboardEvent): void {
  if (event.key !== "Escape" || !menuOf(event).open) return;
  event.stopPropagation();
  menuOf(event).open = false;
  menuOf(event).querySelector("summary")?.focus();
}

function closeOnChoice(event: MouseEvent): void {
  if ((event.target as Element).closest("a")) menuOf(event).open = false;
}

registerElement("heads-up-files", FilesBar);
