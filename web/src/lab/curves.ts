/** The data of the loss curves: in each panel a line per run, its raw values, and the range over other seeds. */
import type { Measurement } from "./messages.js";
import { type PerRun, perRun, RUN_KEYS, type RunKey } from "./runs.js";
import type { LabState } from "./state.js";

const PANELS = ["training", "heldOut", "asUsed"] as const;
export type PanelName = (typeof PANELS)[number];

export interface Point {
  readonly step: number;
  readonly loss: number;
}
export interface Range {
  readonly step: number;
  readonly low: number;
  readonly high: number;
}
export interface Line {
  readonly run: RunKey;
  readonly points: readonly Point[];
  /** Before smoothing; empty where nothing was smoothed. */
  readonly raw: readonly Point[];
  readonly band: readonly Range[];
}
export interface Panel {
  readonly name: PanelName;
  readonly lines: readonly Line[];
}

/** A line shows no more points than this. */
const MOST_POINTS = 160;

export const panelsOf = ({ losses, smooth, measured, seeds }: LabState): readonly Panel[] =>
  PANELS.map((name) => ({
    name,
    lines: RUN_KEYS.map((run) =>
      name === "training"
        ? trainingLine(run, losses[run], [smooth[run], ...seeds.map((seed) => seed.smooth[run])])
        : measuredLine(run, name, [measured, ...seeds.map((seed) => seed.measured)]),
    ),
  }));

/** The line shows the first seed; the band covers the steps at which all seeds were measured. */
function measuredLine(
  run: RunKey,
  name: Exclude<PanelName, "training">,
  seeds: readonly (readonly Measurement[])[],
): Line {
  const curves = seeds.map((seed) => seed.map((at) => ({ step: at.step, loss: at[name][run] })));
  const [points = []] = curves;
  // The range is NaN at a step at which a seed was not measured.
  const band = points.map(({ step }) =>
    rangeOf(
      step,
      curves.map((curve) => curve.find((point) => point.step === step)?.loss ?? Number.NaN),
    ),
  );
  return { run, points: drawable(points), raw: [], band: seeds.length > 1 ? band.filter(isDrawable) : [] };
}

const rangeOf = (step: number, losses: readonly number[]): Range => ({
  step,
  low: Math.min(...losses),
  high: Math.max(...losses),
});
const isDrawable = ({ high }: Range): boolean => Number.isFinite(high);

/** The line is the moving average of the first seed; the band is the range of all seeds' averages. */
function trainingLine(run: RunKey, losses: Float32Array, seeds: readonly Float32Array[]): Line {
  const [smooth = losses] = seeds;
  const places = spacedOut(smooth.length);
  return {
    run,
    points: drawable(places.map((i) => ({ step: i + 1, loss: smooth[i] ?? 0 }))),
    raw: drawable(places.map((i) => ({ step: i + 1, loss: losses[i] ?? 0 }))),
    band: seeds.length > 1 ? bandOf(seeds) : [],
  };
}

const drawable = (points: readonly Point[]): Point[] => points.filter(({ loss }) => Number.isFinite(loss));

/** The range over several curves, as far as the shortest goes. */
function bandOf(curves: readonly Float32Array[]): Range[] {
  const length = Math.min(...curves.map((curve) => curve.length));
  return spacedOut(length)
    .map((i) =>
      rangeOf(
        i + 1,
        curves.map((curve) => curve[i] ?? 0),
      ),
    )
    .filter(isDrawable);
}

/** Indices from 0 to length − 1, both included, at most MOST_POINTS. */
function spacedOut(length: number): number[] {
  const count = Math.min(length, MOST_POINTS);
  return Array.from({ length: count }, (_, i) =>
    count === 1 ? 0 : Math.round((i * (length - 1)) / (count - 1)),
  );
}

/** The latest losses of each run. */
export interface Latest {
  readonly steps: number;
  readonly training: PerRun<number>;
  readonly heldOut: PerRun<number>;
  readonly asUsed: PerRun<number>;
}

/** Undefined before anything has been trained and measured. */
export function latestOf({ steps, smooth, measured }: LabState): Latest | undefined {
  const last = measured.at(-1);
  if (!last || smooth.masked.length === 0) return undefined;
  const training = perRun((run) => smooth[run].at(-1) ?? 0);
  return { steps, training, heldOut: last.heldOut, asUsed: last.asUsed };
}

/** The run with the lowest loss. */
export const lowestRun = (losses: PerRun<number>): RunKey =>
  RUN_KEYS.reduce((best, run) => (losses[run] < losses[best] ? run : best));

/** Whether the unmasked model has learned to copy: its training loss is below half of the masked model's. */
export const isLeakVisible = ({ training }: Latest): boolean => training.unmasked < training.masked / 2;

/** The unmasked model starts to copy when its training loss falls below this share of the masked model's. */
const COPYING = 0.9;

/**
 * The step of the last checkpoint before the unmasked model starts to copy, where the gradients through the leak are large. Undefined
 * until it has learned to copy, because only then have they become small.
 */
export function leakBegins(state: LabState): number | undefined {
  const latest = latestOf(state);
  if (!latest || !isLeakVisible(latest)) return undefined;
  const { masked, unmasked } = state.smooth;
  const copies = unmasked.findIndex((loss, i) => loss < COPYING * (masked[i] ?? 0));
  return state.checkpoints.findLast((step) => step > 0 && step <= copies);
}

/** One row for each measured step, with the smoothed training loss at that step. */
export function tableRows({ smooth, measured }: LabState): readonly (Measurement & {
  readonly training: PerRun<number> | undefined;
})[] {
  return measured.map((row) => ({
    ...row,
    training: row.step > 0 ? perRun((run) => smooth[run][row.step - 1] ?? 0) : undefined,
  }));
}
