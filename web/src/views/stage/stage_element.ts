/**
 * The stage: one canvas that shows draw(input, t), the cells one can point at, and beside the chosen cell its
 * arithmetic. It decides nothing about the picture; it paints it, and says which cell was meant.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Lens } from "../../draw/lens.js";
import { paint, repaint } from "../../draw/paint/paint.js";
import { type Palette, paletteOf } from "../../draw/palette.js";
import { type CellMark, type CellRef, cellAt, cellsOf, type Mark, type Picture } from "../../draw/picture.js";
import type { SceneInput, StageStep } from "../../draw/scene.js";
import type { Focus } from "../../draw/tensor_view.js";
import type { Theme } from "../../draw/theme.js";
import type { Explanation, LessonName, Trace } from "../../module/types.js";
import type { CalloutElement } from "../callout/callout_element.js";
import { loadCallout, loadLooking } from "../callout/load.js";
import { type Box, inside } from "../common/box.js";
import { boxOnScreen, pixelRatio, scaleOnScreen } from "../common/pixel_ratio.js";
import { base } from "../common/styles.js";
import { turnOf } from "../common/turns.js";
import { whenUsed } from "../common/when_used.js";
import { Drawing, idly, soon } from "./drawing.js";
import { firstPictureMade } from "./first_picture.js";
import { canDraw, draw, loadScenes } from "./shown_scenes.js";
import { stageStyles } from "./stage_styles.js";

/** A callout on a stage narrower than this lies along its edge. */
const NARROW = 560;

/** A tensor of more numbers is painted in tasks of its own even where it only has other numbers than before. */
const MANY = 20_000;

/** For all stages of a page, once it has come: with the first that a reader does, or where a number is open at once. */
let looking: typeof import("../callout/looking.js") | undefined;

/** A lens in its place. */
interface Look {
  readonly lens: Lens;
  readonly box: Box;
  readonly marks: readonly Mark[];
}

export class StageElement extends LitElement {
  static override properties = {
    trace: { attribute: false },
    step: { attribute: false },
    next: { attribute: false },
    focused: { attribute: false },
    theme: { attribute: false },
    explanations: { attribute: false },
    callout: { attribute: false },
  };
  declare trace: Trace;
  declare step: StageStep;
  /** The step after it, if there is one. */
  declare next: StageStep | undefined;
  declare focused: Focus;
  declare theme: Theme;
  /** The opened cells and what they were made from, the latest last. */
  declare explanations: readonly Explanation[];
  /** What stands beside the cell. */
  declare callout: TemplateResult | undefined;
  #t = 1;
  #size = { width: 0, height: 0 };
  #picture: Picture | undefined;
  /** The step of the last update, and its lesson. */
  #asked: { readonly step: StageStep; readonly lesson: LessonName } | undefined;
  readonly #drawing = new Drawing();
  /** The palette of the theme that it was last drawn in: what frames take over from the ones before. */
  #inUse: { readonly theme: Theme; readonly palette: Palette } | undefined;
  /** What stands on the canvas; undefined where that is nothing. */
  #painted: { readonly picture: Picture; readonly paper: string; readonly trace: Trace } | undefined;
  /** Over the chosen cell, where its number cannot be read, and where it stands. */
  #lens: Look | undefined;
  /** Where the arithmetic stands, where the lens has to make way for it. */
  #taken: Box | undefined;
  /** Where the pointer met the cell, when a number stands on the stage more than once. */
  #met: { x: number; y: number } | undefined;
  #observer: ResizeObserver | undefined;
  /** Settles when the scene of the step is there. */
  #coming: Promise<unknown> | undefined;
  /** Settles when what is looked at can be shown. */
  #closer: Promise<void> | undefined;

  static override styles = [base, stageStyles];

  override render(): TemplateResult {
    return html`<canvas aria-hidden="true"
        @pointermove=${this.#onMove} @pointerleave=${this.#onLeave} @click=${this.#onClick}
        @contextrestored=${this.#onRestored}></canvas>
      <slot></slot>
      ${this.callout ?? nothing}`;
  }

  override firstUpdated(): void {
    this.#observer = new ResizeObserver(() => {
      firstPictureMade();
      // Not at once: while sizes are being told, none may change.
      setTimeout(() => this.#measure());
    });
    this.#observer.observe(this);
    this.#measure();
    whenUsed(() => void this.#lookCloser());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    this.#observer = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.firstUpdated();
  }

  async #lookCloser(): Promise<void> {
    if (looking) return;
    looking = await loadLooking();
    if (looking && this.explanations?.length > 0) this.requestUpdate();
  }

  override updated(changed: PropertyValues<this>): void {
    // Where it cannot be had, without a network, the next look tries anew.
    if (this.explanations?.length > 0 && !looking) this.#closer = this.#lookCloser();
    // A printed page is as wide as it is from the moment its theme comes, and tells no observer.
    if (changed.has("theme") && this.#size.width > 0) this.#measure();
    this.#taken = undefined;
    this.#paint();
    void this.#placeCallout();
  }

  /** A new step is made ready and painted in tasks of its own; all else is answered at once. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated && this.step !== this.#asked?.step && !this.#isEdited()) {
      const ctx = this.#context;
      if (ctx && this.#t === 1) await this.#drawing.prepare(this.#inputOf(this.step), ctx, soon);
      await turnOf("stage");
    }
    this.#asked = { step: this.step, lesson: this.trace.spec.lesson };
    super.scheduleUpdate();
  }

  /** The same step has other numbers, which stand in the next frame: what a reader types is seen at once. */
  #isEdited(): boolean {
    const { step, lesson } = this.#asked ?? {};
    const { name, shape } = this.step;
    const isSame = step?.name === name && lesson === this.trace.spec.lesson;
    return isSame && shape.reduce((product, size) => product * size, 1) <= MANY;
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    await super.getUpdateComplete();
    await this.#coming;
    await this.#closer;
    if (this.callout) await loadCallout();
    return super.getUpdateComplete();
  }

  /** A canvas whose memory the browser took back is empty. */
  readonly #onRestored = (): void => {
    this.#painted = undefined;
    this.#paint();
  };

  /** The moment: set with every frame, painted at once. */
  set t(t: number) {
    if (t === this.#t) return;
    this.#t = t;
    // An update on its way will paint this moment too, and with the step it belongs to.
    if (!this.isUpdatePending) this.#paint();
  }

  get t(): number {
    return this.#t;
  }

  /** Whether this number can be seen at this moment. */
  shows(ref: CellRef): boolean {
    return (
      this.#picture !== undefined && cellsOf(this.#picture, ref).some((cell) => (cell.opacity ?? 1) > 0.3)
    );
  }

  #measure(): void {
    const { clientWidth: width, clientHeight: height } = this;
    const ratio = pixelRatio(this);
    const canvas = this.renderRoot.querySelector("canvas");
    if (!canvas || width === 0 || height === 0) return;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    const isAsItWas = width === this.#size.width && height === this.#size.height;
    if (this.#painted && isAsItWas && canvas.width === wide && canvas.height === high) return;
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
      this.#painted = undefined;
    }
    this.#size = { width, height };
    this.#paint();
    void this.#placeCallout();
  }

  get #context(): CanvasRenderingContext2D | undefined {
    return this.renderRoot.querySelector("canvas")?.getContext("2d", { alpha: false }) ?? undefined;
  }

  get #palette(): Palette {
    const { theme } = this;
    if (this.#inUse?.theme !== theme) this.#inUse = { theme, palette: paletteOf(theme) };
    return this.#inUse.palette;
  }

  #inputOf(step: StageStep, theme: Palette = this.#palette): SceneInput {
    return { trace: this.trace, step, focus: this.focused, theme, ...this.#size };
  }

  #paint(): void {
    const ctx = this.#context;
    if (!ctx || this.#size.width === 0 || !this.trace || !this.step) return;
    if (!canDraw(this.step)) {
      // Where it cannot be had, without a network, the next step tries anew.
      this.#coming = loadScenes([this.step]).then(() => canDraw(this.step) && this.requestUpdate());
      return;
    }
    this.#picture = this.#drawing.at(this.#inputOf(this.step), this.#t);
    this.#show(ctx, this.#picture);
    if (this.#t < 1) this.#drawing.stop();
    else if (this.next) void this.#drawing.prepare(this.#inputOf(this.next), ctx, idly);
  }

  /** What stands on the canvas, as it is or as it would be in another theme. */
  frame(theme: Theme): Picture | undefined {
    if (theme === this.theme || !this.#painted) return this.#painted?.picture;
    const lit = this.#lit();
    const lens = lit && this.#lens && this.#lensOver(lit, theme)?.marks(this.#lens.box);
    return this.#composed(draw(this.#inputOf(this.step, theme), this.#t), theme, lens);
  }

  /** The picture, with what is lit and looked at in it. */
  #composed(picture: Picture, theme: Theme, lens: readonly Mark[] = []): Picture {
    const explanation = this.#lit();
    const lit = explanation && looking?.highlight(picture, explanation, explanation.terms, theme);
    const shown = lit ?? picture;
    return lens.length > 0 ? { ...shown, marks: [...shown.marks, ...lens] } : shown;
  }

  #show(ctx: CanvasRenderingContext2D, picture: Picture): void {
    const explanation = this.#lit();
    this.#lens = explanation && this.#look(explanation);
    const shown = this.#composed(picture, this.theme, this.#lens?.marks);
    const ratio = ctx.canvas.width / this.#size.width;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    const { trace } = this;
    const { paper, kept } = this.#palette;
    const before = this.#painted;
    // Between two traces there is little that stays, and nothing to be gained by looking for it.
    if (before?.paper === paper && before.trace === trace) repaint(ctx, before.picture, shown, paper, kept);
    else paint(ctx, shown, paper, kept);
    this.#painted = { picture: shown, paper, trace };
  }

  /**
   * The latest of the opened cells that can be seen: its operands are lit, and its arithmetic stands beside
   * it.
   */
  #lit(): Explanation | undefined {
    return this.explanations?.findLast((one) => this.shows(one) || this.#lensOver(one) !== undefined);
  }

  /** A cell's mark: the one the pointer met, or else the last painted, which is the result. */
  #markOf(ref: CellRef): CellMark | undefined {
    const marks = this.#picture ? cellsOf(this.#picture, ref) : [];
    const met = this.#met;
    return (met && marks.find((m) => inside(m, met.x, met.y))) ?? marks.at(-1);
  }

  #lensOver(ref: CellRef, theme: Palette = this.#palette): Lens | undefined {
    return this.#picture && looking?.lensOf(this.#picture, ref, this.trace, theme, this.#markOf(ref));
  }

  /** The lens over a cell, beside which it stands in the way of as little as it can. */
  #look(explanation: Explanation): Look | undefined {
    const lens = this.#lensOver(explanation);
    if (!looking || !lens || !this.#picture) return undefined;
    const { coveredBy, operandsOn, placeCallout } = looking;
    const { anchor, size } = lens;
    // On a narrow stage it stays by its cell: the arithmetic needs what is left.
    const others = this.#size.width < NARROW ? [] : coveredBy(this.#picture);
    const operands = operandsOn(this.#picture, explanation.terms);
    const kept = this.#taken ? [this.#taken] : [];
    const at = placeCallout(this.#size, size, anchor, operands, others, kept);
    return { lens, box: { ...at, ...size }, marks: lens.marks(at) };
  }

  async #placeCallout(): Promise<void> {
    const callout = this.renderRoot.querySelector<CalloutElement>("heads-up-callout");
    if (!callout) return;
    await Promise.all([loadCallout(), this.#closer]);
    await callout.updateComplete;
    if (!looking) return;
    const { alongEdge, around, awayFrom, coveredBy, operandsOn, overlap, placeCallout } = looking;
    const { width, height } = this.#size;
    const lit = this.#lit();
    const look = this.#lens;
    const anchor = look?.lens.anchor ?? (lit && this.#markOf(lit));
    const { style } = callout;
    if (width < NARROW || !anchor || !lit || !this.#picture) {
      Object.assign(
        style,
        alongEdge(height, look && anchor ? around(look.box, anchor) : anchor, width < NARROW),
      );
      return;
    }
    // Measured at the corner, where nothing narrows it.
    const free = { left: "0", top: "0", right: "auto", bottom: "auto", maxWidth: "" };
    Object.assign(style, free, { maxHeight: `${Math.round(height * 0.94)}px` });
    const size = { width: callout.offsetWidth, height: callout.offsetHeight };
    const operands = operandsOn(this.#picture, lit.terms);
    const kept = look ? [look.box] : [];
    let at = placeCallout(this.#size, size, anchor, operands, coveredBy(this.#picture), kept);
    if (look && overlap({ ...at, ...size }, look.box) > 0) {
      at = awayFrom(this.#size, size, anchor);
      this.#taken = { ...at, ...size };
      this.#paint();
    }
    Object.assign(style, { left: `${Math.round(at.x)}px`, top: `${Math.round(at.y)}px` });
  }

  #cellUnder(event: MouseEvent): CellMark | undefined {
    const [x, y] = this.#point(event);
    const cell = this.#picture && cellAt(this.#picture, x, y);
    if (cell) this.#met = { x, y };
    return cell;
  }

  /** The pointer on the lens: what lies under the glass is not meant, a neighbour in it may be chosen. */
  #onLens(event: MouseEvent): { readonly ref: CellRef | undefined } | undefined {
    const [x, y] = this.#point(event);
    if (!this.#lens || !inside(this.#lens.box, x, y)) return undefined;
    return { ref: cellAt({ ...this.#size, marks: this.#lens.marks }, x, y)?.ref };
  }

  #point(event: MouseEvent): readonly [number, number] {
    const box = boxOnScreen(this);
    const scale = scaleOnScreen(this);
    return [(event.clientX - box.left) / scale, (event.clientY - box.top) / scale];
  }

  #tell(name: "cell-glance" | "cell-open", ref: CellRef | undefined): void {
    this.dispatchEvent(new CustomEvent(name, { detail: ref }));
  }

  readonly #onMove = (event: PointerEvent): void => {
    if (event.pointerType === "touch" || this.#onLens(event)) return;
    const before = this.#met;
    const cell = this.#cellUnder(event);
    (event.target as HTMLElement).classList.toggle("over", cell !== undefined);
    if (!cell) this.#met = before;
    this.#tell("cell-glance", cell?.ref);
  };

  readonly #onLeave = (): void => this.#tell("cell-glance", undefined);

  readonly #onClick = (event: MouseEvent): void => {
    const neighbour = this.#onLens(event);
    if (!neighbour) this.#tell("cell-open", this.#cellUnder(event)?.ref);
    else if (neighbour.ref) this.#tell("cell-open", neighbour.ref);
  };
}
