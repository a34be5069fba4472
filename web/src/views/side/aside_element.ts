/**
 * A note's figure on a canvas, its sentence with the numbers of the figure, and its dial if it has one. Loaded when
 * the first note with a figure is opened.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Aside, Dial, Figure } from "../../draw/asides/aside.js";
import { type AsideName, asides } from "../../draw/asides/asides.js";
import type { Focus, StageStep, Tokens } from "../../draw/picture.js";
import type { Theme } from "../../draw/theme.js";
import type { Trace } from "../../module/types.js";
import { loadedModule } from "../../store/lesson_runner.js";
import { format } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import type { WholeWords } from "../../words/words.js";
import { painted } from "../common/canvas.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { followSize } from "../common/while_connected.js";

/** Minimum and maximum width of a figure. */
const [NARROWEST, WIDEST] = [300, 480];

interface AsideWords {
  readonly says: string;
  readonly dial?: string;
}

export class AsideElement extends LitElement {
  @reactive words!: WholeWords;
  @reactive name!: AsideName;
  @reactive trace!: Trace;
  @reactive step!: StageStep;
  @reactive focused!: Focus;
  @reactive theme!: Theme;
  /** The words of the ids, for the figures that show them. */
  @reactive tokens!: Tokens | undefined;
  /** The value of the dial; undefined until the reader has turned it. */
  @reactive dial!: number | undefined;
  @reactive width = 0;
  #figure: Figure | undefined;

  constructor() {
    super();
    followSize(this, () => this.#measure());
  }

  static override styles = [
    base,
    css`
      :host { display: block; font-size: 13px; }
      figure { margin: 8px 0 4px; }
      canvas { display: block; max-width: none; }
      label { display: flex; flex-wrap: wrap; gap: 0 8px; max-width: 480px; }
      /* Below the figure's own scale, from the same edge to the same edge. */
      input { flex: 0 0 100%; min-width: 0; height: 24px; margin: 0; accent-color: var(--hu-accent); order: -1; }
      output { font-weight: 600; }
      figcaption { color: var(--hu-muted); max-width: 62ch; }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("trace") || changed.has("name")) this.dial = undefined;
    const hu = loadedModule();
    const { trace, step, focused: focus, theme, width, dial, tokens } = this;
    const draw: Aside = asides[this.name];
    this.#figure = hu && width > 0 ? draw({ hu, trace, step, focus, theme, width, dial, tokens }) : undefined;
  }

  override render(): TemplateResult | typeof nothing {
    const figure = this.#figure;
    if (!figure) return nothing;
    const texts: Readonly<Record<string, AsideWords>> = this.words.asides;
    const { says = "", dial } = texts[this.name] ?? {};
    return html`<figure>
      <canvas aria-hidden="true" ${painted(figure, this.theme.paper)}></canvas>
      ${figure.dial ? dialTemplate(figure.dial, dial ?? "", this.#onDial) : nothing}
      <figcaption>${richText(format(says, figure.facts))}</figcaption>
    </figure>`;
  }

  #measure(): void {
    this.width = this.clientWidth > 0 ? Math.max(NARROWEST, Math.min(WIDEST, this.clientWidth)) : 0;
  }

  readonly #onDial = (event: Event): void => {
    this.dial = (event.target as HTMLInputElement).valueAsNumber;
  };
}

const dialTemplate = (dial: Dial, name: string, turned: (event: Event) => void): TemplateResult =>
  html`<label>${name}
    <input type="range" min=${dial.least} max=${dial.most} step=${dial.step} .value=${String(dial.value)}
      @input=${turned} /><output>${dial.value}</output></label>`;
