/** Programs in <heads-up>: what shows one, and the words for it, are loaded with the first. */
import type { ThemeName } from "../draw/theme.js";
import type { Rules } from "../lessons/rules.js";
import type { Refusal } from "../module/errors.js";
import { RequestStore } from "../store/request_store.js";
import {
  languageFor,
  loadNotebookWords,
  loadWords,
  type NotebookWords,
  settled,
  type Words,
} from "../words/words.js";
import type { Player } from "./player.js";
import type { Program } from "./program.js";
import type { RootEvents } from "./root_events.js";
import { wordsMissing } from "./second_script.js";

interface Loaded {
  readonly words: Words;
  readonly notebook: NotebookWords;
  readonly program: Program;
}

export interface Shown {
  readonly lang: string;
  readonly theme: ThemeName | "";
  readonly mode: "" | "lecture";
  readonly controls: "full" | "minimal" | "none";
  readonly rules: Rules;
}

export class ProgramPart {
  readonly #loaded: RequestStore<string, Loaded>;
  /** The text that was opened last, or what the reader has made of it. */
  #source: string | undefined;
  /** Where it opens, asked for before it has loaded. */
  #place: Parameters<Player["seek"]> | undefined;

  /**
   * `changed` is called when it has loaded or failed to, and when another step is on the stage; `typed`, when the text is
   * another one.
   */
  constructor(events: RootEvents, changed: () => void, typed: (source: string) => void) {
    const onText = (source: string): void => {
      this.#source = source;
      typed(source);
    };
    this.#loaded = new RequestStore<string, Loaded>(async function* (lang, before) {
      const [words, notebook, script] = await settled([
        loadWords(lang),
        loadNotebookWords(lang),
        import("./program.js"),
      ]);
      yield { words, notebook, program: before?.program ?? new script.Program(events, changed, onText) };
    });
    this.#loaded.subscribe(({ error, asked = "" }, before) => {
      if (error !== undefined && error !== before.error) events.error(wordsMissing(error, asked));
      changed();
    });
  }

  /** Undefined until it has loaded. */
  get program(): Program | undefined {
    return this.#loaded.state.answer?.program;
  }

  /** As the player's; before it has loaded, it will open there. */
  seek(...place: Parameters<Player["seek"]>): void {
    if (this.program) this.program.seek(...place);
    else this.#place = place;
  }

  /** Why it has not loaded. */
  get missing(): Refusal | undefined {
    const { error, asked = "" } = this.#loaded.state;
    return error === undefined ? undefined : wordsMissing(error, asked);
  }

  /** Shows a program as soon as what shows it has loaded. */
  show(source: string, { lang: asked, ...shown }: Shown): void {
    const lang = languageFor(asked);
    const { answer, asked: loading } = this.#loaded.state;
    if (lang !== loading) void this.#loaded.ask(lang);
    if (!answer) return;
    const { words, notebook, program } = answer;
    Object.assign(program.element, { words, notebook, lang: words.language.code, ...shown });
    if (source !== this.#source) {
      this.#source = source;
      program.open(source);
    }
    if (this.#place) program.seek(...this.#place);
    this.#place = undefined;
  }

  /** Resolves when what was asked for is on the page. */
  async complete(): Promise<void> {
    await this.#loaded.idle();
    await this.program?.store.idle();
    await this.program?.element.updateComplete;
  }
}

/** A program as it stands in HTML: without the empty lines around it and the indentation that all of its lines have. */
export function programText(text: string): string {
  const lines = text
    .replace(/\r\n?/g, "\n")
    .replace(/^(?:[ \t]*\n)+|\s+$/g, "")
    .split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
  const [first = ""] = indents;
  const shared = indents.reduce((common, indent) => {
    let length = 0;
    while (length < common.length && common[length] === indent[length]) length += 1;
    return common.slice(0, length);
  }, first);
  return `${lines.map((line) => line.slice(shared.length)).join("\n")}\n`;
}
