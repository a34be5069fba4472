/**
 * <heads-up>: a lesson on a stage. Attributes say which lesson, step, language and theme; one call into the
 * module computes it; a player moves through it. State flows down into the parts, their events come back up
 * here.
 */
import { LitElement, type PropertyValues, type TemplateResult } from "lit";
import type { Picture } from "../draw/picture.js";
import type { Focus } from "../draw/tensor_view.js";
import type { Theme } from "../draw/theme.js";
import type { WrongLesson } from "../lesson_file/problem.js";
import { FIRST_LESSON, openingSpec } from "../lessons/lessons.js";
import type { Refusal } from "../module/refusal.js";
import type { LessonName, LessonSpec, Trace } from "../module/types.js";
import type { Moment } from "../store/changes.js";
import type { OwnLesson, OwnWeights } from "../store/lesson_runner.js";
import { LessonState } from "../store/lesson_state.js";
import { type Rules, rulesOf } from "../store/rules.js";
import { clampFocus, isCellOf, shownCells } from "../store/selection.js";
import { settledSpec } from "../store/settled_spec.js";
import type { Sheet, ViewState } from "../store/view_state.js";
import { Player, type PlayerState } from "../timeline/player.js";
import { MediaController } from "../views/common/media.js";
import { OnScreenController } from "../views/common/on_screen.js";
import { withOwnInks } from "../views/common/own_inks.js";
import { registerElement } from "../views/common/register.js";
import { followSystem, shownTheme } from "../views/common/shown_theme.js";
import { base } from "../views/common/styles.js";
import { hostTheme } from "../views/common/theme_css.js";
import { LectureController } from "../views/lecture/lecture_controller.js";
import {
  OwnLessonController,
  refusalOfFile,
  shownLesson,
  wrongLesson,
} from "../views/lesson_file/own_lesson_controller.js";
import { SheetController } from "../views/sheets/sheet_controller.js";
import { loadScenes } from "../views/stage/shown_scenes.js";
import { StageElement } from "../views/stage/stage_element.js";
import { KeysController } from "../views/transport/keys_controller.js";
import { LanguageController } from "../words/language.js";
import { ComputingController } from "./computing_controller.js";
import type { HeadsUpMethods, HeadsUpProperties } from "./element_api.js";
import { frameCache } from "./frame_cache.js";
import { PartsController } from "./parts_controller.js";
import { PastController } from "./past_controller.js";
import { PointingController } from "./pointing.js";
import { rootActions } from "./root_actions.js";
import { RootEvents } from "./root_events.js";
import { layout } from "./root_styles.js";
import {
  failedTemplate,
  frameTemplate,
  unsaidTemplate,
  waitingTemplate,
  wrongTemplate,
} from "./root_template.js";

/** An attribute that is taken away says what one says that was never there. */
const said = (text: string | null): string => text ?? "";

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
    lesson: { converter: (text: string | null) => text ?? FIRST_LESSON },
    step: { converter: said, reflect: true },
    lang: { converter: said },
    // Reflected, because the chrome takes its colours from the attribute and the page sets the property.
    theme: { converter: said, reflect: true },
    seed: { converter: (text: string | null) => (text === null ? undefined : Number(text)) },
    controls: { converter: (text: string | null) => text ?? "full" },
    mode: { converter: said, reflect: true },
    allow: { converter: said },
    src: { converter: said },
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
  readonly #parts = new PartsController(this);
  readonly #computing = new ComputingController(this, this.#pointing, this.#events);
  readonly past = new PastController(this);
  readonly #file = new OwnLessonController(this);
  readonly #lecture = new LectureController(this);
  readonly #cache = frameCache();
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
    new KeysController(this, {
      close: () => this.#pointing.close(),
      toggle: () => (this.player.state.playing ? this.pause() : this.play()),
      next: () => this.next(),
      previous: () => this.previous(),
      undo: () => this.past.undo(),
      redo: () => this.past.redo(),
    });
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

  /** From now on the notes below the step's sentences have their text. */
  readNotes(): void {
    this.#language.open("notes");
  }

  /** Enters the table of the numbers on the stage. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>("heads-up-grid")?.focus();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unfollow = followSystem(() => this.requestUpdate());
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
    this.#parts.make(this.#language);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unfollow?.();
    this.player.pause();
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
    this.#computing.say(spec);
    if (isNew && this.state.isLoaded) this.#computing.ask(spec);
    const isAsked = changed.has("step") && this.step !== this.currentStep;
    if (isAsked && this.state.trace && !this.#computing.busy) this.#computing.goTo(this.step);
    const batches = this.state.stepNamed("ids")?.shape[0];
    if (batches) this.focused = clampFocus(this.focused, batches, this.state.trace?.spec.numHeads ?? 1);
    this.player.setStills(this.#still.matches);
    this.player.setAlone(this.mode === "lecture" || !this.rules.steps);
    if (changed.has("mode")) void this.#lecture.follow();
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
        busy: this.#computing.busy,
        past: this.past.words(words),
        sheet: this.#sheets.shown,
        cache: this.#cache,
      },
      this.#actions,
    );
  }

  override updated(): void {
    this.#parts.show(this.player.state);
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
      this.#loadScenes();
    }
    if (state.index !== index) {
      this.step = this.currentStep;
      this.#pointing.clear();
    }
    // An update on its way shows and says it, too.
    if (this.isUpdatePending) return;
    if (state.index === index) this.#parts.show(state);
    if (same && !state.playing) this.#sayView();
  }

  /** The scenes of the steps to come. */
  #loadScenes(): void {
    const { run } = this.state;
    if (run) void loadScenes(run.steps.map((step) => step.stage(run.trace)));
  }

  readonly #actions = rootActions(this, this.#pointing, this.#events);

  protected override async getUpdateComplete(): Promise<boolean> {
    await super.getUpdateComplete();
    await this.#computing.idle;
    const done = await super.getUpdateComplete();
    await this.#parts.complete();
    return done;
  }
}
