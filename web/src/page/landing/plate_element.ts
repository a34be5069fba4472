/** <heads-up-plate>: the picture of a lesson on the landing page, in the size of its element. */
import { css, html, LitElement, type TemplateResult } from "lit";
import { paintOn } from "../../draw/paint/paint.js";
import type { CellSize, Focus, Picture } from "../../draw/picture.js";
import type { Theme } from "../../draw/theme.js";
import type { LessonStep } from "../../lessons/lesson.js";
import type { LessonName } from "../../module/types.js";
import { draw } from "../../operations/operations.js";
import { coreOfTraces, type Run } from "../../store/lesson_runner.js";
import { tokenTextsOf } from "../../store/lesson_words.js";
import { pixelRatio } from "../../views/common/pixel_ratio.js";
import { reactive } from "../../views/common/reactive.js";
import { registerElement } from "../../views/common/register.js";
import { followSize } from "../../views/common/while_connected.js";
import type { Words } from "../../words/words.js";

/** A moment of the step that shows what a lesson adds. */
interface Plate {
  readonly step: string;
  readonly t: number;
  readonly focus: Focus;
}

const FIRST: Focus = { batch: 0, head: 0 };
const PLATES: Readonly<Record<LessonName, Plate>> = {
  // Who looks at whom, and not at the future.
  "masked-self-attention": { step: "attention", t: 1, focus: FIRST },
  // One row of eight numbers, two heads of four.
  "multi-head": { step: "q_split", t: 0.5, focus: FIRST },
  // Two lengths in one table.
  "masked-multi-head": { step: "padding_mask", t: 1, focus: { batch: 1, head: 0 } },
  // Words of one sentence look at those of another.
  "encoder-decoder": { step: "opening", t: 0.5, focus: FIRST },
  // What a block adds.
  "transformer-block": { step: "residual_1", t: 0.5, focus: FIRST },
};

/** The step of the plate; the lesson's first if this trace lacks it. */
export function plateStep({ steps, trace }: Run): LessonStep | undefined {
  return steps.find(({ id }) => id === PLATES[trace.spec.lesson].step) ?? steps[0];
}

/** A narrower plate shows the picture of this width, reduced: the scenes are laid out for a stage. */
const LEAST_WIDTH = 420;

class PlateElement extends LitElement {
  @reactive words!: Words;
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
    paintOn(canvas, this.#picture(size), this.theme.paper, pixelRatio(this) / scale);
  }

  #picture(size: CellSize): Picture {
    const { run, theme, words } = this;
    const { trace } = run;
    const { t, focus } = PLATES[trace.spec.lesson];
    const step = plateStep(run)?.stage(trace);
    if (!step) return { ...size, marks: [] };
    const shown = { trace, step, focus, tokens: tokenTextsOf(run, words), terms: words.terms };
    return draw({ hu: coreOfTraces(), theme, ...shown, ...size }, t);
  }
}

registerElement("heads-up-plate", PlateElement);
