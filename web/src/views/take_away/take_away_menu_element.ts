/**
 * The "take away" menu: the figure of the current frame, the numbers, the script, the link, the embed code.
 * The outcome is reported below; text that could not be copied is shown there to be copied by hand.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { contrastDark, contrastLight, dark, light, type Theme } from "../../draw/theme.js";
import type { LessonStep } from "../../lessons/lesson.js";
import { changedFields } from "../../lessons/lessons.js";
import { messageOf } from "../../module/errors.js";
import {
  type ChosenWeights,
  fileWeights,
  mergedSpec,
  type Run,
  weightsOutsideScript,
} from "../../store/lesson_runner.js";
import { fill } from "../../words/number_text.js";
import { stepSentence, stepTitle } from "../../words/rich_text.js";
import type { WholeWords } from "../../words/words.js";
import { act } from "../common/act.js";
import { reactive } from "../common/reactive.js";
import { saveFile } from "../common/save_file.js";
import { base, drawerPanel } from "../common/styles.js";
import { EscapeController } from "../transport/escape_controller.js";
import { elementCode, fileElementCode, frameCode, namedWeights } from "./embed_code.js";
import {
  classScriptText,
  FIGURES,
  fileName,
  type Kind,
  pngFile,
  scriptText,
  svgFile,
  TRACES,
  traceFile,
} from "./taken_files.js";
import type { TakenFrom } from "./taken_from.js";

/** Long enough for the "working" message to be painted. */
const ANNOUNCE_MS = 60;

export class TakeAwayMenuElement extends LitElement {
  static override properties = reactive<TakeAwayMenuElement>(
    "words",
    "language",
    "step",
    "theme",
    "from",
    "scheme",
    "message",
    "left",
  );
  declare words: WholeWords;
  declare language: string;
  declare step: LessonStep;
  /** The theme of the page. */
  declare theme: Theme;
  declare from: TakenFrom;
  /** The background chosen for the figure, if any. */
  declare scheme: Theme["scheme"] | undefined;
  /** The outcome of the last request. */
  declare message: string;
  /** The text that could not be copied. */
  declare left: string | undefined;

  constructor() {
    super();
    new EscapeController(this);
    this.message = "";
  }

  static override styles = [
    base,
    drawerPanel,
    css`
      :host { width: min(400px, calc(100vw - 16px)); font-size: 13px; }
      .line { display: grid; grid-template-columns: 76px 1fr; align-items: center; padding: 4px 0; }
      .line + .line { border-top: 1px solid var(--hu-hairline); }
      .name { color: var(--hu-muted); }
      .choices { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; }
      .choices button { border: 1px solid var(--hu-muted); min-height: 32px; padding: 0 10px; }
      label { display: inline-flex; align-items: center; gap: 6px; min-height: 32px; cursor: pointer; }
      input { accent-color: var(--hu-accent); width: 16px; height: 16px; margin: 0; }
      .schemes { display: flex; gap: 14px; margin-right: auto; }
      .hint { margin: 6px 0 0; color: var(--hu-muted); }
      [role="status"] { margin: 6px 0 0; min-height: 1.5em; color: var(--hu-accent); overflow-wrap: anywhere; }
      textarea { width: 100%; font: 13px/1.5 var(--hu-mono); background: var(--hu-paper); border: 1px solid var(--hu-muted); }
      @container heads-up (max-width: 519px) {
        .choices button, label { min-height: 44px; }
        .line { grid-template-columns: 64px 1fr; }
      }
    `,
  ];

  override render(): TemplateResult {
    const { takeAway, controls } = this.words;
    const save = (kind: Kind, label: string = kind): TemplateResult =>
      html`<button class=${kind} @click=${() => this.#save(kind)}>${label}</button>`;
    const copy = (what: keyof typeof this.code, label: string): TemplateResult =>
      html`<button class="copy-${what}" @click=${() => this.#copy(what)}>${label}</button>`;
    const { link, frameLink, store } = this.from;
    const { run } = store.state;
    // In a page opened from the disk, the frame's address would be of no use to other pages.
    const canFrame = frameLink && location.protocol !== "file:";
    return html`
      ${this.#line(takeAway.figure, html`${this.#schemes()}${FIGURES.map((kind) => save(kind, kind === "png" ? takeAway.png : "SVG"))}`)}
      ${this.#line(takeAway.numbers, html`${TRACES.map((kind) => save(kind, kind === "json" ? "JSON" : kind))}`)}
      ${this.#line("PyTorch", html`${save("py", ".py")}${copy("script", takeAway.copy)}`)}
      ${this.#line(
        takeAway.classForm,
        html`${save("class", ".py")}${copy("classes", takeAway.copy)}<button class="write" aria-haspopup="dialog"
          @click=${this.#onWrite}>${controls.classForm}</button>`,
      )}
      ${link ? this.#line(takeAway.link, copy("link", takeAway.copy)) : nothing}
      ${this.#line(takeAway.embed, html`${canFrame ? copy("frame", takeAway.copyFrame) : nothing}${copy("element", takeAway.copyElement)}`)}
      ${run?.own && run.own.src === undefined ? html`<p class="hint">${takeAway[this.#linkOpensFile() ? "elementNumbersOnly" : "numbersOnly"]}</p>` : nothing}
      <p role="status">${this.message}</p>
      ${this.left === undefined ? nothing : html`<textarea rows="4" readonly aria-label=${takeAway.byHand} .value=${this.left}></textarea>`}
    `;
  }

  #line(name: string, choices: TemplateResult): TemplateResult {
    return html`<div class="line" role="group" aria-label=${name}>
      <span class="name">${name}</span><div class="choices">${choices}</div>
    </div>`;
  }

  /** A page that carries the lesson file opens it by a link, although the file has no address of its own. */
  #linkOpensFile(): boolean {
    const { link } = this.from;
    return link === undefined || new URL(link()).searchParams.has("src");
  }

  /** The choice of the figure's background, light or dark; the current one comes first. */
  #schemes(): TemplateResult {
    const { controls, takeAway } = this.words;
    const names = { light: controls.themeLight, dark: controls.themeDark } as const;
    const shown = this.theme.scheme;
    return html`<span class="schemes" role="radiogroup" aria-label=${takeAway.scheme}>
      ${[shown, shown === "light" ? ("dark" as const) : ("light" as const)].map(
        (scheme) => html`<label><input type="radio" name="scheme" value=${scheme}
          .checked=${scheme === (this.scheme ?? shown)}
          @change=${() => {
            this.scheme = scheme;
          }} />${names[scheme]}</label>`,
      )}
    </span>`;
  }

  /** The theme of the figure: the chosen background, and high contrast if that is on. */
  get #figureTheme(): Theme {
    const { theme } = this;
    const scheme = this.scheme ?? theme.scheme;
    if (scheme === theme.scheme) return theme;
    const [onPaper, onBlack] = theme.name === "contrast" ? [contrastLight, contrastDark] : [light, dark];
    return scheme === "dark" ? onBlack : onPaper;
  }

  async #save(kind: Kind): Promise<void> {
    const { takeAway } = this.words;
    const { run } = this.from.store.state;
    if (!run) return;
    const theme = this.#figureTheme;
    const name = fileName(kind, run.trace.spec.lesson, this.step.id, theme);
    this.#say(fill(takeAway.making, { file: name }));
    await new Promise((resolve) => setTimeout(resolve, ANNOUNCE_MS));
    try {
      saveFile(name, await this.#file(kind, run, theme));
      const drawn = kind === "py" || kind === "class" ? this.#missing(weightsOutsideScript(run.weights)) : "";
      this.#say(fill(takeAway.saved, { file: name }) + drawn);
    } catch (error) {
      const got = messageOf(error);
      this.#say(fill(takeAway.notMade, { file: name, got }));
    }
  }

  #file(kind: Kind, run: Run, theme: Theme): Blob | Promise<Blob> {
    if (kind !== "svg" && kind !== "png") return traceFile(kind, run.trace);
    const picture = this.from.frame(theme);
    if (!picture) throw new Error(this.step.id);
    if (kind === "png") return pngFile(picture, theme);
    const { words, step, language } = this;
    const desc = (["what", "why"] as const).map((key) => stepSentence(words, step, key) ?? "").join(" ");
    const title = `${this.#titleOf(run)} · ${stepTitle(words, step)}`;
    return svgFile(picture, theme, { title, desc: desc.replaceAll("`", ""), lang: language });
  }

  #titleOf({ own, trace }: Run): string {
    return own?.title(this.language) ?? this.words.lessons[trace.spec.lesson].title;
  }

  /** The texts that can be copied, built on request. */
  protected readonly code = {
    script: ({ trace }: Run): string => scriptText(trace),
    classes: ({ trace }: Run): string => classScriptText(trace),
    link: (): string => this.from.link?.() ?? "",
    frame: (run: Run): string =>
      frameCode(this.from.frameLink?.() ?? "", `${this.#titleOf(run)} · ${this.words.app.name}`),
    element: ({ spec, trace, own, weights }: Run): string => {
      const named = namedWeights(weights);
      const place = { step: this.step.id, lang: this.language, theme: this.from.theme, weights: named };
      const { trained, model } = weights ?? {};
      // The trained model brings its own data, and a file's model its sizes.
      if (named && trained) return elementCode(changedFields(trained.spec, spec), trace.spec, place, true);
      if (named && model) {
        const read = { lesson: spec.lesson, sequences: [model.tokens] };
        return elementCode(read, trace.spec, place, true);
      }
      return own?.src === undefined
        ? elementCode(mergedSpec(spec, own), trace.spec, place)
        : fileElementCode(own.src, spec, place);
    },
  };

  readonly #onWrite = (): void => {
    act(this, { type: "sheet", sheet: { kind: "class", id: "gaps" } });
  };

  /** Says that the code or file does not contain these weights; empty without weights. */
  #missing(weights: ChosenWeights | undefined): string {
    const { takeAway } = this.words;
    return weights ? ` ${weights.trained ? takeAway.drawnTrained : takeAway.drawn}` : "";
  }

  async #copy(what: keyof typeof this.code): Promise<void> {
    const { takeAway } = this.words;
    const { run } = this.from.store.state;
    if (!run) return;
    const text = this.code[what](run);
    const isNamed = what === "element" && namedWeights(run.weights) !== undefined;
    // Addresses contain trained weights, and an element's tag the weights that it names; no other code contains them.
    const omitted = (what === "link" || what === "frame" ? fileWeights : weightsOutsideScript)(run.weights);
    const drawn = this.#missing(isNamed ? undefined : omitted);
    try {
      await navigator.clipboard.writeText(text);
      this.#say(takeAway.copied[what] + drawn);
    } catch {
      this.#say(takeAway.notCopied + drawn, text);
      await this.updateComplete;
      const area = this.renderRoot.querySelector("textarea");
      area?.focus();
      area?.select();
    }
  }

  #say(text: string, left?: string): void {
    this.message = text;
    this.left = left;
  }
}
