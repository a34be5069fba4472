/** A small colour scale for the stage, with a description for screen readers. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { hasTwoScales, LEGEND_HEIGHT, legend } from "../../draw/marks/legend.js";
import { tensorsOf } from "../../draw/operand.js";
import { paintOn } from "../../draw/paint/paint.js";
import type { StageStep } from "../../draw/picture.js";
import { kindOf, maskedBit } from "../../draw/scale.js";
import { paletteOf, type Theme } from "../../draw/theme.js";
import type { Trace } from "../../module/types.js";
import type { Words } from "../../words/words.js";
import { pixelRatio } from "../common/pixel_ratio.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { waitToUpdate } from "../common/update_queue.js";

const SIZE = { width: 230, height: LEGEND_HEIGHT + 4 } as const;

export class LegendElement extends LitElement {
  @reactive words!: Words;
  @reactive step!: StageStep;
  @reactive trace!: Trace;
  @reactive theme!: Theme;

  static override styles = [
    base,
    css`
      :host { display: flex; align-items: center; gap: 8px; font-size: 13px; color: var(--hu-muted); }
      canvas { display: block; width: 230px; height: 20px; }
      canvas.double { width: 274px; }
      @container (max-width: 519px) { canvas { width: 176px; } canvas.double { width: 270px; } }
      canvas.bits { width: 62px; }
      canvas.ids { width: 30px; }
    `,
  ];

  /** Measuring forces a layout of the page, so this waits until the other parts have updated. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated) await waitToUpdate("legend");
    super.scheduleUpdate();
  }

  override render(): TemplateResult {
    // Two masks with opposite conventions have a legend each below them, and pieces are not padded yet.
    if (this.step.op === "conventions" || this.step.op === "pieces") return html``;
    const { app, announce } = this.words;
    const kind = kindOf(this.step);
    const bit = maskedBit(this.step) ? app.legendIgnoreBit : app.legendBit;
    const text = kind === "bits" ? bit : kind === "ids" ? announce.padding : "";
    const width = hasTwoScales(this.step, this.#inputs) ? "double" : kind;
    return html`<canvas class=${width} title=${app.legend} role="img"
      aria-label=${app.legend}></canvas><span>${text}</span>`;
  }

  /** The inputs of the step, which may need a second scale. */
  get #inputs(): readonly StageStep[] {
    return tensorsOf(this.trace, this.step).slice(1);
  }

  override updated(): void {
    const canvas = this.renderRoot.querySelector("canvas");
    if (!canvas) return;
    const width = canvas.clientWidth || SIZE.width;
    const palette = paletteOf(this.theme);
    const marks = legend(this.step, this.trace, palette, 1, 2, width - 2, this.#inputs);
    paintOn(canvas, { width, height: SIZE.height, marks }, this.theme.paper, pixelRatio(this));
  }
}
