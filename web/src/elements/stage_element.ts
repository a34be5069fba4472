/**
 * The stage: one canvas that shows draw(input, t), the cells one can point at, and beside the chosen cell its
 * arithmetic. It decides nothing about the picture; it paints it, and says which cell was meant.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { draw } from "../draw/draw.js";
import { highlight } from "../draw/overlay.js";
import { paint } from "../draw/paint.js";
import { type CellMark, type CellRef, cellAt, cellsOf, type Picture } from "../draw/picture.js";
import type { SceneInput, StageStep } from "../draw/scene.js";
import type { Focus } from "../draw/tensor_view.js";
import type { Theme } from "../draw/theme.js";
import type { Explanation, Trace } from "../module/types.js";
import type { CalloutElement } from "./callout_element.js";
import { type Box, placeCallout } from "./callout_place.js";
import { base } from "./styles.js";

/** A callout on a stage narrower than this lies along its edge. */
const NARROW = 560;

export class StageElement extends LitElement {
  static override properties = {
    trace: { attribute: false },
    step: { attribute: false },
    focused: { attribute: false },
    theme: { attribute: false },
    explanations: { attribute: false },
    callout: { attribute: false },
  };
  declare trace: Trace;
  declare step: StageStep;
  declare focused: Focus;
  declare theme: Theme;
  /** The opened cells and what they were made from, the latest last. */
  declare explanations: readonly Explanation[];
  /** What stands beside the cell. */
  declare callout: TemplateResult | undefined;
  #t = 1;
  #size = { width: 0, height: 0 };
  #picture: Picture | undefined;
  /** Where the pointer met the cell, when a number stands on the stage more than once. */
  #met: { x: number; y: number } | undefined;
  #observer: ResizeObserver | undefined;

  static override styles = [
    base,
    css`
      :host { display: block; position: relative; min-height: 0; min-width: 0; overflow: hidden; }
      canvas { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: pan-y; }
      canvas.over { cursor: pointer; }
      :host(:focus-within) { outline: 2px solid var(--hu-accent); outline-offset: -2px; }
    `,
  ];

  override render(): TemplateResult {
    return html`<canvas aria-hidden="true"
        @pointermove=${this.#onMove} @pointerleave=${this.#onLeave} @click=${this.#onClick}></canvas>
      <slot></slot>
      ${this.callout ?? nothing}`;
  }

  override firstUpdated(): void {
    this.#observer = new ResizeObserver(() => this.#measure());
    this.#observer.observe(this);
    this.#measure();
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

  override updated(_: PropertyValues): void {
    this.#paint();
    void this.#placeCallout();
  }

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
    const ratio = window.devicePixelRatio || 1;
    const canvas = this.renderRoot.querySelector("canvas");
    if (!canvas || width === 0 || height === 0) return;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
    }
    this.#size = { width, height };
    this.#paint();
    void this.#placeCallout();
  }

  #paint(): void {
    const ctx = this.renderRoot.querySelector("canvas")?.getContext("2d");
    if (!ctx || this.#size.width === 0 || !this.trace || !this.step) return;
    const input: SceneInput = {
      trace: this.trace,
      step: this.step,
      focus: this.focused,
      theme: this.theme,
      ...this.#size,
    };
    this.#picture = draw(input, this.#t);
    const explanation = this.#lit();
    const shown = explanation
      ? highlight(this.#picture, explanation, explanation.terms, this.theme)
      : this.#picture;
    const ratio = ctx.canvas.width / this.#size.width;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint(ctx, shown, this.theme.paper);
  }

  /**
   * The latest of the opened cells that can be seen: its operands are lit, and its arithmetic stands beside
   * it.
   */
  #lit(): Explanation | undefined {
    return this.explanations?.findLast((one) => this.shows(one));
  }

  /** The chosen cell's mark: the one the pointer met, or else the last painted, which is the result. */
  #anchor(): CellMark | undefined {
    const lit = this.#lit();
    if (!this.#picture || !lit) return undefined;
    const marks = cellsOf(this.#picture, lit);
    const met = this.#met;
    return (met && marks.find((m) => inside(m, met.x, met.y))) ?? marks.at(-1);
  }

  async #placeCallout(): Promise<void> {
    const callout = this.renderRoot.querySelector<CalloutElement>("heads-up-callout");
    if (!callout) return;
    await callout.updateComplete;
    const { width, height } = this.#size;
    const anchor = this.#anchor();
    const { style } = callout;
    if (width < NARROW || !anchor) {
      Object.assign(style, alongEdge(height, anchor, width < NARROW));
      return;
    }
    // Measured at the corner, where nothing narrows it.
    const free = { left: "0", top: "0", right: "auto", bottom: "auto", maxWidth: "" };
    Object.assign(style, free, { maxHeight: `${Math.round(height * 0.94)}px` });
    const size = { width: callout.offsetWidth, height: callout.offsetHeight };
    const { x, y } = placeCallout({ width, height }, size, anchor, this.#operands(), this.#cells());
    Object.assign(style, { left: `${Math.round(x)}px`, top: `${Math.round(y)}px` });
  }

  #operands(): Box[] {
    const picture = this.#picture;
    const lit = this.#lit();
    if (!picture || !lit) return [];
    return lit.terms.flatMap((term) => cellsOf(picture, term));
  }

  #cells(): Box[] {
    return this.#picture?.marks.filter((mark) => mark.kind === "cell") ?? [];
  }

  #cellUnder(event: MouseEvent): CellMark | undefined {
    const box = this.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const cell = this.#picture && cellAt(this.#picture, x, y);
    if (cell) this.#met = { x, y };
    return cell;
  }

  #tell(name: "cell-glance" | "cell-open", ref: CellRef | undefined): void {
    this.dispatchEvent(new CustomEvent(name, { detail: ref }));
  }

  readonly #onMove = (event: PointerEvent): void => {
    if (event.pointerType === "touch") return;
    const before = this.#met;
    const cell = this.#cellUnder(event);
    (event.target as HTMLElement).classList.toggle("over", cell !== undefined);
    if (!cell) this.#met = before;
    this.#tell("cell-glance", cell?.ref);
  };

  readonly #onLeave = (): void => this.#tell("cell-glance", undefined);

  readonly #onClick = (event: MouseEvent): void => this.#tell("cell-open", this.#cellUnder(event)?.ref);
}

const inside = (m: CellMark, x: number, y: number): boolean =>
  x >= m.x && x < m.x + m.width && y >= m.y && y < m.y + m.height;

/**
 * At the bottom of the stage or at its top, wherever there is more room beside the cell, and no higher than
 * that room.
 */
function alongEdge(height: number, cell: Box | undefined, isWide: boolean): Partial<CSSStyleDeclaration> {
  const above = cell ? cell.y : 0;
  const below = cell ? height - cell.y - cell.height : height;
  const atTop = above > below;
  return {
    left: "8px",
    right: isWide ? "8px" : "auto",
    top: atTop ? "8px" : "auto",
    bottom: atTop ? "auto" : "8px",
    maxWidth: isWide ? "none" : "",
    maxHeight: `${Math.round(Math.max(above, below) - 14)}px`,
  };
}
