/** Training loss, held-out loss and loss as used, each with a line for every run, on one scale. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { CellSize } from "../../draw/picture.js";
import { type Line, type Panel, type Point, panelsOf, type Range } from "../../lab/curves.js";
import { PLAYED_STEPS } from "../../lab/reduce.js";
import type { RunKey } from "../../lab/runs.js";
import type { LabState } from "../../lab/state.js";
import { format } from "../../words/number_text.js";
import type { LabWords } from "../../words/words.js";

const HEIGHT = 264;
const NARROW_HEIGHT = 208;
const NARROW = 640;
const GAP = 20;
/** Room for a run's name at the end of its line, by letter. */
const LABEL = { letter: 7.2, wideLetter: 13, gap: 12 };

export const uniformLoss = ({ opened }: LabState): number => opened?.task.uniformLoss ?? 1;

/** `drawn` are the states that the panels show, `width` is the room of all three. */
export function curvesTemplate(lab: LabWords, drawn: readonly LabState[], width: number): TemplateResult {
  const isNarrow = width < NARROW;
  const size = {
    width: Math.max(200, isNarrow ? width : (width - 2 * GAP) / 3),
    height: isNarrow ? NARROW_HEIGHT : HEIGHT,
  };
  return html`<div class="curves">${drawn.map((state, i) =>
    guard([state.smooth, state.measured, state.seeds, state.opened, lab, width], () => {
      const panels = panelsOf(state);
      const scales = scalesOf(panels, PLAYED_STEPS, uniformLoss(state));
      const plot = plotOf(size, scales, labelWidth(lab));
      return panels.slice(i, i + 1).map((panel) => figure(lab, state, panel, plot, scales, i === 0));
    }),
  )}</div>`;

  function figure(
    { curves, runs }: LabWords,
    state: LabState,
    panel: Panel,
    plot: Plot,
    scales: Scales,
    isFirst: boolean,
  ): TemplateResult {
    return html`<figure>
      <figcaption><h3>${curves[panel.name]}</h3><p>${curves[`${panel.name}What`]}</p></figcaption>
      <svg height=${size.height} role="img" aria-label=${spoken(lab, state, panel)}>
        ${axes(lab, plot, scales, uniformLoss(state), isFirst)} ${panel.lines.map((line) => lineTemplate(plot, line))}
        ${endLabels(plot, panel.lines).map(
          ({ run, x, y }) => svg`<text class="label ${run}" x=${x} y=${y} dy="4.5">${runs[run]}</text>`,
        )}
      </svg>
    </figure>`;
  }
}

function labelWidth({ runs }: LabWords): number {
  const widths = Object.values(runs).map((name) =>
    [...name].reduce((sum, letter) => sum + (letter > "\u1100" ? LABEL.wideLetter : LABEL.letter), 0),
  );
  return Math.max(...widths) + LABEL.gap;
}

function axes(
  { curves }: LabWords,
  { x, y, left, right, bottom }: Plot,
  { steps, most }: Scales,
  guess: number,
  isFirst: boolean,
): TemplateResult {
  return svg`<g aria-hidden="true">
    ${ticksOf(most).map(
      (tick) => svg`<line class="grid" x1=${left} x2=${right} y1=${y(tick)} y2=${y(tick)} />
        <text x=${left - 6} y=${y(tick)} dy="4.5" text-anchor="end">${tick}</text>`,
    )}
    <line class="guess" x1=${left} x2=${right} y1=${y(guess)} y2=${y(guess)} />
    ${isFirst ? svg`<text x=${right} y=${y(guess) - 6} text-anchor="end">${curves.guess}</text>` : nothing}
    <text x=${left} y=${bottom + 20}>${curves.step} 0</text>
    <text x=${x(steps)} y=${bottom + 20} text-anchor="end">${steps}</text>
  </g>` as TemplateResult;
}

const lineTemplate = (plot: Plot, { run, points, raw, band }: Line): TemplateResult =>
  svg`<g class=${run}>
    <path class="band" d=${bandPath(plot, band)} />
    <path class="raw" d=${pathOf(plot, raw)} />
    <path class="line" d=${pathOf(plot, points)} />
  </g>` as TemplateResult;

function spoken({ curves }: LabWords, { steps }: LabState, { name, lines }: Panel): string {
  const ends = lines.map(({ run, points }) => [run, points.at(-1)?.loss.toFixed(2) ?? "–"] as const);
  return format(curves.spoken, { title: curves[name], step: steps, ...Object.fromEntries(ends) });
}

export interface Scales {
  /** The last step on the axis. */
  readonly steps: number;
  /** The largest loss on the axis. */
  readonly most: number;
}

const LEFT = 30;
const TOP = 10;
const BOTTOM = 26;
const LABEL_GAP = 17;

/** All panels share their scales, so that their losses can be compared. */
export function scalesOf(panels: readonly Panel[], shownSteps: number, guess: number): Scales {
  const losses = panels.flatMap(({ lines }) =>
    lines.flatMap(({ points, band }) => [...points.map(({ loss }) => loss), ...band.map(({ high }) => high)]),
  );
  const finite = losses.filter(Number.isFinite);
  // A diverging loss leaves the picture at its top instead of flattening the others.
  const most = Math.min(Math.max(guess * 1.15, ...finite), guess * 3);
  const steps = Math.max(
    0,
    ...panels.flatMap(({ lines }) => lines.map((line) => line.points.at(-1)?.step ?? 0)),
  );
  return { steps: Math.max(shownSteps, steps), most: Math.max(most, 0.1) };
}

/** Losses to label on the axis. */
export function ticksOf(most: number): readonly number[] {
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10].find((size) => most / size <= 5) ?? 20;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => Math.round(i * step * 10) / 10);
}

export interface Plot {
  readonly x: (step: number) => number;
  readonly y: (loss: number) => number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export function plotOf({ width, height }: CellSize, { steps, most }: Scales, labelWidth: number): Plot {
  const right = width - labelWidth;
  const bottom = height - BOTTOM;
  const inside = (y: number): number => Math.min(bottom, Math.max(TOP, y));
  return {
    left: LEFT,
    right,
    bottom,
    x: (step) => LEFT + (step / steps) * (right - LEFT),
    y: (loss) => inside(bottom - (loss / most) * (bottom - TOP)),
  };
}

/** Rounds to a tenth of a pixel with integers: formatting a fraction takes several times as long, and each report has hundreds. */
function tenth(v: number): string {
  const tenths = Math.round(v * 10);
  const rest = tenths % 10;
  return rest === 0 ? `${tenths / 10}` : `${(tenths - rest) / 10}.${rest}`;
}
const at = (x: number, y: number): string => `${tenth(x)} ${tenth(y)}`;

export const pathOf = ({ x, y }: Plot, points: readonly Point[]): string =>
  points.map(({ step, loss }, i) => `${i === 0 ? "M" : "L"}${at(x(step), y(loss))}`).join("");

export function bandPath({ x, y }: Plot, band: readonly Range[]): string {
  if (band.length === 0) return "";
  const upper = band.map(({ step, high }) => at(x(step), y(high)));
  const lower = band.map(({ step, low }) => at(x(step), y(low))).reverse();
  return `M${[...upper, ...lower].join("L")}Z`;
}

export interface EndLabel {
  readonly run: RunKey;
  readonly x: number;
  readonly y: number;
}

/** Labels beside the lines' ends, from the top down, each at least a line of text below the one before. */
export function endLabels(plot: Plot, lines: readonly Line[]): readonly EndLabel[] {
  const ends = lines.flatMap(({ run, points }) => {
    const end = points.at(-1);
    return end ? [{ run, x: plot.x(end.step) + 6, y: plot.y(end.loss) }] : [];
  });
  const placed: { run: RunKey; x: number; y: number }[] = [];
  for (const label of ends.sort((a, b) => a.y - b.y)) {
    const above = placed.at(-1);
    placed.push({ ...label, y: Math.max(label.y, above ? above.y + LABEL_GAP : TOP) });
  }
  // A label below the axis moves up again, together with the labels above it.
  for (let i = placed.length - 1, limit = plot.bottom + 2; i >= 0; i -= 1) {
    const label = placed[i];
    if (!label) break;
    label.y = Math.min(label.y, limit);
    limit = label.y - LABEL_GAP;
  }
  return placed;
}
