/** <lab-curves>: training loss, held-out loss and loss as used, each with a line for every run, on one scale. */
import { css, html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { type Line, type Panel, panelsOf } from "../../lab/curves.js";
import type { LabState } from "../../lab/state.js";
import { fill } from "../../words/number_text.js";
import type { LabWords } from "../../words/words.js";
import { OnScreenController } from "../common/on_screen.js";
import { reactive } from "../common/reactive.js";
import { SizeController } from "../common/size_controller.js";
import { base } from "../common/styles.js";
import {
  bandPath,
  endLabels,
  type Plot,
  pathOf,
  plotOf,
  type Scales,
  scalesOf,
  ticksOf,
} from "./curves_layout.js";
import { StaggeredParts, separateFrame } from "./in_turn.js";
import { runStyles } from "./run_styles.js";

const HEIGHT = 264;
const NARROW_HEIGHT = 208;
const NARROW = 640;
const GAP = 20;
/** Room for a run's name at the end of its line, by letter. */
const LABEL = { letter: 7.2, wideLetter: 13, gap: 12 };

/** The fields of the state that the drawing depends on. */
const DRAWN = ["losses", "measured", "seeds", "activity"] as const;

export class LabCurvesElement extends LitElement {
  static override properties = {
    ...reactive<LabCurvesElement>("lab", "shownSteps", "guess", "width"),
    state: {
      attribute: false,
      hasChanged: (now: LabState, before?: LabState) => DRAWN.some((name) => now[name] !== before?.[name]),
    },
  };
  declare lab: LabWords;
  declare state: LabState;
  /** The least number of steps on the axis. */
  declare shownSteps: number;
  /** The loss of uniform guessing. */
  declare guess: number;
  /** Cached, because measuring it while curves grow would force a layout for each of them. */
  declare width: number;
  readonly #figures = new StaggeredParts<TemplateResult>();
  #panels: readonly Panel[] = [];
  /** Whether all panels are drawn in the same frame, because more than their curves has changed. */
  #isAtOnce = true;
  #isSeen = false;

  constructor() {
    super();
    this.width = 0;
    new OnScreenController(this, (isSeen) => {
      this.#isSeen = isSeen;
      if (isSeen) this.requestUpdate();
    });
    new SizeController(this, () => {
      this.width = this.clientWidth;
    });
  }

  static override styles = [
    base,
    runStyles,
    css`
      :host { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 20px; }
      figure { margin: 0; min-width: 0; contain: layout style; }
      figcaption { min-height: 64px; margin-bottom: 4px; }
      h3 { font-size: 16px; margin: 0; }
      figcaption p { margin: 0; font-size: 13px; color: var(--hu-muted); text-wrap: pretty; }
      svg { display: block; width: 100%; overflow: visible; }
      .grid { stroke: var(--hu-hairline); }
      .guess { stroke: var(--hu-muted); stroke-dasharray: 1 5; stroke-linecap: round; }
      text { font: 13px var(--hu-sans); fill: var(--hu-muted); font-variant-numeric: tabular-nums; }
      .label { font-weight: 600; paint-order: stroke; stroke: var(--hu-paper); stroke-width: 4px; stroke-linejoin: round; }
      .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
      .raw { fill: none; stroke-width: 1; opacity: 0.3; stroke-dasharray: none; }
      .band { stroke: none; opacity: 0.2; }
      @media (max-width: 820px) {
        :host { grid-template-columns: minmax(0, 1fr); gap: 16px; }
        figcaption { min-height: 0; }
      }
    `,
  ];

  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated) await separateFrame();
    super.scheduleUpdate();
  }

  /** Training is not drawn while the element is out of sight. */
  override shouldUpdate(): boolean {
    return this.#isSeen || this.state.activity !== "training" || !this.hasUpdated;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.size === 0 && this.#figures.isBehind) return;
    this.#panels = panelsOf(this.state);
    this.#figures.change(this.#panels.length);
    this.#isAtOnce = [...changed.keys()].some((name) => name !== "state");
  }

  override render(): TemplateResult {
    const isNarrow = this.width < NARROW;
    const width = isNarrow ? this.width : (this.width - 2 * GAP) / 3;
    const size = { width: Math.max(200, width), height: isNarrow ? NARROW_HEIGHT : HEIGHT };
    const scales = scalesOf(this.#panels, this.shownSteps, this.guess);
    const plot = plotOf(size, scales, this.#labelWidth());
    return html`${this.#figures.make(this.#isAtOnce, (i) => this.#figure(i, size.height, plot, scales))}`;
  }

  override updated(): void {
    if (this.#figures.isBehind) this.requestUpdate();
  }

  #figure(i: number, height: number, plot: Plot, scales: Scales): TemplateResult {
    const panel = this.#panels[i];
    if (!panel) return html``;
    const { curves, runs } = this.lab;
    return html`<figure>
      <figcaption><h3>${curves[panel.name]}</h3><p>${curves[`${panel.name}What`]}</p></figcaption>
      <svg height=${height} role="img" aria-label=${this.#spoken(panel)}>
        ${this.#axes(plot, scales, i === 0)} ${panel.lines.map((line) => this.#line(plot, line))}
        ${endLabels(plot, panel.lines).map(
          ({ run, x, y }) => svg`<text class="label ${run}" x=${x} y=${y} dy="4.5">${runs[run]}</text>`,
        )}
      </svg>
    </figure>`;
  }

  #labelWidth(): number {
    const widths = Object.values(this.lab.runs).map((name) =>
      [...name].reduce((sum, letter) => sum + (letter > "\u1100" ? LABEL.wideLetter : LABEL.letter), 0),
    );
    return Math.max(...widths) + LABEL.gap;
  }

  #axes({ x, y, left, right, bottom }: Plot, { steps, most }: Scales, isFirst: boolean): TemplateResult {
    const { step, guess } = this.lab.curves;
    const end = x(steps);
    return svg`<g aria-hidden="true">
      ${ticksOf(most).map(
        (tick) => svg`<line class="grid" x1=${left} x2=${right} y1=${y(tick)} y2=${y(tick)} />
          <text x=${left - 6} y=${y(tick)} dy="4.5" text-anchor="end">${tick}</text>`,
      )}
      <line class="guess" x1=${left} x2=${right} y1=${y(this.guess)} y2=${y(this.guess)} />
      ${isFirst ? svg`<text x=${right} y=${y(this.guess) - 6} text-anchor="end">${guess}</text>` : nothing}
      <text x=${left} y=${bottom + 20}>${step} 0</text>
      <text x=${end} y=${bottom + 20} text-anchor="end">${steps}</text>
    </g>` as TemplateResult;
  }

  #line(plot: Plot, { run, points, raw, band }: Line): TemplateResult {
    return svg`<g class=${run}>
      <path class="band" d=${bandPath(plot, band)} />
      <path class="raw" d=${pathOf(plot, raw)} />
      <path class="line" d=${pathOf(plot, points)} />
    </g>` as TemplateResult;
  }

  #spoken({ name, lines }: Panel): string {
    const ends = lines.map(({ run, points }) => [run, points.at(-1)?.loss.toFixed(2) ?? "–"] as const);
    const facts = { title: this.lab.curves[name], step: this.state.steps, ...Object.fromEntries(ends) };
    return fill(this.lab.curves.spoken, facts);
  }
}
