/** Measurements of this project only: its share of the ceiling, and the time of a lesson with its full trace. */
import type { HeadsUp } from "../../dist/package/index.js";
import { interleave, type Pace } from "../../scripts/lib/bench/rounds.mjs";
import { inputOf, splitWeights, weightsOf } from "../../scripts/lib/bench/workloads.mjs";
import { type Ceiling, ceiling, higher } from "./ceiling.js";
import { timeCalls } from "./contestant.js";

const WIDTH = 512;
/** As many rows B · L as W512 and WL have, in short sequences. */
const SHORT = { W512: { batch: 10, length: 20 }, WL: { batch: 64, length: 16 } };

export interface OwnSpeed {
  readonly ceilingGflops: Ceiling;
  /** 10⁹ multiplications and additions a second, one number per round. */
  readonly linearGflops: Readonly<Record<string, readonly number[]>>;
  /** Milliseconds, one number per round. */
  readonly lessonsMs: Readonly<Record<string, readonly number[]>>;
}

export async function ownSpeed(hu: HeadsUp, pace: Pace): Promise<OwnSpeed> {
  const before = await ceiling();
  const works = { ...linearWorks(hu), ...lessonWorks(hu) };
  const timed = Object.entries(works).map(
    ([name, { call }]) => [name, (calls: number) => timeCalls(call, calls)] as const,
  );
  const samples = await interleave(Object.fromEntries(timed), pace);
  const linearGflops: Record<string, number[]> = {};
  const lessonsMs: Record<string, number[]> = {};
  for (const [name, { flops }] of Object.entries(works)) {
    const ms = samples[name]?.ms ?? [];
    if (flops > 0) linearGflops[name] = ms.map((one) => flops / one / 1e6);
    else lessonsMs[name] = ms;
  }
  return { ceilingGflops: higher(before, await ceiling()), linearGflops, lessonsMs };
}

interface Work {
  readonly call: () => unknown;
  /** 0 if only the time is measured. */
  readonly flops: number;
}

/**
 * The linear layers of a forward pass: the sequences are so short that attention takes almost no time. Its operations are
 * timed but not counted, so the layers themselves are faster than reported. Also a single layer, whose weight is copied into
 * the module at every call.
 */
function linearWorks(hu: HeadsUp): Record<string, Work> {
  const { w_q } = splitWeights(weightsOf(WIDTH), WIDTH);
  const layer = hu.createMultiHeadAttention({ dModel: WIDTH, numHeads: 8 });
  const weight = { shape: [WIDTH, WIDTH], data: w_q.weight };
  const bias = { shape: [WIDTH], data: w_q.bias };
  const works = Object.entries(SHORT).flatMap(([name, { batch, length }]) => {
    const rows = batch * length;
    const data = inputOf({ batch, length, dModel: WIDTH, numHeads: 8 });
    const flops = 2 * rows * WIDTH ** 2;
    const forward = () => layer.forward({ shape: [batch, length, WIDTH], data });
    const linear = () => hu.linear({ shape: [rows, WIDTH], data }, weight, bias);
    return [
      [`${name}, the layers of forward`, { call: forward, flops: 4 * flops }] as const,
      [`${name}, linear`, { call: linear, flops }] as const,
    ];
  });
  return Object.fromEntries(works);
}

const lessonWorks = (hu: HeadsUp): Record<string, Work> => ({
  "masked-multi-head": { call: () => hu.run({ lesson: "masked-multi-head" }), flops: 0 },
  "multi-head, d_model 512": {
    call: () => hu.run({ lesson: "multi-head", dModel: 512, numHeads: 8 }),
    flops: 0,
  },
});
