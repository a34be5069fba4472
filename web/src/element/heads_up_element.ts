/**
 * <heads-up>: a lesson on a stage, or a program. Attributes and controls dispatch actions to its store; the state flows down into the
 * parts.
 */
import { LitElement, type PropertyValues, type TemplateResult } from "lit";
import { svgOf } from "../draw/paint/svg.js";
import type { Focus, Picture } from "../draw/picture.js";
import { printed, type Theme, type ThemeName } from "../draw/theme.js";
import type { ReadLesson } from "../lesson_file/read_lesson.js";
import type { Rules } from "../lessons/rules.js";
import { type Refusal, wrongType } from "../module/errors.js";
import type { ProgramResult } from "../module/python/types.js";
import type { LessonName, Trace } from "../module/types.js";
import type { Visit } from "../store/actions.js";
import { services } from "../store/effects.js";
import type { ChosenWeights } from "../store/lesson_runner.js";
import { Past } from "../store/past.js";
import {
  currentRules,
  currentStep,
  isOnlyMoved,
  stepsOf,
  type ViewState,
  viewOf,
} from "../store/selectors.js";
import type { Sheet, State } from "../store/state.js";
import { Store } from "../store/store.js";
import { Frames } from "../timeline/frames.js";
import { momentOf } from "../timeline/playback.js";
import { loadAuthoring } from "../views/authoring/load_authoring.js";
import { focusStyles } from "../views/common/focus_template.js";
import { followKeys, isForElement, keyAction } from "../views/common/keys.js";
import { withOwnInks } from "../views/common/own_inks.js";
import { followSystem, shownTheme } from "../views/common/shown_theme.js";
import { base } from "../views/common/styles.js";
import { axisColors, hostTheme } from "../views/common/theme_css.js";
import { followMedia, followVisibility, whileConnected } from "../views/common/while_connected.js";
import { LectureController, lectureStyles } from "../views/lecture/lecture.js";
import {
  sentenceStyles,
  wrongLessonStyles,
  wrongLessonTemplate,
} from "../views/lesson_file/lesson_file_template.js";
import type { GridElement } from "../views/stage/grid_element.js";
import type { StageElement } from "../views/stage/stage_element.js";
import type { Motion } from "../views/take_away/animation.js";
import type { TransportElement } from "../views/transport/transport_element.js";
import { languageFor } from "../words/words.js";
import type { HeadsUpMethods, HeadsUpProperties } from "./element_api.js";
import { frameCache } from "./frame_cache.js";
import {
  attributesOf,
  type Inputs,
  inputsOf,
  json,
  misnamedIn,
  number,
  replaceWrong,
  text,
  textOr,
  UNSET,
} from "./inputs.js";
import { lessonPlayer } from "./lesson_player.js";
import type { LessonProgram, Player } from "./player.js";
import { Pointing } from "./pointing.js";
import { ProgramPart, programText } from "./program_part.js";
import { rootActions } from "./root_actions.js";
import { RootEvents } from "./root_events.js";
import type { SpokenEvent } from "./root_model.js";
import { layout } from "./root_styles.js";
import {
  failedTemplate,
  frameTemplate,
  plainErrorTemplate,
  programTemplate,
  waitingTemplate,
} from "./root_template.js";
import { LessonLoader } from "./second_script.js";
import { spokenEvent } from "./spoken.js";

/** Lit makes the accessors of the properties, which have the types of the interface. */
const WithInputs = LitElement as unknown as Omit<typeof LitElement, never> & (new () => LitElement & Inputs);
/** The parts with an update of their own. */
const PARTS = ["stage", "strip", "side", "legend", "transport", "grid"] as const;

/**
 * A lesson on attention: every step animated with its real numbers.
 * @cssprop --hu-paper - The background, also of the picture; an opaque colour.
 * @cssprop --hu-ink - Text, lines and digits, also in the picture.
 * @cssprop --hu-accent - Controls, the selection, and attention weights in the picture.
 * @cssprop --hu-muted - Secondary text.
 * @cssprop --hu-hairline - Lines between the parts.
 * @cssprop --hu-sans - The font of the text.
 * @cssprop --hu-mono - The font of code.
 * @csspart frame - Everything.
 * @csspart strip - The thumbnails of all steps; only with `controls="full"`.
 * @csspart stage - The picture and the row below it.
 * @csspart words - The text about the step; only with `controls="full"`.
 * @csspart transport - Play, next, previous and the other controls; not with `controls="none"`.
 * @csspart onward - The link to the next lesson, at the end of one; only with `controls="full"`.
 * @csspart problem - The error message, if nothing else can be shown.
 */
export class HeadsUpElement extends WithInputs implements HeadsUpProperties, HeadsUpMethods {
  static override styles = [
    hostTheme,
    base,
    axisColors,
    layout,
    focusStyles,
    sentenceStyles,
    wrongLessonStyles,
    lectureStyles,
  ];
  static override properties = {
    lesson: { converter: textOr(UNSET.lesson) },
    step: { converter: textOr(""), reflect: true },
    lang: { converter: textOr("") },
    // Reflected, because the chrome takes its colours from the attribute and the page sets the property.
    theme: { converter: textOr(""), reflect: true },
    seed: { converter: number },
    tokens: { converter: text },
    target: { converter: text },
    vocabSize: { converter: number },
    dModel: { converter: number },
    numHeads: { converter: number },
    mask: { converter: text },
    maskFill: { converter: number },
    weights: { converter: text },
    spec: { converter: json },
    src: { converter: textOr("") },
    ownLesson: { attribute: false },
    code: { attribute: false },
    controls: { converter: textOr(UNSET.controls) },
    mode: { converter: textOr(""), reflect: true },
    allow: { converter: textOr("") },
  };
  /** Returns the URL of what is shown; undefined if the page around has none. */
  link: (() => string) | undefined;
  /** Returns the URL of the same view for an iframe. */
  frameLink: (() => string) | undefined;
  /** Opens the leak lab, which follows the last lesson; set by a page that has one. @internal */
  lab: (() => void) | undefined;
  /** The URL where a program can be changed, a lesson's or another; set by a page that has one. @internal */
  codeUrl: ((program: string) => string) | undefined;
  /** Opens a lesson's own program at a line, to be changed; set with `codeUrl`. @internal */
  openCode: ((program: LessonProgram) => void) | undefined;

  readonly store = new Store(services(loadAuthoring));
  readonly past = new Past(this.store, () => this.requestUpdate());
  readonly #events = new RootEvents(this);
  readonly #pointing = new Pointing(this);
  readonly #programs = new ProgramPart(
    this.#events,
    () => this.requestUpdate(),
    (source) => {
      this.code = source;
    },
  );
  readonly #lessonPlayer = lessonPlayer(this.store, this.#pointing, () =>
    this.renderRoot.querySelector<StageElement>("heads-up-stage"),
  );
  readonly #lesson = new LessonLoader(this, (missing) => this.#events.error(missing));
  readonly #lecture = new LectureController(this, {
    first: () => this.seek(0, 0),
    previous: () => this.seek(Math.max(0, this.store.state.playback.index - 1), 1),
    end: () => this.seek(this.store.state.playback.index, 1),
    next: () => this.seek(this.store.state.playback.index + 1, 0),
    last: () => this.seek(stepsOf(this.store.state).length - 1, 1),
    beside: (part) => {
      this.store.dispatch({ type: "besideStage", part });
      return true;
    },
  });
  readonly #frames = new Frames((ms) => this.store.dispatch({ type: "frame", ms }));
  readonly #cache = frameCache();
  #spoken: SpokenEvent = "step";
  #printsLesson = false;

  constructor() {
    super();
    Object.assign(this, UNSET);
    this.store.subscribe((state, before) => this.#onState(state, before));
    // Nothing is computed or loaded before the element is visible, and nothing moves while it is not.
    followVisibility(this, (seen) => {
      this.#isSeen ||= seen;
      this.store.dispatch({ type: "seen", seen: seen && this.code === undefined });
      this.requestUpdate();
    });
    followMedia(this, "(prefers-reduced-motion: reduce)", (stills) =>
      this.store.dispatch({ type: "stills", stills }),
    );
    whileConnected(this, (signal) => {
      signal.addEventListener(
        "abort",
        followSystem(() => this.requestUpdate()),
      );
      signal.addEventListener("abort", () => this.pause());
      const observer = new MutationObserver(() => this.#readScript());
      observer.observe(this, { childList: true, characterData: true, subtree: true });
      signal.addEventListener("abort", () => observer.disconnect());
      this.#readScript();
      // Before followKeys, which leaves a key that was used.
      const onKey = (event: KeyboardEvent): void => {
        const isHere = this.code !== undefined && isForElement(event, this, keyAction(event));
        if (isHere) this.#programs.program?.element.takeKey(event);
      };
      window.addEventListener("keydown", onKey, { signal });
    });
    followKeys(this, (action) => {
      if (this.code !== undefined) return;
      if (action === "close") this.#pointing.close();
      else if (action === "toggle") this.#actions.transport(this.view.playing ? "pause" : "play");
      else this.#actions.transport(action);
    });
  }

  /** Whether the element has ever been near the viewport. */
  #isSeen = false;

  /** Undefined until what shows a program has loaded. */
  get #player(): Player | undefined {
    return this.code === undefined ? this.#lessonPlayer : this.#programs.program;
  }

  /** A program has a lecture of its own. */
  get isLecture(): boolean {
    return this.mode === "lecture" && this.code === undefined;
  }

  /** The program that the page has written into the element. */
  #readScript(): void {
    const script = this.querySelector(':scope > script[type="text/x-python"]');
    const text = script ? programText(script.textContent ?? "") : undefined;
    if (text === this.#written) return;
    this.#written = text;
    this.code = text;
  }
  #written: string | undefined;

  get trace(): Trace | undefined {
    return this.#player?.trace;
  }

  get program(): ProgramResult | undefined {
    return this.#player?.result;
  }

  get currentStep(): string {
    return this.#player?.currentStep ?? "";
  }

  /** The lesson file that is shown, or what is wrong with it. */
  get lessonFile(): ReadLesson | undefined {
    const { file, data } = this.store.state;
    if (file.kind === "program") return file.program;
    return file.kind === "wrong" ? file.wrong : data?.own;
  }

  /** The weights that are shown; undefined: drawn from the seed. */
  get shownWeights(): ChosenWeights | undefined {
    return this.store.state.data?.weights;
  }

  get view(): ViewState {
    return viewOf(this.store.state);
  }

  /** The picture on the stage, in any theme. */
  frame(theme: Theme): Picture | undefined {
    return this.#player?.frame(theme);
  }

  svg(): string {
    const theme = withOwnInks(this, shownTheme(this.theme));
    const picture = this.frame(theme);
    const words = { title: this.currentStep, desc: "", lang: languageFor(this.lang) };
    return picture ? svgOf(picture, theme.paper, words) : "";
  }

  /** How the step on the stage moves, in any theme. */
  motion(theme: Theme): Motion | undefined {
    return this.renderRoot.querySelector<StageElement>("heads-up-stage")?.motion(theme);
  }

  /** Prints the whole lesson. */
  printLesson(): void {
    this.#printsLesson = true;
    const ended = (): void => {
      this.#printsLesson = false;
    };
    window.addEventListener("afterprint", ended, { once: true });
    window.print();
  }

  play(options?: { readonly through?: boolean }): void {
    this.#player?.play(options);
  }

  pause(): void {
    this.#player?.pause();
  }

  next(): void {
    this.#player?.next();
  }

  previous(): void {
    this.#player?.previous();
  }

  seek(step: string | number, t: number): void {
    (this.#player ?? this.#programs).seek(step, t);
  }

  /** Whether there is this step (name or index). */
  has(step: string | number): boolean {
    return this.#player?.has(step) ?? false;
  }

  choose(focus: Partial<Focus>): void {
    this.store.dispatch({ type: "choose", focus });
  }

  openCell(name: string, index: readonly number[]): boolean {
    return Array.isArray(index) && this.#player?.openCell(name, index) === true;
  }

  /** Shows what an address asks for. */
  show(visit: Visit): void {
    this.past.opened();
    this.store.dispatch({ type: "visit", ...visit });
    this.#mirror();
  }

  /** What the reader may do; the element's methods are not restricted. */
  get rules(): Rules {
    return currentRules(this.store.state);
  }

  /** Whether the arithmetic of a cell is open. */
  isOpen(): boolean {
    return this.store.state.selection.openedCells.length > 0;
  }

  /** Goes to another lesson, unless the page handles it. */
  goOn(lesson: LessonName, step?: string): void {
    if (this.#events.onward(lesson, step))
      this.store.dispatch({ type: "lesson", lesson, step, lang: this.lang });
  }

  leaveLecture(): void {
    this.store.dispatch({ type: "mode", mode: "" });
    this.#mirror();
    this.#events.mode();
  }

  /** Focuses the table of numbers. */
  override async focus(): Promise<void> {
    if (!this.trace) await this.updateComplete;
    this.renderRoot.querySelector<GridElement>("heads-up-grid")?.focus();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const report = (refusal: Refusal): void => this.#events.error(refusal);
    for (const [name, before] of changed as Iterable<[keyof Inputs, unknown]>) {
      const unset = UNSET[name as "step"] as string | undefined;
      const given = this[name] ?? unset;
      const isText = unset !== undefined || (name === "code" && given !== undefined);
      const isRead = !isText || typeof given === "string";
      if (!isRead) report(wrongType(name, given, "string"));
      Object.assign(this, { [name]: isRead ? given : (before ?? unset) });
    }
    replaceWrong(this, report);
    if (!this.hasUpdated)
      for (const misnamed of misnamedIn(this.getAttributeNames(), HeadsUpElement.observedAttributes))
        report(misnamed);
    // Lit reflects after rendering, but the colours are read while rendering.
    if (changed.has("theme")) this.setAttribute("theme", this.theme);
    const isRequested = (name: keyof Inputs): boolean =>
      changed.has(name) && this[name] !== this.#mirrored[name];
    if (this.code !== undefined && this.step && isRequested("step")) this.seek(this.step, 1);
    const asked = attributesOf(this, isRequested, this.#lesson.chosen, report);
    if (asked) this.store.dispatch({ type: "attributes", changed: asked });
    this.#mirror();
    if (changed.has("mode") || changed.has("code")) this.#lecture.follow();
    const { code, rules } = this;
    if (changed.has("code")) this.store.dispatch({ type: "seen", seen: this.#isSeen && code === undefined });
    if (code === undefined) this.#lesson.choose(this.lang);
    else if (this.#isSeen) {
      const [theme, mode] = [this.theme as ThemeName | "", this.mode === "lecture" ? "lecture" : ""] as const;
      this.#programs.show(code, { lang: this.lang, theme, mode, controls: this.controls, rules });
    }
  }

  /** The values that #mirror wrote last; only a value that differs from them is a request. */
  #mirrored: Partial<Inputs> = {};

  /** Writes the state back to attributes and properties. */
  #mirror(): void {
    const { mode, allow, pendingPlace } = this.store.state;
    const isPending = this.code === undefined && typeof pendingPlace.step === "string";
    const step = isPending ? pendingPlace.step : this.currentStep;
    const { src, ownLesson } = this;
    this.#mirrored = { ...inputsOf(this.store.state), src, ownLesson, step, mode, allow };
    Object.assign(this, this.#mirrored);
  }

  override render(): TemplateResult | undefined {
    if (this.code !== undefined) return programTemplate(this.#programs, () => this.leaveLecture());
    const { loaded, missing } = this.#lesson;
    if (!loaded) return missing && plainErrorTemplate(missing);
    const { words: plain, beside } = loaded;
    const { state } = this.store;
    const { file, computing } = state;
    if (file.kind === "wrong") return wrongLessonTemplate(plain, file.wrong);
    const run = file.kind === "none" ? state.run : undefined;
    const words = run?.own?.over(plain) ?? plain;
    if (!run) {
      const failed = file.kind === "missing" ? file : computing.kind === "refused" ? computing : undefined;
      return failed ? failedTemplate(words, failed.error) : waitingTemplate(words);
    }
    const theme = withOwnInks(this, shownTheme(this.theme));
    const printing =
      theme === printed ? (this.#printsLesson || this.mode === "lecture" ? "lesson" : "step") : undefined;
    return frameTemplate(
      {
        words,
        run,
        state,
        controls: this.controls,
        rules: this.rules,
        language: plain.language.code,
        ...{ theme, printing },
        past: this.past.words(words),
        spoken: this.#spoken,
        cache: this.#cache,
        ...{ beside, missing },
      },
      this.#actions,
    );
  }

  override updated(): void {
    const { state } = this.store;
    this.#showMoment();
    if (!this.#lesson.loaded || !state.run) return;
    const { trace } = state.run;
    const [step, total] = [currentStep(state), stepsOf(state).length];
    this.#events.arrived(trace, trace.spec.lesson, { step, index: state.playback.index, total });
    this.#events.view(viewOf(state));
  }

  #onState(state: State, before: State): void {
    const { errors, playback, seen, sheet, run, file } = state;
    this.#spoken = spokenEvent(state, before) ?? this.#spoken;
    for (const error of errors) if (!before.errors.includes(error)) this.#events.error(error);
    if (file !== before.file) {
      if (file.kind === "program") this.code = file.program.code;
      else if (before.file.kind === "program") this.code = undefined;
    }
    this.#frames.run(playback.playing && seen);
    if (!sheet && before.sheet) this.#refocus(before.sheet);
    if (!isOnlyMoved(state, before)) this.requestUpdate();
    // A pending update does this too.
    else if (!this.isUpdatePending) {
      this.#showMoment();
      if (run) this.#events.view(viewOf(state));
    }
  }

  /** Tells the stage and the slider the moment within the step. */
  #showMoment(): void {
    const t = momentOf(this.store.state.playback);
    const stage = this.renderRoot?.querySelector<StageElement>("heads-up-stage");
    const transport = this.renderRoot?.querySelector<TransportElement>("heads-up-transport");
    if (stage) stage.t = t;
    if (transport) transport.t = t;
  }

  /** A closed sheet gives the focus back to its button. */
  #refocus({ kind }: Sheet): void {
    // Search and map can be opened from anywhere by a key, so the browser restores their focus itself.
    if (kind !== "confusions" && kind !== "map")
      this.renderRoot.querySelector<HTMLElement>(`[data-sheet=${kind}]`)?.focus();
  }

  readonly #actions = rootActions(this, this.#pointing, this.#events);

  protected override async getUpdateComplete(): Promise<boolean> {
    await super.getUpdateComplete();
    await this.store.idle();
    await this.#lesson.complete();
    if (this.code !== undefined) await this.#programs.complete();
    const done = await super.getUpdateComplete();
    for (const name of PARTS)
      await this.renderRoot.querySelector<LitElement>(`heads-up-${name}`)?.updateComplete;
    return done;
  }
}
