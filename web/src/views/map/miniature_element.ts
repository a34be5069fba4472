/** The map of a lesson as one small picture without words. The last step shows it on the button that opens the map. */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { paintOn } from "../../draw/paint/paint.js";
import type { Focus, Mark } from "../../draw/picture.js";
import { paletteOf, type Theme } from "../../draw/theme.js";
import type { LessonStep } from "../../lessons/lesson.js";
import { lessons } from "../../lessons/lessons.js";
import { graphOf } from "../../lessons/map/graph.js";
import { mapPicture } from "../../lessons/map/map_picture.js";
import { type Plan, planOf } from "../../lessons/map/plan.js";
import type { Run } from "../../store/lesson_runner.js";
import { pixelRatio } from "../common/pixel_ratio.js";
import { reactive } from "../common/reactive.js";
import { followSize } from "../common/while_connected.js";

/** The map is laid out at this width and then scaled to the width of the element. */
const WIDTH = 1600;

export class MapMiniatureElement extends LitElement {
  @reactive run!: Run;
  @reactive step!: LessonStep;
  @reactive focused!: Focus;
  @reactive theme!: Theme;
  #plan: Plan | undefined;

  static override styles = css`
    :host { display: block; }
    canvas { display: block; width: 100%; }
    /* In a low window the formula needs the room. */
    @media (max-height: 760px) and (min-width: 900px) { :host { display: none; } }
  `;

  constructor() {
    super();
    followSize(this, () => this.requestUpdate());
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const { trace, steps } = this.run;
    if (changed.has("run")) this.#plan = planOf(graphOf(trace, steps), lessons[trace.spec.lesson].map, WIDTH);
  }

  override render(): TemplateResult {
    return html`<canvas aria-hidden="true"></canvas>`;
  }

  override updated(): void {
    const canvas = this.renderRoot.querySelector("canvas");
    const width = this.offsetWidth;
    if (!canvas || !this.#plan || width === 0) return;
    const { run, focused: focus, step } = this;
    const theme = paletteOf(this.theme);
    const picture = mapPicture({ trace: run.trace, plan: this.#plan, focus, theme, stops: [] });
    const here = this.#plan.nodes.find(({ id }) => id === step.id)?.picture;
    const frame: Mark[] = here ? [{ kind: "rect", ...here, stroke: theme.accent, strokeWidth: 6 }] : [];
    const marks = [...picture.marks, ...frame];
    paintOn(canvas, { ...picture, marks }, theme.paper, (pixelRatio(this) * width) / WIDTH);
  }
}
