/**
 * The stage: a canvas that shows draw(input, t), with cells to point at and the arithmetic of the chosen cell beside it.
 * It decides nothing about the picture: it paints it and reports which cell was chosen.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { withChanges } from "../../draw/changed.js";
import { highlight } from "../../draw/overlay.js";
import { paint, shapeText } from "../../draw/paint/paint.js";
import {
  type CellMark,
  type CellRef,
  type CellSize,
  cellAt,
  cellsShowing,
  type Focus,
  type Overview,
  type Picture,
  type Rect,
  type SceneInput,
  type StageStep,
  sameRef,
  type Terms,
  type Tokens,
} from "../../draw/picture.js";
import { type Palette, paletteOf, type Theme } from "../../draw/theme.js";
import { cellCount } from "../../module/shape.js";
import type { Explanation, LessonName, Trace } from "../../module/types.js";
import { draw, operationOf } from "../../operations/operations.js";
import { coreOfTraces } from "../../store/lesson_runner.js";
import type { CalloutElement } from "../callout/callout_element.js";
import { NARROW, placeArithmetic } from "../callout/callout_place.js";
import { type IsOver, whenIdle } from "../common/idle.js";
import { boxOnScreen, pixelRatio, scaleOnScreen } from "../common/pixel_ratio.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { waitToUpdate } from "../common/update_queue.js";
import { whileConnected } from "../common/while_connected.js";
import type { Motion } from "../take_away/animation.js";
import type { AxisKeysElement } from "./axis_keys_element.js";
import { axisLabelsOf } from "./axis_labels.js";

/** A picture that has not changed for this long counts as still. */
const STILL_MS = 150;

/** A tensor with more numbers is painted in separate tasks even when only its numbers have changed. */
const MANY = 20_000;

/** Number of marks whose texts are shaped between checks of the clock. */
const AT_ONCE = 20;
const PIECE_MS = 12;
const LONGEST_WAIT_MS = 1000;

/** Resolves when there is time for another piece of work. */
type Pause = () => Promise<IsOver>;

/** For preparing the next step in idle time. */
const idlePause: Pause = () => new Promise((work) => whenIdle(work, LONGEST_WAIT_MS));

/** For preparing a step that the reader jumped to. */
const shortPause: Pause = async () => {
  await waitToUpdate("stage");
  const end = performance.now() + PIECE_MS;
  return () => performance.now() > end;
};

/**
 * The stage's picture, drawn once per moment. The result of the next step is prepared in small tasks, which do not block
 * the page: drawing it fills the colour cache, and shaping its texts fills the canvas's text cache.
 */
class Drawing {
  #last: { readonly input: SceneInput; readonly t: number; readonly picture: Picture } | undefined;
  /** The step being prepared, and its result once drawn. */
  #asked: SceneInput | undefined;
  #result: Picture | undefined;

  /** Returns the same object for the same moment, so that hovering over cells redraws nothing below. */
  at(input: SceneInput, t: number): Picture {
    const last = this.#last;
    if (last?.t === t && isSame(last.input, input)) return last.picture;
    const picture = (t === 1 && this.#isReady(input) && this.#result) || draw(input, t);
    this.#last = { input, t, picture };
    return picture;
  }

  /** Prepares the result of a step and abandons any other preparation. */
  async prepare(input: SceneInput, ctx: CanvasRenderingContext2D, pause: Pause): Promise<void> {
    if (this.#isReady(input)) return;
    this.#asked = input;
    this.#result = undefined;
    await pause();
    if (this.#asked !== input) return;
    this.#result = draw(input, 1);
    const { marks } = this.#result;
    let isOver = await pause();
    for (let from = 0; from < marks.length && this.#asked === input; from += AT_ONCE) {
      for (const mark of marks.slice(from, from + AT_ONCE)) shapeText(ctx, mark);
      if (isOver()) isOver = await pause();
    }
  }

  /** Abandons a preparation that has not been drawn yet, because the stage is animating. */
  stop(): void {
    if (!this.#result) this.#asked = undefined;
  }

  #isReady(input: SceneInput): boolean {
    return this.#result !== undefined && this.#asked !== undefined && isSame(this.#asked, input);
  }
}

const isSame = (a: SceneInput, b: SceneInput): boolean =>
  (Object.keys(a) as (keyof SceneInput)[]).every((key) => a[key] === b[key]);

export class StageElement extends LitElement {
  @reactive trace!: Trace;
  /** The trace without the reader's changes; undefined if there are none. */
  @reactive unchanged!: Trace | undefined;
  @reactive step!: StageStep;
  /** The next step, if there is one. */
  @reactive next!: StageStep | undefined;
  @reactive focused!: Focus;
  /** The words of the ids, if known. */
  @reactive tokens!: Tokens | undefined;
  @reactive terms!: Terms | undefined;
  @reactive theme!: Theme;
  /** The opened cells and what they were made from, most recent last. */
  @reactive explanations!: readonly Explanation[];
  /** The callout shown beside the cell. */
  @reactive callout!: TemplateResult | undefined;
  #t = 1;
  #size = { width: 0, height: 0 };
  #picture: Picture | undefined;
  /** The step of the last update, and its lesson. */
  #asked: { readonly step: StageStep; readonly lesson: LessonName } | undefined;
  readonly #drawing = new Drawing();
  /** The palette of the current theme, cached because it has caches that frames share. */
  #cache: { readonly theme: Theme; readonly palette: Palette } | undefined;
  /** What is on the canvas; undefined if it is empty. */
  #painted: Picture | undefined;
  /** Cells outside the windows of their tables that the reader has asked for: the windows are moved there. */
  #around: readonly CellRef[] | undefined;
  /** The overview that is being dragged. */
  #dragged: Overview | undefined;
  /** Where the pointer was on the cell, because a number can be on the stage more than once. */
  #pointerAt: { x: number; y: number } | undefined;
  readonly #observer = new ResizeObserver(([entry]) => {
    // Deferred: changing sizes inside a ResizeObserver callback is an error. By then the element may for a moment have
    // another size, and the browser does not report the return to the one that it reported last.
    setTimeout(() => this.#measure(entry?.contentRect));
  });
  /** The timer of the key to the axis letters. */
  #labelling = 0;
  /** Settles when the arithmetic has been positioned. */
  #placing: Promise<void> | undefined;

  static override styles = [
    base,
    css`
      :host { display: block; position: relative; min-height: 0; min-width: 0; overflow: hidden; }
      canvas { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; touch-action: manipulation; }
      canvas.over { cursor: pointer; }
      :host(:focus-within) { outline: 2px solid var(--hu-accent); outline-offset: -2px; }
    `,
  ];

  override render(): TemplateResult {
    return html`<canvas aria-hidden="true"
        @touchstart=${this.#onTouch} @pointerdown=${this.#onDown} @pointermove=${this.#onMove} @pointerleave=${this.#onLeave}
        @lostpointercapture=${this.#onDrop} @click=${this.#onClick}
        @contextrestored=${this.#onRestored}></canvas>
      <slot></slot>
      ${this.callout ?? nothing}`;
  }

  constructor() {
    super();
    whileConnected(this, (signal) => {
      this.#observer.observe(this);
      signal.addEventListener("abort", () => this.#observer.disconnect());
    });
  }

  override firstUpdated(): void {
    this.#measure();
  }

  /** Updates the slotted key to the axis letters once the picture is still. On a narrow stage the arithmetic lies on letters. */
  #labelAxes(): void {
    clearTimeout(this.#labelling);
    this.#labelling = window.setTimeout(() => {
      const keys = this.querySelector<AxisKeysElement>("heads-up-axis-keys");
      const isCovered = this.callout !== undefined && this.#size.width < NARROW;
      if (keys && this.#picture) keys.labels = isCovered ? [] : axisLabelsOf(this.#picture, this.theme);
    }, STILL_MS);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    // The same step with other numbers keeps its windows.
    if (changed.get("step")?.name !== this.step.name && changed.has("step")) this.#around = undefined;
  }

  override updated(changed: PropertyValues<this>): void {
    // Printing changes the width together with the theme, and no ResizeObserver fires.
    if (changed.has("theme") && this.#size.width > 0) {
      // Observing again makes the browser report the size again, in case the one just measured changes.
      this.#measure();
      this.#observer.unobserve(this);
      this.#observer.observe(this);
    }
    this.#arrange();
  }

  /** Paints, and places the arithmetic beside its cell. */
  #arrange(): void {
    this.#paint();
    this.#placing = this.#placeCallout();
  }

  /** A new step is prepared and painted in separate tasks; all other updates are immediate. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated && this.step !== this.#asked?.step && !this.#isEdited()) {
      const ctx = this.#context;
      if (ctx && this.#t === 1) await this.#drawing.prepare(this.#inputOf(this.step), ctx, shortPause);
      await waitToUpdate("stage");
    }
    this.#asked = { step: this.step, lesson: this.trace.spec.lesson };
    super.scheduleUpdate();
  }

  /** True if only the numbers of the step changed; these are painted at once, so that typing shows its effect. */
  #isEdited(): boolean {
    const { step, lesson } = this.#asked ?? {};
    const { name, shape } = this.step;
    const isSame = step?.name === name && lesson === this.trace.spec.lesson;
    return isSame && cellCount(shape) <= MANY;
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    await super.getUpdateComplete();
    await this.#placing;
    return super.getUpdateComplete();
  }

  /** The browser may discard a canvas's memory; the restored canvas is empty. */
  readonly #onRestored = (): void => {
    this.#painted = undefined;
    this.#paint();
  };

  /** The moment within the step; setting it paints at once. */
  set t(t: number) {
    if (t === this.#t) return;
    this.#t = t;
    // The windows follow the motion again.
    this.#around = undefined;
    // A pending update will paint this moment, together with its step.
    if (!this.isUpdatePending) this.#paint();
  }

  get t(): number {
    return this.#t;
  }

  /** Whether this number can be seen at this moment. */
  shows(ref: CellRef): boolean {
    return (
      this.#picture !== undefined &&
      cellsShowing(this.#picture, ref).some((cell) => (cell.opacity ?? 1) > 0.3)
    );
  }

  #measure(observed: CellSize = { width: this.clientWidth, height: this.clientHeight }): void {
    const [width, height] = [Math.round(observed.width), Math.round(observed.height)];
    const ratio = pixelRatio(this);
    const canvas = this.renderRoot.querySelector("canvas");
    if (!canvas || width === 0 || height === 0) return;
    const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
    const isSameSize = width === this.#size.width && height === this.#size.height;
    if (this.#painted && isSameSize && canvas.width === pixelWidth && canvas.height === pixelHeight) return;
    if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
      canvas.width = pixelWidth;
      canvas.height = pixelHeight;
      this.#painted = undefined;
    }
    this.#size = { width, height };
    this.#arrange();
  }

  get #context(): CanvasRenderingContext2D | undefined {
    return this.renderRoot.querySelector("canvas")?.getContext("2d", { alpha: false }) ?? undefined;
  }

  get #palette(): Palette {
    const { theme } = this;
    if (this.#cache?.theme !== theme) this.#cache = { theme, palette: paletteOf(theme) };
    return this.#cache.palette;
  }

  #inputOf(step: StageStep, theme: Palette = this.#palette): SceneInput {
    const { trace, focused: focus, tokens, terms } = this;
    const row = askedRow(step, this.explanations);
    const around = step === this.step ? this.#around : undefined;
    return { hu: coreOfTraces(), trace, step, focus, row, tokens, terms, theme, around, ...this.#size };
  }

  #paint(): void {
    const ctx = this.#context;
    if (!ctx || this.#size.width === 0 || !this.trace || !this.step) return;
    this.#picture = this.#drawing.at(this.#inputOf(this.step), this.#t);
    const asked = this.explanations?.at(-1);
    if (asked && !this.shows(asked) && this.#moveTo(asked))
      this.#picture = this.#drawing.at(this.#inputOf(this.step), this.#t);
    this.#show(ctx, this.#picture);
    this.#labelAxes();
    if (this.#t < 1) this.#drawing.stop();
    else if (this.next) void this.#drawing.prepare(this.#inputOf(this.next), ctx, idlePause);
  }

  /** Moves the windows of the tables that have this cell. Returns false if there are no windows, or they are there. */
  #moveTo(ref: CellRef): boolean {
    if (!this.#picture?.overviews?.length || sameRef(this.#around?.at(-1), ref)) return false;
    this.#around = [...(this.#around ?? []).slice(-2), ref];
    return true;
  }

  /** The picture on the canvas, in the current theme or in another one. */
  frame(theme: Theme): Picture | undefined {
    if (theme === this.theme || !this.#painted) return this.#painted;
    return this.#composed(draw(this.#inputOf(this.step, theme), this.#t), theme);
  }

  /** How the step moves, in any theme. */
  motion(theme: Theme): Motion {
    const input = this.#inputOf(this.step, paletteOf(theme));
    return {
      ms: operationOf(this.step).ms,
      paper: theme.paper,
      at: (t) => withChanges(draw(input, t), this.trace, this.unchanged, theme),
    };
  }

  /** The picture, with the signs of changes and highlighted cells. */
  #composed(plain: Picture, theme: Theme): Picture {
    const picture = withChanges(plain, this.trace, this.unchanged, theme);
    const explanation = this.#lit();
    return explanation ? highlight(picture, explanation, explanation.terms, theme) : picture;
  }

  #show(ctx: CanvasRenderingContext2D, picture: Picture): void {
    const shown = this.#composed(picture, this.theme);
    const ratio = ctx.canvas.width / this.#size.width;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    const { paper, cache } = this.#palette;
    paint(ctx, shown, paper, cache);
    this.#painted = shown;
  }

  /** The explained cell, if it is visible: its operands are lit, and its arithmetic is shown beside it. */
  #lit(): Explanation | undefined {
    return this.explanations?.slice(-1).find((cell) => this.shows(cell));
  }

  /** A cell's mark: the one under the pointer, or else the last painted one, which is the result. */
  #markOf(ref: CellRef): CellMark | undefined {
    const marks = this.#picture ? cellsShowing(this.#picture, ref) : [];
    const at = this.#pointerAt;
    return (at && marks.find((m) => inside(m, at.x, at.y))) ?? marks.at(-1);
  }

  async #placeCallout(): Promise<void> {
    const callout = this.renderRoot.querySelector<CalloutElement>("heads-up-callout");
    if (!callout) return;
    await callout.updateComplete;
    const lit = this.#lit();
    const anchor = lit && this.#markOf(lit);
    placeArithmetic(callout, { stage: this.#size, picture: this.#picture, anchor, terms: lit?.terms });
  }

  #cellUnder(event: MouseEvent): CellMark | undefined {
    const [x, y] = this.#point(event);
    const cell = this.#picture && cellAt(this.#picture, x, y);
    if (cell) this.#pointerAt = { x, y };
    return cell;
  }

  #overviewUnder(event: Pointed): Overview | undefined {
    const [x, y] = this.#point(event);
    return this.#picture?.overviews?.find(({ place }) => inside(place, x, y));
  }

  /** Moves the windows around the place of an overview where the pointer is. */
  #drag({ place, table }: Overview, event: MouseEvent): void {
    const [x, y] = this.#point(event);
    const [rows, cols] = table.size;
    const at = (share: number, size: number): number =>
      Math.max(0, Math.min(size - 1, Math.floor(share * size)));
    const [row, col] = [at((y - place.y) / place.height, rows), at((x - place.x) / place.width, cols)];
    if (this.#moveTo(table.refAt(row, col))) this.#arrange();
  }

  #point(event: Pointed): readonly [number, number] {
    const box = boxOnScreen(this);
    const scale = scaleOnScreen(this);
    return [(event.clientX - box.left) / scale, (event.clientY - box.top) / scale];
  }

  #emit(name: "cell-glance" | "cell-open", ref: CellRef | undefined): void {
    this.dispatchEvent(new CustomEvent(name, { detail: ref }));
  }

  /** One finger on an overview drags it; anywhere else fingers scroll and zoom the page. */
  readonly #onTouch = (event: TouchEvent): void => {
    const [finger, second] = event.touches;
    if (finger && !second && this.#overviewUnder(finger)) event.preventDefault();
  };

  readonly #onDown = (event: PointerEvent): void => {
    this.#dragged = this.#overviewUnder(event);
    if (!this.#dragged) return;
    (event.target as HTMLElement).setPointerCapture(event.pointerId);
    this.#drag(this.#dragged, event);
  };

  readonly #onDrop = (): void => {
    this.#dragged = undefined;
  };

  readonly #onMove = (event: PointerEvent): void => {
    if (this.#dragged) {
      this.#drag(this.#dragged, event);
      return;
    }
    if (event.pointerType === "touch") return;
    const before = this.#pointerAt;
    const cell = this.#cellUnder(event);
    (event.target as HTMLElement).classList.toggle(
      "over",
      cell !== undefined || this.#overviewUnder(event) !== undefined,
    );
    if (!cell) this.#pointerAt = before;
    this.#emit("cell-glance", cell?.ref);
  };

  readonly #onLeave = (): void => this.#emit("cell-glance", undefined);

  readonly #onClick = (event: MouseEvent): void => {
    if (!this.#overviewUnder(event)) this.#emit("cell-open", this.#cellUnder(event)?.ref);
  };
}

/** The pointer or a finger. */
type Pointed = Pick<MouseEvent, "clientX" | "clientY">;

/** Whether a point is in a box. */
const inside = (box: Rect, x: number, y: number): boolean =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;

/** `asked` are the opened cells, most recent last: the row stays while the reader follows its number to earlier steps. */
export function askedRow(step: StageStep, asked: readonly CellRef[] = []): number | undefined {
  const { name, inputs } = step;
  const isOfRow = (cell: CellRef): boolean => cell.name === name || cell.name === inputs[0];
  return operationOf(step).worksOutRow ? asked.find(isOfRow)?.index.at(-2) : undefined;
}
