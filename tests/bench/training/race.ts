/** The training race: every contestant's losses are compared with ours before anything is timed. */

import type { Race, Result } from "../one_engine.js";
import { interleave, type Pace } from "../rounds.mjs";
import {
  type ReadyTrainer,
  randomRows,
  type TrainingContestant,
  type TrainingGiven,
  type Weights,
} from "./contestant.js";

const CHECKED_STEPS = 20;
const CHECKED_WITHIN = 1e-3;
/** Too many for a model to memorise them, which would make its numbers unusually small. */
const ROWS = 2048;

interface Entrant {
  readonly name: string;
  readonly form: string;
  readonly error: number;
  readonly ready: ReadyTrainer;
}

const largestDifference = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((largest, x, i) => Math.max(largest, Math.abs(x - (b[i] ?? Number.NaN))), 0);

/** The first contestant is ours. Losses are compared on a single row, because all batches are then equal, however drawn. */
export async function trainingRace(
  contestants: readonly TrainingContestant[],
  weights: Weights,
  pace: Pace,
): Promise<Race> {
  const one: TrainingGiven = { rows: randomRows(1), weights };
  const many: TrainingGiven = { rows: randomRows(ROWS), weights };
  const off: string[] = [];
  const skipped: string[] = [];
  const entrants: Entrant[] = [];
  let ours: readonly number[] | undefined;
  for (const { name, forms } of contestants) {
    for (const [form, make] of Object.entries(forms)) {
      try {
        const checked = await make(one);
        const losses = await checked.losses(CHECKED_STEPS);
        await checked.dispose();
        ours ??= losses;
        const error = largestDifference(losses, ours);
        if (error <= CHECKED_WITHIN) entrants.push({ name, form, error, ready: await make(many) });
        else off.push(`${name}, ${form}: losses are off by ${error.toExponential(1)}`);
      } catch (error) {
        skipped.push(`${name}, ${form}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  const key = ({ name, form }: Entrant) => `${name}, ${form}`;
  const samples = await interleave(
    Object.fromEntries(
      entrants.map((entrant) => [key(entrant), (steps: number) => entrant.ready.time(steps)]),
    ),
    pace,
  );
  for (const { ready } of entrants) await ready.dispose();
  const all = entrants.map((entrant): Result => {
    const { calls, ms } = samples[key(entrant)] ?? { calls: 0, ms: [] };
    const { name: contestant, form, error } = entrant;
    return { contestant, form, formsMs: { [form]: Math.min(...ms) }, error, calls, ms };
  });
  return { workload: "training", results: fastestForms(all), off, skipped };
}

function fastestForms(all: readonly Result[]): readonly Result[] {
  const best = new Map<string, Result>();
  for (const result of all) {
    const former = best.get(result.contestant);
    if (!former || Math.min(...result.ms) < Math.min(...former.ms)) best.set(result.contestant, result);
  }
  return [...best.values()];
}
