/**
 * <heads-up>: a lesson on a stage. Attributes and controls dispatch actions to its store; the state flows down into the
 * parts.
 */
import { LitElement, noChange, type PropertyValues, type TemplateResult } from "lit";
import type { Picture } from "../draw/picture.js";
import type { Focus } from "../draw/tensor_view.js";
import type { Theme } from "../draw/theme.js";
import type { ReadLesson } from "../lesson_file/read_lesson.js";
import type { Rules } from "../lessons/rules.js";
import { wrongType } from "../module/errors.js";
import type { Refusal } from "../module/refusal.js";
import type { LessonName, LessonSpec, Trace } from "../module/types.js";
import type { ChosenWeights, LessonData } from "../store/lesson_runner.js";
import { once } from "../store/once.js";
import {
  currentRules,
  currentStep,
  indexOf,
  isOnlyMoved,
  stepsOf,
  type ViewState,
  viewOf,
} from "../store/selectors.js";
import { services } from "../store/services.js";
import type { Place, Sheet, State } from "../store/state.js";
import { Store } from "../store/store.js";
import { Frames } from "../timeline/frames.js";
import { momentOf, type Playback } from "../timeline/playback.js";
import { LanguageController } from "../views/common/language_controller.js";
import { MediaController } from "../views/common/media.js";
import { OnScreenController } from "../views/common/on_screen.js";
import { withOwnInks } from "../views/common/own_inks.js";
import { registerElement } from "../views/common/register.js";
import { followSystem, shownTheme } from "../views/common/shown_theme.js";
import { base } from "../views/common/styles.js";
import { hostTheme } from "../views/common/theme_css.js";
import { loadConfusions } from "../views/confusions/load.js";
import { LectureController } from "../views/lecture/lecture_controller.js";
import { loadOwnLesson } from "../views/lesson_file/load.js";
import { loadMap } from "../views/map/load.js";
import { loadSheets } from "../views/sheets/load.js";
import { loadScenes } from "../views/stage/shown_scenes.js";
import { StageElement } from "../views/stage/stage_element.js";
import { KeysController } from "../views/transport/keys_controller.js";
import { RARE } from "../words/rare_steps.mjs";
import { isWhole } from "../words/words.js";
import type {
  HeadsUpMethods,
  HeadsUpProperties,
  LessonFileData,
  MaskName,
  TokensAsked,
} from "./element_api.js";
import { frameCache } from "./frame_cache.js";
import { attributesOf, type Inputs, inputsOf, json, number, text, textOr, UNSET } from "./inputs.js";
import { PartsController } from "./parts_controller.js";
import { PastController } from "./past_controller.js";
import { Pointing } from "./pointing.js";
import { rootActions } from "./root_actions.js";
import { RootEvents } from "./root_events.js";
import { layout } from "./root_styles.js";
import {
  failedTemplate,
  frameTemplate,
  plainErrorTemplate,
  waitingTemplate,
  wrongTemplate,
} from "./root_template.js";

const loadLate = once(() => import("./late_template.js"));
const loadNames = once(() => import("./wrong_names.js"));
const NAME_INPUTS = ["mode", "allow", "controls", "theme"] as const;

/** Whether the reader has moved on, so that the other scenes will be needed soon. */
const isUnderway = (now: Playback, before: Playback): boolean =>
  now.index !== before.index || now.playing !== before.playing;

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
export class HeadsUpElement extends LitElement implements HeadsUpProperties, HeadsUpMethods {
  static override styles = [hostTheme, base, layout];
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
    controls: { converter: textOr(UNSET.controls) },
    mode: { converter: textOr(""), reflect: true },
    allow: { converter: textOr("") },
  };
  declare lesson: LessonName;
  declare step: string;
  declare theme: string;
  declare seed: number | undefined;
  declare tokens: TokensAsked | undefined;
  declare target: TokensAsked | undefined;
  declare vocabSize: number | undefined;
  declare dModel: number | undefined;
  declare numHeads: number | undefined;
  declare mask: MaskName | undefined;
  declare maskFill: number | "-inf" | undefined;
  declare weights: HeadsUpProperties["weights"];
  declare controls: "full" | "minimal" | "none";
  declare mode: string;
  declare allow: string;
  declare src: string;
  declare ownLesson: LessonFileData | undefined;
  declare spec: LessonSpec | undefined;
  /** Returns the URL of what is shown; undefined if the page around has none. */
  link: (() => string) | undefined;
  /** Returns the URL of the same view for an iframe. */
  frameLink: (() => string) | undefined;

  readonly store = new Store(services(async (src) => (await loadOwnLesson())?.fetchLesson(src)));
  readonly past = new PastController(this.store, { requestUpdate: () => this.requestUpdate() });
  readonly #events = new RootEvents(this);
  readonly #pointing = new Pointing(this);
  readonly #language = new LanguageController(this, (missing) => this.#events.error(missing));
  readonly #parts = new PartsController(this);
  readonly #lecture = new LectureController(this);
  readonly #frames = new Frames((ms) => this.store.dispatch({ type: "frame", ms }));
  readonly #cache = frameCache();
  #unfollow: (() => void) | undefined;
  #late: Awaited<ReturnType<typeof loadLate>>;
  #loadingLate: Promise<void> | undefined;

  constructor() {
    super();
    registerElement("heads-up-stage", StageElement);
    Object.assign(this, UNSET);
    this.store.subscribe((state, before) => this.#onState(state, before));
    new OnScreenController(this, (seen) => this.#onScreen(seen));
    new MediaController(this, "(prefers-reduced-motion: reduce)", (stills) =>
      this.store.dispatch({ type: "stills", stills }),
    );
    new KeysController(this, (action) => {
      if (action === "close") this.#pointing.close();
      else if (action === "toggle") this.#actions.transport(this.view.playing ? "pause" : "play");
      else this.#actions.transport(action);
    });
  }

  get trace(): Trace | undefined {
    return this.store.state.run?.trace;
  }

  get currentStep(): string {
    return currentStep(this.store.state);
  }

  /** The lesson file that is shown, or what is wrong with it. */
  get lessonFile(): ReadLesson | undefined {
    const { file, data } = this.store.state;
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
    return this.renderRoot.querySelector<StageElement>("heads-up-stage")?.frame(theme);
  }

  play(options?: { readonly through?: boolean }): void {
    this.store.dispatch({ type: "play", through: options?.through });
  }

  pause(): void {
    this.store.dispatch({ type: "pause" });
  }

  next(): void {
    this.store.dispatch({ type: "next" });
  }

  previous(): void {
    this.store.dispatch({ type: "previous" });
  }

  seek(step: string | number, t: number): void {
    this.store.dispatch({ type: "seek", step, t });
  }

  /** Whether the lesson has this step (name or index). */
  has(step: string | number): boolean {
    const { state } = this.store;
    return typeof step === "number" ? step in stepsOf(state) : indexOf(state, step) >= 0;
  }

  choose(focus: Partial<Focus>): void {
    this.store.dispatch({ type: "choose", focus });
  }

  openCell(name: string, index: readonly number[]): boolean {
    return Array.isArray(index) && this.#pointing.open({ name, index });
  }

  /** Shows what an address asks for. */
  show(data: LessonData, place: Place, mode: string, allow: string): void {
    this.store.dispatch({ type: "attributes", changed: { mode, allow } });
    this.past.opened();
    this.store.dispatch({ type: "restore", data, place });
    this.#mirror();
  }

  /** What the reader may do; the element's methods are not restricted. */
  get rules(): Rules {
    return currentRules(this.store.state);
  }

  /** Whether the arithmetic of a cell is open. */
  isOpen(): boolean {
    return this.store.state.selection.trail.length > 0;
  }

  /** Goes to another lesson, unless the page handles it. */
  goOn(lesson: LessonName, step?: string): void {
    if (this.#events.onward(lesson, step)) this.store.dispatch({ type: "lesson", lesson, step });
  }

  leaveLecture(): void {
    this.store.dispatch({ type: "mode", mode: "" });
    this.#mirror();
    this.#events.mode();
  }

  /** Loads the words of the laboratory; reports a failure only if the reader waits for them. */
  openLaboratory(isAwaited: boolean): void {
    this.#language.openLaboratory(isAwaited);
  }

  /** Focuses the table of numbers. */
  override async focus(): Promise<void> {
    if (!customElements.get("heads-up-grid")) await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("heads-up-grid")?.focus();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unfollow = followSystem(() => this.requestUpdate());
  }

  /** Nothing is computed or loaded before the element is visible, and nothing moves while it is not. */
  #onScreen(seen: boolean): void {
    this.store.dispatch({ type: "seen", seen });
    if (seen && this.isConnected) this.#parts.make(this.#language);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unfollow?.();
    this.pause();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const report = (refusal: Refusal): void => this.#events.error(refusal);
    for (const [name, before] of changed as Iterable<[keyof Inputs, unknown]>) {
      const unset = UNSET[name as "step"] as string | undefined;
      const given = this[name] ?? unset;
      const isRead = unset === undefined || typeof given === "string";
      if (!isRead) report(wrongType(name, given, "string"));
      Object.assign(this, { [name]: isRead ? given : (before ?? unset) });
    }
    if (NAME_INPUTS.some((name) => changed.has(name) && this[name] !== UNSET[name]))
      void loadNames().then((names) => names?.replaceWrong(this, report));
    // Lit reflects after rendering, but the colours are read while rendering.
    if (changed.has("theme")) this.setAttribute("theme", this.theme);
    const isRequested = (name: keyof Inputs): boolean =>
      changed.has(name) && this[name] !== this.#mirrored[name];
    const asked = attributesOf(this, isRequested, this.#language.chosen, report);
    if (asked) this.store.dispatch({ type: "attributes", changed: asked });
    this.#mirror();
    this.#language.choose(this.lang, this.lesson);
    if (changed.has("mode")) void this.#lecture.follow();
  }

  /** The values that #mirror wrote last; only a value that differs from them is a request. */
  #mirrored: Partial<Inputs> = {};

  /** Writes the state back to attributes and properties. */
  #mirror(): void {
    const { mode, allow, pendingPlace } = this.store.state;
    const step = typeof pendingPlace.step === "string" ? pendingPlace.step : this.currentStep;
    const { src, ownLesson } = this;
    this.#mirrored = { ...inputsOf(this.store.state), src, ownLesson, step, mode, allow };
    Object.assign(this, this.#mirrored);
  }

  override render(): TemplateResult | typeof noChange | undefined {
    const { words: plain, missing } = this.#language;
    if (!plain) return missing && plainErrorTemplate(missing);
    const { state } = this.store;
    const { file, computing } = state;
    if (file.kind === "wrong") return wrongTemplate(plain, file.wrong);
    const run = file.kind === "none" ? state.run : undefined;
    const words = run?.own?.over(plain) ?? plain;
    if (run && this.#language.awaits(run.spec.lesson)) return noChange;
    if (!run) {
      const failed = file.kind === "missing" ? file : computing.kind === "refused" ? computing : undefined;
      return failed ? failedTemplate(words, failed.error) : waitingTemplate(words);
    }
    return frameTemplate(
      {
        words,
        run,
        state,
        controls: this.controls,
        rules: this.rules,
        language: this.#language.chosen,
        theme: withOwnInks(this, shownTheme(this.theme)),
        past: this.past.words(words),
        cache: this.#cache,
        late: this.#late,
      },
      this.#actions,
    );
  }

  override updated(): void {
    const { state } = this.store;
    const { words } = this.#language;
    this.#parts.show(momentOf(state.playback));
    if (!words || !state.run) return;
    // The last step ends with a miniature of the map, which must not load before the laboratory.
    if (isWhole(words) && state.playback.index === state.run.steps.length - 1) void loadMap();
    this.#events.arrived(state.run.trace, currentStep(state), state.playback.index, stepsOf(state).length);
    this.#events.view(viewOf(state));
  }

  #onState(state: State, before: State): void {
    const { explanationId, errors, playback, seen, selection, sheet, run } = state;
    for (const error of errors) if (!before.errors.includes(error)) this.#events.error(error);
    this.#frames.run(playback.playing && seen);
    if (run && run === before.run && isUnderway(playback, before.playback))
      void loadScenes(run.steps.map((step) => step.stage(run.trace)));
    if (
      run &&
      run !== before.run &&
      (run.weights?.trained || run.steps.some(({ words }) => RARE.test(words)))
    )
      this.#language.openWeights();
    if (explanationId !== undefined && explanationId !== before.explanationId) {
      this.openLaboratory(selection.trail.length > 0);
      this.#loadLate();
    }
    if (sheet !== before.sheet) this.#showSheet(sheet, before.sheet);
    if (!isOnlyMoved(state, before)) this.requestUpdate();
    // A pending update does this too.
    else if (!this.isUpdatePending) {
      this.#parts.show(momentOf(playback));
      if (run) this.#events.view(viewOf(state));
    }
  }

  #loadLate(): void {
    if (this.#late) return;
    this.#loadingLate = loadLate().then((late) => {
      this.#late = late;
      this.requestUpdate();
    });
  }

  /** Loads the code of the sheet; closing a sheet gives the focus back to its button. */
  #showSheet(sheet: Sheet | undefined, before: Sheet | undefined): void {
    if (sheet) this.#loadLate();
    if (sheet?.kind === "confusions") void loadConfusions();
    else if (sheet?.kind === "map") void loadMap();
    else if (sheet) {
      this.openLaboratory(true);
      void loadSheets();
    } else if (before?.kind !== "confusions" && before?.kind !== "map")
      // Search and map can be opened from anywhere by a key, so the browser restores their focus itself.
      this.renderRoot.querySelector<HTMLElement>(`[data-sheet=${before?.kind}]`)?.focus();
  }

  readonly #actions = rootActions(this, this.#pointing, this.#events);

  protected override async getUpdateComplete(): Promise<boolean> {
    await super.getUpdateComplete();
    await this.store.idle();
    await this.#language.complete();
    await this.#loadingLate;
    const done = await super.getUpdateComplete();
    await this.#parts.complete();
    return done;
  }
}
