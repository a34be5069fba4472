/** <heads-up-notebook>: the reader's program at the right, its steps at the left, what they print and ask below. Its keys are for what is around it to listen to. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property } from "lit/decorators/property.js";
import type { CellRef } from "../../draw/picture.js";
import { axisKey, axisText } from "../../draw/program/axis_key.js";
import { type DrawnStep, refAt, rowAxesOf, WHOLE } from "../../draw/program/relation.js";
import { thumbnailOf } from "../../draw/program/thumbnail.js";
import { offsetOf } from "../../draw/tensor_view.js";
import { type Palette, paletteOf, printed, type ThemeName } from "../../draw/theme.js";
import type { ConfusionId } from "../../lessons/offers.js";
import { type Rules, rulesOf } from "../../lessons/rules.js";
import type { ProgramHint, ProgramResult, ProgramStep } from "../../module/python/types.js";
import { sameShape } from "../../module/shape.js";
import { firstDifference } from "../../notebook/difference.js";
import { layers } from "../../notebook/examples.js";
import { firstOf, groupAt } from "../../notebook/groups.js";
import { confusionOf, hintText } from "../../notebook/hint_text.js";
import type { NotebookStore } from "../../notebook/notebook_store.js";
import { operationText } from "../../notebook/operation_text.js";
import { type NotebookState, pathsIn, stepOnStage, stopIn } from "../../notebook/state.js";
import { differencesIn, outputsOf, type ProgramRun, shapesOfLines, tensorAt } from "../../notebook/steps.js";
import { Frames, nextTask } from "../../timeline/frames.js";
import { momentOf } from "../../timeline/playback.js";
import { format, valueText } from "../../words/number_text.js";
import { problemText } from "../../words/problem_text.js";
import { richText } from "../../words/rich_text.js";
import type { NotebookWords, PageWords } from "../../words/words.js";
import { painted } from "../common/canvas.js";
import { isAllowed, isTyping, isWithin, keyAction } from "../common/keys.js";
import { memo } from "../common/memo.js";
import { reactive } from "../common/reactive.js";
import { registerElements } from "../common/register.js";
import { followSystem, shownTheme } from "../common/shown_theme.js";
import { base } from "../common/styles.js";
import { axisColors } from "../common/theme_css.js";
import type { VisibleMatrix } from "../common/visible_matrix.js";
import { followMedia, whileConnected } from "../common/while_connected.js";
import {
  besideButton,
  LectureController,
  lectureButtons,
  lectureStyles,
  toggleFullscreen,
} from "../lecture/lecture.js";
import { GridElement } from "../stage/grid_element.js";
import { TransportElement } from "../transport/transport_element.js";
import { answerTemplate, cellText } from "./answer_template.js";
import type { CodeElement, Describe } from "./code_editor.js";
import type { TakenStep } from "./files_bar.js";
import { linesTemplate, openItems, type StripActions } from "./lines_template.js";
import { notebookStyles } from "./notebook_styles.js";
import { printStyles, printTemplate } from "./print_template.js";
import { inPythonsWords, problemTemplate, refusedIn } from "./problem_template.js";
import { groupTitle, outputsIn, ProgramStageElement, titleIn } from "./program_stage.js";

type Marks = Pick<CodeElement, "lit" | "shapes" | "error" | "notes" | "describe">;

/** The end of a long output is what the last lines printed. */
const MOST_OUTPUT = 20_000;
/** What a tooltip shows of a tensor. */
const MOST_NUMBERS = 6;
const TOOLTIP_PICTURE = { width: 132, height: 60 };
const NO_SHAPES: ReturnType<typeof shapesOfLines> = new Map();
/** The program as it was opened, among those to compare with. */
const OPENED = "opened";

export class NotebookElement extends LitElement {
  @reactive words!: PageWords;
  @property() override lang!: string;
  @reactive theme!: ThemeName | "";
  /** The notebook's own words; undefined until they have loaded. */
  @reactive notebook!: NotebookWords | undefined;
  /** Why they have not. */
  @reactive failure!: string | undefined;
  @reactive store!: NotebookStore;
  /** Where the lessons answer a common question; undefined if the page around has no lessons. */
  @reactive answerUrl: ((question: ConfusionId) => string) | undefined;
  /** What stands above the code: opening, saving, sharing. */
  @reactive bar: TemplateResult | undefined;
  /** `lecture`: large type for a room. A lecture that the reader ends fires "mode". */
  @property({ reflect: true }) mode: "" | "lecture" = "";
  /** Whether a lecture shows the code beside the stage. */
  @reactive hasCode = true;
  /** `full`: everything; `minimal`: stage and transport; `none`: the stage alone. */
  @reactive controls!: "full" | "minimal" | "none";
  /** What the reader may do. */
  @reactive rules!: Rules;
  readonly #frames = new Frames((ms) => this.store.dispatch({ type: "frame", ms }));
  readonly #difference = memo(firstDifference);
  readonly #shapes = memo(shapesOfLines);
  readonly #lines = memo(linesTemplate);
  readonly #proof = memo(proofAt);
  readonly #matrices = memo((run: ProgramRun, step: DrawnStep, origin: readonly number[]) =>
    outputsIn(run, step).map((one, i) => matrixOf(one, i === 0 ? origin : [])),
  );
  #palette: Palette | undefined;

  readonly #lecture = new LectureController(this, {
    first: () => {
      this.store.dispatch({ type: "step", index: 0, level: 0 });
      this.store.dispatch({ type: "seek", t: 0 });
    },
    previous: () => {
      this.store.dispatch({ type: "seek", t: 1 }); // from within a step, "previous" goes to its beginning
      this.store.dispatch({ type: "previous" });
    },
    end: () => this.store.dispatch({ type: "seek", t: 1 }),
    next: () => this.store.dispatch({ type: "next" }),
    last: () =>
      this.store.dispatch({ type: "step", index: (this.store.state.run?.steps.length ?? 1) - 1, level: 0 }),
    beside: (part) => part === "code" && this.#toggleCode(),
  });

  static override styles = [base, axisColors, lectureStyles, notebookStyles, printStyles];

  constructor() {
    super();
    this.controls = "full";
    this.rules = rulesOf("", "");
    followMedia(this, "(prefers-reduced-motion: reduce)", (stills) =>
      this.store.dispatch({ type: "stills", stills }),
    );
    whileConnected(this, (signal) => {
      const followed = [
        this.store.subscribe((state, before) => {
          this.#frames.run(state.playback.playing);
          if (isOnlyTyped(state, before)) return;
          if (isOnlyMoved(state, before) && !this.isUpdatePending) this.#showMoment();
          else this.requestUpdate();
        }),
        followSystem(() => this.requestUpdate()),
      ];
      signal.addEventListener("abort", () => {
        this.#frames.run(false);
        for (const leave of followed) leave();
      });
    });
  }

  /** The skip link leads to the code. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>("heads-up-code")?.focus();
  }

  /** The step on the stage, to be taken away. */
  get taken(): TakenStep | undefined {
    const { notebook, store, words } = this;
    const { run, playback } = store.state;
    const step = stepOnStage(store.state);
    const group = groupAt(pathsIn(store.state), stopIn(store.state));
    const stage = this.renderRoot.querySelector<ProgramStageElement>("heads-up-program-stage");
    if (!notebook || !run || !step || !stage) return undefined;
    const desc = operationText(notebook, step.op).replaceAll("`", "");
    return {
      outputs: group ? outputsOf(run, group) : [step],
      theme: shownTheme(this.theme),
      t: momentOf(playback),
      words: { title: `${titleIn(run, step)} · ${words.app.name}`, desc, lang: this.lang },
      motion: (theme) => stage.motion(theme),
    };
  }

  readonly #strip: StripActions = {
    step: (index, level) => this.store.dispatch({ type: "step", index, level }),
    enter: () => this.store.dispatch({ type: "enter" }),
    leave: (level) => this.store.dispatch({ type: "leave", level }),
    turn: (level, by) => this.store.dispatch({ type: "turn", level, by }),
  };

  /** A key that is not for what has the focus. */
  takeKey(event: KeyboardEvent): void {
    const action = keyAction(event);
    const { store, rules } = this;
    const { playback, asked, level } = store.state;
    if (action && !isAllowed(action, rules)) return;
    if (action === "toggle") store.dispatch({ type: playback.playing ? "pause" : "play" });
    else if (action === "next" || action === "previous")
      store.dispatch(event.shiftKey ? { type: "turn", by: action === "next" ? 1 : -1 } : { type: action });
    else if (action === "close" && asked.length > 0) store.dispatch({ type: "ask", cell: undefined });
    else if (action === "close" && level > 0 && !isTyping(event)) store.dispatch({ type: "leave" });
    else if (event.key === "Enter" && rules.steps && isForStage(event)) store.dispatch({ type: "enter" });
    else return;
    event.preventDefault();
  }

  readonly #ask = ({ detail }: CustomEvent<CellRef | undefined>): void => {
    if (this.rules.ask) this.store.dispatch({ type: "ask", cell: detail });
  };

  /** What a program has done is shown after the letter that was typed, and around the stage after the stage: each in a frame of its own. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.#around && this.store.state.run !== this.#onStage) await nextTask();
    super.scheduleUpdate();
  }
  /** The program on the stage. */
  #onStage: ProgramRun | undefined;
  /** What the strip, the marks in the code and the parts below it show. */
  #around: NotebookState | undefined;
  /** What the table for screen readers shows. */
  #read: NotebookState | undefined;

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("mode")) this.#lecture.follow();
    const { state } = this.store;
    this.#onStage = state.run;
    if (!this.#around || this.#around.run === state.run) this.#around = state;
    if (!this.#read || this.#read.run === state.run) this.#read = state;
    const theme = shownTheme(this.theme);
    if (this.#palette?.paper !== theme.paper || this.#palette.name !== theme.name)
      this.#palette = paletteOf(theme);
  }

  play(): void {
    this.store.dispatch({ type: "play" });
  }

  pause(): void {
    this.store.dispatch({ type: "pause" });
  }

  /** Whether a number is asked about. */
  isOpen(): boolean {
    return this.store.state.asked.length > 0;
  }

  get isLecture(): boolean {
    return this.mode === "lecture";
  }

  leaveLecture(): void {
    this.mode = "";
    this.dispatchEvent(new CustomEvent("mode", { bubbles: true }));
  }

  #toggleCode(): boolean {
    this.hasCode = !this.hasCode;
    return true;
  }

  /** Tells the stage and the slider the moment within the step, which is all that changes from frame to frame. */
  #showMoment(): void {
    const t = momentOf(this.store.state.playback);
    const stage = this.renderRoot.querySelector<ProgramStageElement>("heads-up-program-stage");
    const transport = this.renderRoot.querySelector<TransportElement>("heads-up-transport");
    if (stage) stage.t = t;
    if (transport) transport.t = t;
  }

  /** The strip follows the step; the page itself does not scroll. */
  override updated(): void {
    this.#showMoment();
    const { latest, failure } = this.store.state;
    if (this.controls === "full" && (latest || failure)) void this.#loadEditor();
    if (this.#around?.run !== this.#onStage || this.#read?.run !== this.#onStage) void this.#follow();
    const strip = this.renderRoot.querySelector<HTMLElement>(".lines");
    const current = strip?.querySelector<HTMLElement>("[aria-current]");
    if (!strip || !current || current === this.#inView) return;
    this.#inView = current;
    const path = this.renderRoot.querySelector<HTMLElement>(".crumbs");
    if (path) path.scrollLeft = path.scrollWidth;
    const [bar, step] = [strip.getBoundingClientRect(), current.getBoundingClientRect()];
    if (step.left < bar.left || step.right > bar.right)
      strip.scrollLeft += step.left - bar.left - (bar.width - step.width) / 2;
  }
  #inView: HTMLElement | undefined;

  /** Shows what is around the stage once that is painted, and then what screen readers read. */
  async #follow(): Promise<void> {
    const isAround = this.#around?.run === this.#onStage;
    await this.renderRoot.querySelector<ProgramStageElement>("heads-up-program-stage")?.updateComplete;
    await nextTask();
    if (isAround) this.#read = this.store.state;
    else this.#around = this.store.state;
    this.requestUpdate();
  }

  override render(): TemplateResult {
    const { notebook, store } = this;
    if (!notebook) return html`<p class="empty" role="status">${this.failure ?? nothing}</p>`;
    const { state } = store;
    const around = this.#around ?? state;
    const full = this.controls === "full";
    const strip = full && this.rules.steps ? this.#palette : undefined;
    return html`${full && this.#palette?.paper === printed.paper ? this.#paper(notebook, around) : nothing}<div class="frame ${full ? "" : "alone"}">
      ${strip ? this.#lines(around, notebook, strip, this.#strip) : nothing}
      <section class="stage" aria-label=${this.words.app.stage}>${this.#stage(notebook, state)}</section>
      ${
        this.controls === "none"
          ? nothing
          : html`<div class="transport">${this.#transport(notebook, state)}${this.mode ? this.#lectureButtons() : nothing}</div>`
      }
      ${
        full
          ? html`<section class="code" aria-label=${notebook.stage.editor} ?hidden=${this.mode !== "" && !this.hasCode}>
              <div class="bar">${this.bar ?? nothing}</div>
              ${this.#editor(notebook, state.source, around)}
              ${this.#below(notebook, around)}
            </section>`
          : nothing
      }
      <div class="unseen" role="status">${this.#announcement(notebook, state)}</div>
    </div>`;
  }

  #stage(notebook: NotebookWords, state: NotebookState): TemplateResult {
    const { stage } = notebook;
    const { run, failure, latest, playback, origin, asked } = state;
    const step = stepOnStage(state);
    const read = (this.#read && stepOnStage(this.#read)) ?? step;
    if (!run || !step || !read)
      return html`<p class="empty">${failure ? problemText(this.words, failure) : nothingYet(stage, latest)}</p>`;
    const made = outputsIn(run, step);
    const hints = this.controls === "full" ? hintsAt(run, step) : [];
    const shapes = (differencesOnStage(state) ? [step] : made).filter(({ shape }) => shape.length > 0);
    const table = (matrix: VisibleMatrix, i: number): TemplateResult =>
      html`<heads-up-grid .words=${this.words} .matrix=${matrix} .caption=${format(stage.caption, { name: titleIn(run, made[i] ?? step) })}
        .waiting=${momentOf(playback) === 0}
        @cell-open=${this.#ask}></heads-up-grid>`;
    return html`
      <header class="head">
        <h2>${titleOnStage(state, run, step)}</h2>
        <span class="shape">${shapes.map((one, i) => html`${i > 0 ? ", " : ""}${shapeTemplate(one)}`)}</span>
        ${this.#about(notebook, state, step)}
        ${hints.map((hint) => this.#hint(notebook, run, hint))}
        ${this.controls === "full" && endsHere(state) ? this.#problem(notebook, state) : nothing}
      </header>
      <heads-up-program-stage .run=${run} .step=${step} .origin=${origin} .asked=${asked.at(-1) ?? (hints.length > 0 ? this.#proof(run, step) : undefined)}
        .theme=${this.#palette ?? shownTheme(this.theme)}
        @arranged=${() => this.requestUpdate()}
        @cell-open=${this.#ask}></heads-up-program-stage>
      ${this.#theirs(notebook, state, step)}
      ${this.#parts(stage, step, origin)}
      ${this.#matrices(this.#read?.run ?? run, read, this.#read?.origin ?? origin).map(table)}`;
  }

  /** What the step does; a group that is shown as one step can be entered. */
  #about(notebook: NotebookWords, state: NotebookState, step: ProgramStep): TemplateResult {
    const { stage } = notebook;
    const line = format(stage.line, { line: String(step.source.line) });
    const group = groupAt(pathsIn(state), stopIn(state));
    if (!group || !state.run)
      return html`<p>${line} · <code>${step.op}</code> · ${richText(operationText(notebook, step.op))}</p>`;
    const enter = format(stage.enter, { count: String(group.last - group.first + 1) });
    return html`<p>${line} · <code>${groupTitle(state.run, group)}</code> · ${stepText(notebook, state, step)}
      <button class="enter" title="Enter" @click=${() => this.store.dispatch({ type: "enter" })}>${enter}</button></p>`;
  }

  #hint(notebook: NotebookWords, run: ProgramRun, hint: ProgramHint): TemplateResult {
    const { title, says } = hintText(notebook, hint, run.result.trace.steps, (cell) => cellText(run, cell));
    const question = confusionOf(hint.rule);
    return html`<div class="hint"><strong>${title}</strong> ${richText(says)}
      ${question && this.answerUrl ? html`<a href=${this.answerUrl(question)}>${notebook.stage.answer}</a>` : nothing}</div>`;
  }

  #paper(notebook: NotebookWords, state: NotebookState): TemplateResult {
    const step = stepOnStage(state);
    const about = step ? this.#about(notebook, state, step) : nothing;
    const shapes = state.run ? this.#shapes(state.run) : NO_SHAPES;
    return printTemplate(state, notebook, this.lang, shapes, about);
  }

  #lectureButtons(): TemplateResult {
    return html`<span class="toggles">${besideButton(this.words, "code", this.hasCode, () => this.#toggleCode())}</span>
      ${lectureButtons(this.words, { fullscreen: () => void toggleFullscreen(this), leave: () => this.leaveLecture() })}`;
  }

  /** At the step that differs first, what the other program makes instead. */
  #theirs(
    { compare }: NotebookWords,
    state: NotebookState,
    step: ProgramStep,
  ): TemplateResult | typeof nothing {
    const { other, run } = state;
    const found = run && other && this.#difference(run, other.run);
    if (!other || !found?.theirs || found.mine.name !== step.name) return nothing;
    const { theirs } = found;
    return html`<header class="head theirs">
        <h2>${titleIn(other.run, theirs)}</h2><span class="shape">${shapeTemplate(theirs)}</span>
        <p>${format(compare.theirs, { line: String(theirs.source.line) })}</p>
      </header>
      <heads-up-program-stage .run=${other.run} .step=${theirs} .t=${1} .origin=${state.origin} .asked=${undefined}
        .theme=${this.#palette ?? shownTheme(this.theme)}></heads-up-program-stage>`;
  }

  /** The programs to compare with, and where the reader's first differs. */
  #comparison(notebook: NotebookWords, state: NotebookState): TemplateResult | typeof nothing {
    const { compare } = notebook;
    const { run, other, opened, source } = state;
    if (!run) return nothing;
    const found = other && this.#difference(run, other.run);
    const name = found && titleIn(run, found.mine);
    return html`<p class="compare"><label>${compare.label}
      <select @change=${this.#onCompare}>
        <option value="" ?selected=${!other}>${compare.nothing}</option>
        ${opened === source && other?.id !== OPENED ? nothing : html`<option value=${OPENED} ?selected=${other?.id === OPENED}>${compare.opened}</option>`}
        ${layers.map(({ id }) => html`<option value=${id} ?selected=${other?.id === id}>${notebook.examples[id]}</option>`)}
      </select></label></p>
      ${
        other
          ? html`<p role="status">${
              found
                ? format(found.theirs ? compare.differs : compare.onlyMine, {
                    ...{ name: name ?? "", line: String(found.mine.source.line), alike: String(found.alike) },
                    theirs: String(found.theirs?.source.line ?? ""),
                  })
                : compare.same
            } ${found ? html`<button @click=${() => this.#goTo(found.mine.name)}>${notebook.stage.show}</button>` : nothing}</p>`
          : nothing
      }`;
  }

  readonly #onCompare = async (event: Event): Promise<void> => {
    const id = (event.target as HTMLSelectElement).value;
    const { opened } = this.store.state;
    const source = id === OPENED ? opened : await layers.find((one) => one.id === id)?.load();
    this.store.dispatch({ type: "compare", id: source === undefined ? "" : id, source: source ?? "" });
  };

  /** Which part of each long axis is drawn, and buttons to the next part. */
  #parts(
    stage: NotebookWords["stage"],
    step: ProgramStep,
    origin: readonly number[],
  ): TemplateResult | typeof nothing {
    const { shape, axes } = step;
    const drawn = this.renderRoot?.querySelector<ProgramStageElement>("heads-up-program-stage")?.drawn;
    if (!drawn || drawn.step !== step || !drawn.isCut) return html`<div class="parts"></div>`;
    const cells = drawn.rows.flatMap((_, row) => [
      refAt(drawn, row, 0),
      refAt(drawn, row, drawn.cols.length - 1),
    ]);
    const part = (size: number, axis: number): TemplateResult | typeof nothing => {
      const at = cells.map(({ index }) => index[axis] ?? 0);
      const [first, last] = [Math.min(...at), Math.max(...at)];
      const count = last - first + 1;
      if (count >= size) return nothing;
      const name = axes[axis] || format(stage.axis, { axis: String(axis) });
      const go = (to: number): void =>
        this.store.dispatch({
          type: "origin",
          origin: shape.map((_, i) => (i === axis ? to : (origin[i] ?? 0))),
        });
      return html`<span>
        <button ?disabled=${first === 0} aria-label=${format(stage.before, { axis: name })} @click=${() => go(Math.max(0, first - count))}>‹</button>
        ${format(count === 1 ? stage.onePart : stage.part, { axis: name, from: String(first), to: String(last), size: String(size) })}
        <button ?disabled=${last >= size - 1} aria-label=${format(stage.after, { axis: name })} @click=${() => go(last + 1)}>›</button>
      </span>`;
    };
    return html`<div class="parts">${shape.map(part)}</div>`;
  }

  #transport({ stage }: NotebookWords, state: NotebookState): TemplateResult | typeof nothing {
    const { run, playback } = state;
    const step = stepOnStage(state);
    if (!run || !step) return nothing;
    const { index, playing, through, speed, stills } = playback;
    const total = run.steps.length;
    const { at, count } = openItems(state);
    const title = format(stage.stepLabel, { line: String(step.source.line), title: titleIn(run, step) });
    return html`<heads-up-transport .words=${this.words} .index=${firstOf(run.paths, stopIn(state)) === 0 ? 0 : index} .total=${total} .number=${String(at + 1)} .count=${count}
      .playing=${playing} .through=${through} .waiting=${playback.progress === 0 && !playing} .speed=${speed} .stills=${stills}
      .stepTitle=${title} .past=${undefined} .rules=${this.rules}
      @transport=${this.#onTransport}></heads-up-transport>`;
  }

  readonly #onTransport = ({ detail }: CustomEvent<{ name: string; value?: number }>): void => {
    const { store } = this;
    const { name, value = 0 } = detail;
    const last = (store.state.run?.steps.length ?? 1) - 1;
    if (name === "scrub") store.dispatch({ type: "seek", t: value });
    else if (name === "speed") store.dispatch({ type: "speed", speed: value });
    else if (name === "through") store.dispatch({ type: "through", through: value === 1 });
    else if (name === "first") store.dispatch({ type: "step", index: 0, level: 0 });
    else if (name === "last") store.dispatch({ type: "step", index: last, level: 0 });
    else store.dispatch({ type: name as "play" | "pause" | "next" | "previous" });
  };

  #editor(notebook: NotebookWords, source: string, state: NotebookState): TemplateResult {
    // The reader may have typed on: then the marks are those of the text before, which move with it.
    const { latest } = state;
    if (!latest || !this.#marks || latest.trace.program.source === source)
      this.#marks = this.#marksOf(state, notebook);
    const { lit, shapes, error, notes, describe } = this.#marks;
    return html`<heads-up-code .source=${source} .locked=${!this.rules.data} ?wraps=${this.mode !== ""} .label=${notebook.stage.editor}
      .lit=${lit} .shapes=${shapes} .error=${error} .notes=${notes} .describe=${describe}
      @code-edit=${({ detail }: CustomEvent) => this.store.dispatch({ type: "edit", source: detail.source })}
      @code-open=${({ detail }: CustomEvent) => this.store.dispatch({ type: "open", source: detail.source })}
      @code-place=${({ detail }: CustomEvent) => this.store.dispatch({ type: "place", ...detail })}
      @code-note=${({ detail }: CustomEvent) => this.#showHint(state.run?.result.hints[Number(detail.id)])}>${this.#text(source)}</heads-up-code>`;
  }

  /** The program before the editor has loaded. */
  #text(source: string): TemplateResult | typeof nothing {
    if (customElements.get("heads-up-code")) return nothing;
    const missing = html`<p class="problem" role="alert">${this.words.errors["not-loaded"]}</p>`;
    return html`${this.#isEditorMissing ? missing : nothing}<pre tabindex="0">${source}</pre>`;
  }

  /** The editor waits for the interpreter, because both are large, and the stage is what readers come for. */
  async #loadEditor(): Promise<void> {
    if (this.#isEditorAsked) return;
    this.#isEditorAsked = true;
    try {
      await import("./code_editor.js");
    } catch {
      this.#isEditorMissing = true;
    }
    this.requestUpdate();
  }
  #isEditorAsked = false;
  #isEditorMissing = false;
  #marks: Marks | undefined;

  readonly #marksOf = memo((state: NotebookState, notebook: NotebookWords): Marks => {
    const { run, latest } = state;
    const { error } = latest ?? {};
    const isCurrent = run !== undefined && run.result === latest;
    return {
      lit: isCurrent ? stepOnStage(state)?.source : undefined,
      shapes: run ? this.#shapes(run) : NO_SHAPES,
      error: error
        ? { ...error, text: `${error.type}: ${error.message}${error.hint ? ` ${error.hint}` : ""}` }
        : undefined,
      notes: isCurrent
        ? run.result.hints.map((hint, i) => ({ ...noteOf(notebook, run, hint), id: String(i) }))
        : [],
      describe: isCurrent ? this.#describe : undefined,
    };
  });

  /** The tensor of a name in the code, or of the expression that it is in. */
  readonly #describe: Describe = ({ line, column }, word) => {
    const { run, playback } = this.store.state;
    const step = run && tensorAt(run, line, column, word, playback.index);
    if (!run || !step || !this.#palette) return undefined;
    const numbers = Array.from(step.data.slice(0, MOST_NUMBERS), (x) =>
      valueText(x, matrixOf(step, []).dtype),
    );
    return html`<div class="name">${titleIn(run, step)}</div>
      <div class="of">${shapeTemplate(step)} ${step.dtype}</div>
      <canvas aria-hidden="true" ${painted(thumbnailOf(step, this.#palette, TOOLTIP_PICTURE, run.tensors), this.#palette.paper)}></canvas>
      <div class="numbers">${numbers.join(", ")}${step.data.length > MOST_NUMBERS ? ", …" : ""}</div>`;
  };

  #below(notebook: NotebookWords, state: NotebookState): TemplateResult {
    const { stage } = notebook;
    const { latest, run } = state;
    const hints = run?.result.hints ?? [];
    const output = latest?.stdout ?? "";
    return html`<div class="below">
      ${answerTemplate(state, notebook, {
        ask: (cell) => this.store.dispatch({ type: "ask", cell }),
        back: () => this.store.dispatch({ type: "back" }),
        goTo: (name) => this.#goTo(name),
      })}
      ${endsHere(state) ? nothing : this.#problem(notebook, state)}
      ${hints.length > 0 ? html`<h3>${stage.hints}</h3>` : nothing}
      ${hints.map((hint) => {
        const { line, text } = noteOf(notebook, run, hint);
        const label = format(stage.stepLabel, { line: String(line), title: text });
        return html`<div class="wrong"><button @click=${() => this.#showHint(hint)}>${label}</button></div>`;
      })}
      ${this.#comparison(notebook, state)}
      ${
        output
          ? html`<h3>${stage.output}</h3><pre>${output.slice(-MOST_OUTPUT)}</pre>
            ${output.length > MOST_OUTPUT ? html`<p>${format(stage.cut, { count: String(MOST_OUTPUT) })}</p>` : nothing}`
          : nothing
      }
    </div>`;
  }

  #problem(notebook: NotebookWords, state: NotebookState): TemplateResult | typeof nothing {
    return problemTemplate(state, notebook, {
      whole: () => this.store.dispatch({ type: "whole" }),
      goTo: (name) => this.#goTo(name),
    });
  }

  #goTo(name: string): void {
    const index = this.store.state.run?.steps.findIndex((step) => step.name === name) ?? -1;
    if (index >= 0) this.store.dispatch({ type: "step", index });
  }

  /** The step of a hint, which on a phone is far above the code. */
  #showHint(hint: ProgramHint | undefined): void {
    if (!hint) return;
    this.#goTo(hint.step);
    this.renderRoot.querySelector(".stage")?.scrollIntoView({ block: "nearest" });
  }

  #announcement(notebook: NotebookWords, state: NotebookState): string {
    const { stage } = notebook;
    const step = stepOnStage(state);
    const error = state.latest?.error;
    if (error)
      return `${inPythonsWords(stage, error)} ${refusedIn(state, notebook)?.says.replaceAll("`", "") ?? ""}`.trim();
    if (!state.run || !step || state.playback.playing) return "";
    const facts = { line: String(step.source.line), title: titleOnStage(state, state.run, step) };
    const wrong = hintsAt(state.run, step).map(
      ({ rule }) => ` ${stage.hints}: ${notebook.hints[rule].title}.`,
    );
    return format(stage.announced, { ...facts, says: stepText(notebook, state, step) }) + wrong.join("");
  }
}

/** Enter presses buttons and links, and asks about a number of a table. */
const isForStage = (event: KeyboardEvent): boolean =>
  !isTyping(event) && !isWithin(event, 'button, a, summary, [role="grid"]') && keyAction(event) === undefined;

/** Whether the reader has typed a letter, which the editor shows by itself; what it does comes with the next run. */
const isOnlyTyped = ({ source, ...state }: NotebookState, before: NotebookState): boolean =>
  source !== before.source &&
  (Object.keys(state) as (keyof typeof state)[]).every((name) => state[name] === before[name]);

/** Why there is no step to be seen. */
function nothingYet(stage: NotebookWords["stage"], latest: ProgramResult | undefined): string {
  if (!latest) return stage.starting;
  const { error } = latest;
  return error ? inPythonsWords(stage, error) : stage.empty;
}

/** Whether playback has only gone on within a step. */
function isOnlyMoved(state: NotebookState, before: NotebookState): boolean {
  const rest = ({ playback: { progress, gapMs: _, ...playback }, ...others }: NotebookState) =>
    Object.values({ ...others, ...playback, waits: progress === 0, isOver: progress === 1 });
  const old = rest(before);
  return rest(state).every((value, i) => value === old[i]);
}

/** "B 2 × H 2 × L 3", each letter in its colour. */
const shapeTemplate = ({ shape, axes }: ProgramStep): readonly unknown[] =>
  shape.map(
    (size, i) =>
      html`${i > 0 ? " × " : ""}<span class="axis-${axisKey(axes[i])}">${axisText(axes[i], size)}</span>`,
  );

function noteOf({ hints }: NotebookWords, run: ProgramRun | undefined, { rule, step }: ProgramHint) {
  return { line: run?.tensors.get(step)?.source.line ?? 1, text: hints[rule].title };
}

/**
 * Whether the step on the stage is the last before the error that ended the program, as it was opened: while readers type, an error
 * that comes and goes over the picture would move it.
 */
const endsHere = ({ run, latest, playback, source, opened }: NotebookState): boolean =>
  source === opened && run?.result === latest && playback.index + 1 === run?.steps.length;

/** What looks wrong at a step. */
const hintsAt = ({ result }: ProgramRun, { name, op }: DrawnStep): readonly ProgramHint[] =>
  op === WHOLE ? [] : result.hints.filter(({ step }) => step === name);

/** The cell of a step that proves its hint: one of the hint's cells, or the one at the place of such a cell in a tensor with the same axes. */
function proofAt(run: ProgramRun, step: DrawnStep): CellRef | undefined {
  const { name, shape, axes } = step;
  const isAlike = (one: ProgramStep | undefined): boolean =>
    one !== undefined && sameShape(one.shape, shape) && String(one.axes) === String(axes);
  const cells = hintsAt(run, step).flatMap((hint) => hint.cells);
  const proof =
    cells.find((cell) => cell.step === name) ?? cells.find((cell) => isAlike(run.tensors.get(cell.step)));
  return proof && { name, index: proof.index };
}

/** What differs, where allclose is on the stage. */
function differencesOnStage(state: NotebookState): ProgramStep | undefined {
  const group = groupAt(pathsIn(state), stopIn(state));
  return state.run && group && differencesIn(state.run, group);
}

/** The names of what comes out; of allclose its answer alone. */
function titleOnStage(state: NotebookState, run: ProgramRun, step: DrawnStep): string {
  const group = groupAt(pathsIn(state), stopIn(state));
  const shown = differencesOnStage(state) ? [step] : outputsIn(run, step);
  const rest = group && outputsOf(run, group).length > shown.length ? ["…"] : [];
  return [...shown.map((one) => titleIn(run, one)), ...(shown.length > 1 ? rest : [])].join(", ");
}

function stepText(notebook: NotebookWords, state: NotebookState, { op }: ProgramStep): string {
  const differences = differencesOnStage(state);
  if (!differences) return operationText(notebook, op);
  const largest = Array.from(differences.data).reduce((a, b) => Math.max(a, b), 0);
  return format(notebook.stage.allclose, { largest: Number(largest.toPrecision(2)) });
}

/** The rows and columns of a step as a table, at the place that is drawn. */
function matrixOf(step: ProgramStep, origin: readonly number[]): VisibleMatrix {
  const { shape, axes, name, dtype, data } = step;
  const rank = shape.length;
  const [rowAxis] = rowAxesOf(shape);
  const [rows, cols] = [shape[rowAxis] ?? 1, shape[rank - 1] ?? 1];
  const indexOf = (row: number, col: number): readonly number[] =>
    shape.map((_, axis) => (axis === rank - 1 ? col : axis === rowAxis ? row : (origin[axis] ?? 0)));
  return {
    name,
    dtype: dtype === "bool" ? "bool" : dtype === "float32" || dtype === "float64" ? "float32" : "int32",
    rowLetter: axes[rowAxis] ?? "",
    colLetter: axes[rank - 1] ?? "",
    ...{ rows, cols },
    rowHeader: (row) => `${axes[rowAxis] ?? ""} ${row}`.trim(),
    colHeader: (col) => `${axes[rank - 1] ?? ""} ${col}`.trim(),
    value: (row, col) => data[offsetOf(shape, indexOf(row, col))] ?? Number.NaN,
    ref: (row, col) => ({ name, index: indexOf(row, col) }),
    place: (index) => [index[rowAxis] ?? 0, index[rank - 1] ?? 0],
  };
}

registerElements([
  ["heads-up-program-stage", ProgramStageElement],
  ["heads-up-grid", GridElement],
  ["heads-up-transport", TransportElement],
  ["heads-up-notebook", NotebookElement],
]);
