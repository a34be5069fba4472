/** What the loss curves show: per panel a line for each run, its raw values, and the range over other seeds. */
import type { Checkpoint, Measured } from "./messages.js";
import { type PerRun, perRun, RUN_KEYS, type RunKey } from "./runs.js";
import type { LabState } from "./state.js";

export const PANELS = ["training", "heldOut", "asUsed"] as const;
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

/** The weight of the past in the running mean of the losses. */
const PAST = 0.9;
/** More points than this are not seen on a line. */
const MOST_POINTS = 160;

/** The running mean of the losses, bias-corrected, because it starts at 0 (as in Adam). */
export function smoothed(losses: ArrayLike<number>): Float32Array {
  const smooth = new Float32Array(losses.length);
  let [mean, weight] = [0, 0];
  for (let i = 0; i < losses.length; i += 1) {
    mean = PAST * mean + (1 - PAST) * (losses[i] ?? 0);
    weight = PAST * weight + (1 - PAST);
    smooth[i] = mean / weight;
  }
  return smooth;
}

export const panelsOf = ({ losses, measured, seeds }: LabState): readonly Panel[] =>
  PANELS.map((name) => ({
    name,
    lines: RUN_KEYS.map((run) =>
      name === "training"
        ? trainingLine(run, losses, [losses, ...seeds.map((seed) => seed.losses)])
        : measuredLine(run, name, [measured, ...seeds.map((seed) => seed.measured)]),
    ),
  }));

/** The first of `all` is shown; a band is where all of them were measured. */
function measuredLine(
  run: RunKey,
  name: Exclude<PanelName, "training">,
  all: readonly (readonly Measured[])[],
): Line {
  const curves = all.map((one) => one.map((at) => ({ step: at.step, loss: at[name][run] })));
  const [points = []] = curves;
  // A step that a seed was not measured at makes the range NaN.
  const band = points.map(({ step }) =>
    rangeOf(
      step,
      curves.map((curve) => curve.find((point) => point.step === step)?.loss ?? Number.NaN),
    ),
  );
  return { run, points: drawable(points), raw: [], band: all.length > 1 ? band.filter(isDrawable) : [] };
}

const rangeOf = (step: number, losses: readonly number[]): Range => ({
  step,
  low: Math.min(...losses),
  high: Math.max(...losses),
});
const isDrawable = ({ high }: Range): boolean => Number.isFinite(high);

function trainingLine(run: RunKey, losses: PerRun<Float32Array>, all: readonly PerRun<Float32Array>[]): Line {
  const smooth = smoothed(losses[run]);
  const places = spacedOut(smooth.length);
  return {
    run,
    points: drawable(places.map((i) => ({ step: i + 1, loss: smooth[i] ?? 0 }))),
    raw: drawable(places.map((i) => ({ step: i + 1, loss: losses[run][i] ?? 0 }))),
    band: all.length > 1 ? bandOf(all.map((one) => smoothed(one[run]))) : [],
  };
}

const drawable = (points: readonly Point[]): Point[] => points.filter(({ loss }) => Number.isFinite(loss));

/** The smallest and the largest of several curves, as far as all of them go. */
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

/** The newest losses of each run; undefined where nothing was measured or trained yet. */
export interface Latest {
  readonly steps: number;
  readonly training: PerRun<number>;
  readonly heldOut: PerRun<number>;
  readonly asUsed: PerRun<number>;
}

export function latestOf({ steps, losses, measured }: LabState): Latest | undefined {
  const last = measured.at(-1);
  if (!last || losses.masked.length === 0) return undefined;
  const training = perRun((run) => smoothed(losses[run]).at(-1) ?? 0);
  return { steps, training, heldOut: last.heldOut, asUsed: last.asUsed };
}

/** The run with the lowest loss. */
export const lowest = (losses: PerRun<number>): RunKey =>
  RUN_KEYS.reduce((best, run) => (losses[run] < losses[best] ? run : best));

/** Whether the unmasked model has learned to copy: its training loss is below half of the masked model's. */
export const isLeakVisible = ({ training }: Latest): boolean => training.unmasked < training.masked / 2;

/** The unmasked model is learning to copy once its training loss is below this share of the masked model's. */
const LEARNING = 0.9;

/**
 * The last checkpoint before the unmasked model begins to copy: there the gradients of the leak are large. Undefined until it
 * has learned to copy, because before that they are not small yet.
 */
export function leakBegins(state: LabState): Checkpoint | undefined {
  const latest = latestOf(state);
  if (!latest || !isLeakVisible(latest)) return undefined;
  const [masked, unmasked] = [smoothed(state.losses.masked), smoothed(state.losses.unmasked)];
  const learns = unmasked.findIndex((loss, i) => loss < LEARNING * (masked[i] ?? 0));
  return state.checkpoints.findLast(({ step }) => step > 0 && step <= learns);
}

/** One row for each measured step, with the training loss smoothed up to there. */
export function tableRows({ losses, measured }: LabState): readonly (Measured & {
  readonly training: PerRun<number> | undefined;
})[] {
  const smooth = perRun((run) => smoothed(losses[run]));
  return measured.map((one) => ({
    ...one,
    training: one.step > 0 ? perRun((run) => smooth[run][one.step - 1] ?? 0) : undefined,
  }));
}
