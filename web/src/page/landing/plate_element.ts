/** <heads-up-plate>: the picture of a lesson on the landing page, in the size of its element. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { paintOn } from "../../draw/paint/paint.js";
import type { Focus, Picture } from "../../draw/picture.js";
import type { Theme } from "../../draw/theme.js";
import type { LessonStep } from "../../lessons/lesson.js";
import type { LessonName } from "../../module/types.js";
import { draw } from "../../operations/operations.js";
import { coreOfTraces, type Run } from "../../store/lesson_runner.js";
import { pixelRatio } from "../../views/common/pixel_ratio.js";
import { reactive } from "../../views/common/reactive.js";
import { registerElement } from "../../views/common/register.js";
import { followSize } from "../../views/common/while_connected.js";

/** A moment of the step that shows what a lesson adds. */
interface Plate {
  readonly step: string;
  readonly t: number;
  readonly focus: Focus;
}

const FIRST: Focus = { batch: 0, head: 0 };
const PLATES: Readonly<Record<LessonName, Plate>> = {
  // The future is filled with −∞.
  "masked-self-attention": { step: "demo_masked_scores", t: 1, focus: FIRST },
  // One row of eight numbers, two heads of four.
  "multi-head": { step: "q_split", t: 0.5, focus: FIRST },
  // What is left to attend to without the future and without padding.
  "masked-multi-head": { step: "attention", t: 1, focus: { batch: 1, head: 0 } },
  // Two lengths in one table.
  "encoder-decoder": { step: "scores", t: 0.5, focus: FIRST },
  // The table of positions.
  "transformer-block": { step: "position_table", t: 1, focus: FIRST },
};

/** The step of the plate; the lesson's first if this trace lacks it. */
export function plateStep({ steps, trace }: Run): LessonStep | undefined {
  return steps.find(({ id }) => id === PLATES[trace.spec.lesson].step) ?? steps[0];
}

/** A narrower plate shows the picture of this width, reduced: the scenes are laid out for a stage. */
const LEAST_WIDTH = 420;

class PlateElement extends LitElement {
  @reactive run!: Run;
  @reactive theme!: Theme;

  constructor() {
    super();
    followSize(this, () => this.#paint());
  }

  static override styles = css`
    :host { display: block; position: relative; }
    canvas { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
  `;

  override render(): TemplateResult {
    return html`<canvas aria-hidden="true"></canvas>`;
  }

  override updated(): void {
    this.#paint();
  }

  #paint(): void {
    const canvas = this.renderRoot.querySelector("canvas");
    const { clientWidth: width, clientHeight: height } = this;
    if (!canvas || width === 0 || height === 0) return;
    const scale = Math.max(1, LEAST_WIDTH / width);
    const size = { width: width * scale, height: height * scale };
    paintOn(canvas, platePicture(this.run, this.theme, size), this.theme.paper, pixelRatio(this) / scale);
  }
}

function platePicture(run: Run, theme: Theme, size: { width: number; height: number }): Picture {
  const { t, focus } = PLATES[run.trace.spec.lesson];
  const step = plateStep(run);
  if (!step) return { ...size, marks: [] };
  return draw(
    { hu: coreOfTraces(), trace: run.trace, step: step.stage(run.trace), focus, theme, ...size },
    t,
  );
}

registerElement("heads-up-plate", PlateElement);
