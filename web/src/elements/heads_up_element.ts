/**
 * <heads-up>: a lesson on a stage. Attributes say which lesson, step, language and theme; one call into the
 * module computes it; a player moves through it. State flows down into the parts, their events come back up
 * here.
 */
import { LitElement, type PropertyValues, type TemplateResult } from "lit";
import type { Picture } from "../draw/picture.js";
import type { Focus } from "../draw/tensor_view.js";
import type { Theme } from "../draw/theme.js";
import { FIRST_LESSON, openingSpec } from "../lessons/lessons.js";
import type { LessonName, LessonSpec, Trace } from "../module/types.js";
import { msPerStep } from "../timeline/durations.js";
import { Player, type PlayerState } from "../timeline/player.js";
import { AfterPaintController } from "./after_paint.js";
import type { Moment } from "./changes.js";
import type { HeadsUpMethods, HeadsUpProperties } from "./element_api.js";
import { stageStands } from "./first_picture.js";
import { isAllowed, isMeant, keyAction } from "./keys.js";
import { LanguageController } from "./language.js";
import { loadLecture, loadParts } from "./later.js";
import type { Lecture } from "./lecture.js";
import type { OwnLesson, OwnWeights } from "./lesson_runner.js";
import { LessonState } from "./lesson_state.js";
import { MediaController } from "./media.js";
import { OnScreenController } from "./on_screen.js";
import { withOwnInks } from "./own_inks.js";
import type { WrongLesson } from "./own_lesson/problem.js";
import { OwnLessonController, refusalOfFile, shownLesson, wrongLesson } from "./own_lesson_controller.js";
import { PastController } from "./past_controller.js";
import { PointingController } from "./pointing.js";
import type { Refusal } from "./refusal.js";
import { registerElement } from "./register.js";
import { rootActions } from "./root_actions.js";
import { RootEvents, type ViewState } from "./root_events.js";
import { layout } from "./root_styles.js";
import {
  failedTemplate,
  frameTemplate,
  unsaidTemplate,
  waitingTemplate,
  wrongTemplate,
} from "./root_template.js";
import { type Rules, rulesOf } from "./rules.js";
import { clampFocus, isCellOf, shownCells } from "./selection.js";
import { settledSpec } from "./settled_spec.js";
import type { Sheet } from "./sheet.js";
import { SheetController } from "./sheet_controller.js";
import { followSystem, shownTheme } from "./shown_theme.js";
import { StageElement } from "./stage_element.js";
import { base } from "./styles.js";
import { hostTheme } from "./theme_css.js";
import type { TransportElement } from "./transport_element.js";

/**
 * One lesson of attention on a stage, with its true numbers.
 * @cssprop --hu-paper - What everything stands on, the picture too. An opaque colour.
 * @cssprop --hu-ink - Text, lines and digits, those of the picture too.
 * @cssprop --hu-accent - What can be pressed, what is chosen, and attention weights in the picture.
 * @cssprop --hu-muted - Text of second rank beside the picture.
 * @cssprop --hu-hairline - The lines between the parts.
 * @cssprop --hu-sans - The typeface of the words.
 * @cssprop --hu-mono - The typeface of code.
 * @csspart frame - All of it.
 * @csspart strip - The small pictures of all steps; with `controls="full"`.
 * @csspart stage - The picture, and what stands under it.
 * @csspart words - What is said of the step; with `controls="full"`.
 * @csspart transport - Play, forward, back and what else can be pressed; not with `controls="none"`.
 * @csspart onward - Leads to the next lesson, at the end of one; with `controls="full"`.
 * @csspart problem - What went wrong, where nothing else can be shown.
 */
export class HeadsUpElement extends LitElement implements HeadsUpProperties, HeadsUpMethods {
  static override styles = [hostTheme, base, layout];
  static override properties = {
    lesson: { type: String },
    step: { type: String, reflect: true },
    lang: { type: String },
    // Reflected, because the chrome takes its colours from the attribute and the page sets the property.
    theme: { type: String, reflect: true },
    seed: { type: Number },
    controls: { type: String },
    mode: { type: String, reflect: true },
    allow: { type: String },
    src: { type: String },
    ownLesson: { attribute: false },
    spec: { attribute: false },
    weights: { attribute: false },
    focused: { state: true },
    moving: { state: true },
  };
  declare lesson: LessonName;
  declare step: string;
  declare theme: string;
  declare seed: number | undefined;
  declare controls: "full" | "minimal" | "none";
  declare mode: string;
  declare allow: string;
  /** The address of a lesson file. */
  declare src: string;
  /** A lesson out of a file, or what is wrong with that. */
  declare ownLesson: OwnLesson | WrongLesson | undefined;
  declare spec: LessonSpec | undefined;
  /** Out of a reader's file; undefined: drawn from the seed. */
  declare weights: OwnWeights | undefined;
  /** The address of what is shown, where the page around has one. */
  link: (() => string) | undefined;
  /** The address of the same for a frame in another page. */
  frameLink: (() => string) | undefined;
  declare focused: Focus;
  /** The player's state but for t, which moves past the template. */
  declare moving: PlayerState;

  readonly player = new Player();
  readonly state = new LessonState(() => this.requestUpdate());
  readonly #pointing = new PointingController(this);
  readonly #language = new LanguageController(this, (refusal) => this.#wordless(refusal));
  readonly #sheets = new SheetController(this, this.#language);
  readonly #still = new MediaController(this, "(prefers-reduced-motion: reduce)");
  readonly #events = new RootEvents(this);
  readonly #late = new AfterPaintController(this);
  readonly past = new PastController(this);
  readonly #file = new OwnLessonController(this);
  #lecturing: Lecture | undefined;
  #parts: Promise<void> | undefined;
  #unfollow: (() => void) | undefined;
  /** What cannot be said in any language, because no words have come. */
  #unsaid: Refusal | undefined;

  constructor() {
    super();
    registerElement("heads-up-stage", StageElement);
    this.lesson = FIRST_LESSON;
    this.step = "";
    this.theme = "";
    this.controls = "full";
    this.mode = "";
    this.allow = "";
    this.src = "";
    this.focused = { batch: 0, head: 0 };
    this.moving = this.player.state;
    this.player.subscribe((state) => this.#onPlayer(state));
    new OnScreenController(this, (seen) => this.#onScreen(seen));
  }

  get trace(): Trace | undefined {
    return this.state.trace;
  }

  get currentStep(): string {
    return this.state.steps[this.player.state.index]?.id ?? "";
  }

  get view(): ViewState {
    const { t, playing } = this.player.state;
    return {
      spec: this.state.run?.spec ?? this.spec ?? { lesson: this.lesson },
      step: this.currentStep,
      t,
      playing,
      focus: this.focused,
      cell: this.#pointing.selection.trail.at(-1),
      sheet: this.#sheets.shown,
    };
  }

  /** What stands on the stage, in a theme. */
  frame(theme: Theme): Picture | undefined {
    return this.renderRoot.querySelector<StageElement>("heads-up-stage")?.frame(theme);
  }

  /** The same, where a lesson stands, as one can come back to it. */
  get moment(): Moment | undefined {
    const full = this.trace?.spec;
    return full && { ...this.view, full };
  }

  play(): void {
    this.#pointing.clear();
    this.player.play();
  }

  pause(): void {
    this.player.pause();
  }

  next(): void {
    this.player.next();
  }

  previous(): void {
    this.player.previous();
  }

  seek(step: string | number, t: number): void {
    this.player.seek(typeof step === "number" ? step : this.state.indexOf(step), t);
  }

  /** Whether the lesson has this step, by its name or its place from 0. */
  has(step: string | number): boolean {
    return typeof step === "number" ? step in this.state.steps : this.state.indexOf(step) >= 0;
  }

  choose(focus: Partial<Focus>): void {
    this.#pointing.clear();
    this.focused = { ...this.focused, ...focus };
  }

  openCell(name: string, index: readonly number[]): boolean {
    const step = this.state.stepNamed(name);
    if (!step || !isCellOf(step, index)) return false;
    this.#pointing.open({ name, index });
    return true;
  }

  /** What the reader may do; the element's own methods do all they are asked for. */
  get rules(): Rules {
    return rulesOf(this.mode, this.allow);
  }

  /** Whether the arithmetic of a cell is open. */
  isOpen(): boolean {
    return this.#pointing.selection.trail.length > 0;
  }

  /** Another lesson from its beginning, unless the page goes there itself. */
  goOn(lesson: LessonName): void {
    if (!this.#events.onward(lesson)) return;
    [this.spec, this.step] = [openingSpec(lesson), ""];
    this.player.seek(0, 0);
  }

  leaveLecture(): void {
    this.mode = "";
    this.#events.mode();
  }

  /** Opens a comparison or an exercise over the stage, another one, or none. */
  openSheet(sheet: Sheet | undefined): void {
    this.#sheets.open(sheet);
  }

  /** Enters the table of the numbers on the stage. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>("heads-up-grid")?.focus();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.#onKey);
    this.#unfollow = followSystem(() => this.requestUpdate());
    if (this.hasUpdated) void this.#lecture();
  }

  #wordless(refusal: Refusal): void {
    this.#unsaid = refusal;
    this.#events.error(refusal);
    this.requestUpdate();
  }

  /** What is not seen yet costs nothing; what is seen no more does not move. */
  #onScreen(seen: boolean): void {
    this.player.rest(!seen);
    if (!seen || !this.isConnected) return;
    if (!this.state.isLoaded) void this.#load();
    this.#parts ??= this.#makeParts();
  }

  /** What stands beside the stage comes after the first picture, with all of its words. */
  async #makeParts(): Promise<void> {
    const [parts] = await Promise.all([loadParts(), stageStands()]);
    await this.#language.complete;
    await parts?.defineParts();
    this.#showMoment(this.player.state);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.#onKey);
    this.#unfollow?.();
    this.#lecturing?.end();
    this.player.pause();
    this.#parts = undefined;
  }

  async #load(): Promise<void> {
    await this.state.load();
    if (this.state.refused) this.#events.error(this.state.refused);
    this.requestUpdate("spec", undefined);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    // Before anything reads what the inks are: Lit says it in the attribute only when all is rendered.
    if (changed.has("theme")) this.setAttribute("theme", this.theme);
    this.#language.choose(this.lang);
    if (changed.has("src")) this.#file.follow(this.src ?? "");
    const wrong = wrongLesson(this.ownLesson);
    if (wrong && changed.has("ownLesson")) this.#events.error(refusalOfFile(wrong));
    if (wrong || this.#file.waits) return;
    const own = changed.has("ownLesson") ? shownLesson(this.ownLesson) : undefined;
    if (own && !changed.has("spec")) this.#open(own);
    const spec = own && this.spec ? this.spec : settledSpec(this, changed);
    if (this.weights?.lesson !== spec.lesson) this.weights = undefined;
    if (this.#own && this.#own.spec.lesson !== spec.lesson) this.ownLesson = undefined;
    const isNew =
      changed.has("spec") || changed.has("weights") || changed.has("ownLesson") || spec !== this.spec;
    this.#say(spec);
    if (isNew && this.state.isLoaded) this.#ask(spec);
    const isAsked = changed.has("step") && this.step !== this.currentStep;
    if (isAsked && this.state.trace && !this.#late.busy) this.#goTo(this.step);
    const batches = this.state.stepNamed("ids")?.shape[0];
    if (batches) this.focused = clampFocus(this.focused, batches, this.state.trace?.spec.numHeads ?? 1);
    this.player.setStills(this.#still.matches);
    this.player.setAlone(this.mode === "lecture" || !this.rules.steps);
    if (changed.has("mode")) void this.#lecture();
  }

  get #own(): OwnLesson | undefined {
    return shownLesson(this.ownLesson);
  }

  /** The lesson of a file, in the mode that the file asks for where nobody else does; a seed that was asked for stays. */
  #open({ spec: { lesson }, mode, allow }: OwnLesson): void {
    const { seed } = this;
    this.spec = this.spec === undefined && seed !== undefined ? { lesson, seed } : { lesson };
    if (this.mode === "") [this.mode, this.allow] = [mode, this.allow || allow];
  }

  /** The looks and the keys of a lecture come when there is one, and go with it. */
  async #lecture(): Promise<void> {
    if (this.mode === "lecture") {
      const parts = await loadLecture();
      if (parts) this.#lecturing ??= new parts.Lecture(this);
    }
    this.#lecturing?.end();
    if (this.mode === "lecture" && this.isConnected) this.#lecturing?.begin();
  }

  /** The attributes say what the spec says. */
  #say(spec: LessonSpec): void {
    this.spec = spec;
    this.lesson = spec.lesson;
    this.seed = spec.seed;
  }

  /** What takes its time leaves the picture standing until it is there. */
  #ask(spec: LessonSpec): void {
    this.#late.cancel();
    if (!this.state.takesTime(spec, this.weights, this.#own)) {
      this.#compute(spec);
      return;
    }
    const { weights } = this;
    this.#late.run(
      () => {
        const [asked, stood] = [this.step, this.currentStep];
        this.#compute(spec);
        if (asked !== stood) this.#goTo(asked);
      },
      this.state.prepare(spec, weights, this.#own),
    );
  }

  #compute(spec: LessonSpec): void {
    const before = this.state.run;
    const { weights } = this;
    const own = this.#own;
    const isSame = before?.spec === spec && before.weights === weights && before.own === own;
    if (isSame && !this.state.refused) return;
    const id = this.currentStep || this.step;
    const taken = this.state.compute(spec, weights, own);
    const { run, refused } = this.state;
    // What is refused leaves the attributes saying what stands on the stage.
    if (!taken && run) {
      this.#say(run.spec);
      this.weights = run.weights;
    }
    if (refused) this.#events.error(refused);
    if (!run || run === before) return;
    this.#pointing.clear();
    const { t, index } = this.player.state;
    this.player.setDurations(run.steps.map((step) => msPerStep(step.stage(run.trace).op)));
    if (before && this.state.indexOf(id) === index) this.player.seek(index, t);
    // A step that the other lesson does not have is nobody's mistake.
    else this.#goTo(before && this.state.indexOf(id) < 0 ? (run.steps[0]?.id ?? "") : id);
  }

  #goTo(id: string): void {
    const index = this.state.indexOf(id);
    if (index >= 0 && index !== this.player.state.index) this.player.goTo(index);
    if (index < 0 && id !== "") {
      const got = id.slice(0, 60);
      const message = `step: got ${got}, wants a step of the lesson`;
      this.#events.error({ code: "unknown-step", message, details: { field: "step", got } });
    }
    this.step = this.currentStep;
  }

  override render(): TemplateResult | undefined {
    const { words: plain } = this.#language;
    if (!plain) return this.#unsaid && unsaidTemplate(this.#unsaid);
    const wrong = wrongLesson(this.ownLesson);
    if (wrong) return wrongTemplate(plain, wrong);
    const run = this.#file.waits ? undefined : this.state.run;
    const words = run?.own?.over(plain) ?? plain;
    const refused = this.#file.failed ?? this.state.refused;
    if (!run) return refused ? failedTemplate(words, refused) : waitingTemplate(words);
    return frameTemplate(
      {
        words,
        run,
        controls: this.controls,
        mode: this.mode,
        rules: this.rules,
        language: this.#language.chosen,
        moving: this.moving,
        stills: this.#still.matches,
        focused: this.focused,
        theme: withOwnInks(this, shownTheme(this.theme)),
        selection: this.#pointing.selection,
        explanations: shownCells(this.#pointing.selection).flatMap((cell) => this.state.explain(cell) ?? []),
        refused: this.state.refused,
        busy: this.#late.busy,
        past: this.past.words(words),
        sheet: this.#sheets.shown,
      },
      this.#actions,
    );
  }

  override updated(): void {
    this.#showMoment(this.player.state);
    if (!this.#language.words || !this.trace) return;
    this.#events.arrived(this.trace, this.currentStep, this.player.state.index, this.state.steps.length);
    this.#sayView();
  }

  #sayView(): void {
    this.#events.view(this.view);
    if (!this.player.state.playing) this.past.look(this.moment);
  }

  #onPlayer(state: PlayerState): void {
    const { index, playing, speed } = this.moving;
    const same = state.index === index && state.playing === playing && state.speed === speed;
    if (!same) {
      this.moving = state;
      this.state.loadScenes();
    }
    if (state.index !== index) {
      this.step = this.currentStep;
      this.#pointing.clear();
    }
    // An update on its way shows and says it, too.
    if (this.isUpdatePending) return;
    if (state.index === index) this.#showMoment(state);
    if (same && !state.playing) this.#sayView();
  }

  #showMoment({ t }: PlayerState): void {
    const stage = this.renderRoot?.querySelector<StageElement>("heads-up-stage");
    // Until the parts come to life, what is set on one would stand in the way of its own.
    const transport = this.renderRoot?.querySelector<TransportElement>("heads-up-transport:defined");
    if (stage) stage.t = t;
    if (transport) transport.t = t;
  }

  readonly #actions = rootActions(this, this.#pointing, this.#events);

  readonly #onKey = (event: KeyboardEvent): void => {
    const action = keyAction(event);
    if (!isMeant(event, this, action)) return;
    if (action && !isAllowed(action, this.rules)) return;
    if (action === "close") this.#pointing.close();
    else if (action === "toggle") this.player.state.playing ? this.pause() : this.play();
    else if (action === "next") this.next();
    else if (action === "previous") this.previous();
    else if (action === "undo") this.past.undo();
    else if (action === "redo") this.past.redo();
    else return;
    if (action !== "close") event.preventDefault();
  };

  protected override async getUpdateComplete(): Promise<boolean> {
    await super.getUpdateComplete();
    await this.#late.idle;
    const done = await super.getUpdateComplete();
    await this.#parts;
    for (const name of ["stage", "strip", "side", "legend", "transport", "grid"])
      await this.renderRoot?.querySelector<LitElement>(`heads-up-${name}`)?.updateComplete;
    return done;
  }
}
