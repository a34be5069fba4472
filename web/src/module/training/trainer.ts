/** A trainer whose model stays in the module until it is disposed of or garbage-collected. */
import { refuse } from "../errors.js";
import type { BareTrainer, BareTraining } from "./bare.js";
import type { SettledTrainingSpec, Trainer, TrainingSpec } from "./types.js";

const collected = new FinalizationRegistry<BareTrainer>((trainer) => trainer.delete());

/** The methods that are taken unchanged from the bare trainer, with the most arguments that each reads. */
const METHODS = {
  ...{
    step: 1,
    loss: 1,
    lossAsUsed: 1,
    weights: 0,
    gradients: 0,
    attention: 1,
    nextToken: 2,
    chooseToken: 3,
    generate: 3,
  },
  ...{ snapshot: 0, restore: 1, load: 1, explain: 2 },
} as const satisfies Partial<Record<keyof Trainer & keyof BareTrainer, number>>;
type Method = keyof typeof METHODS;

export function createTrainer(training: BareTraining, given: TrainingSpec): Trainer {
  let live: BareTrainer | undefined = training.createTrainer(given);
  const liveFor = (method: string): BareTrainer => {
    if (live) return live;
    refuse("disposed", { field: method }, "{field}: got a trainer that was disposed of, wants a live one");
  };
  const spec = live.spec();
  const dispose = (): void => {
    if (!live) return;
    collected.unregister(trainer);
    live.delete();
    live = undefined;
  };
  const methods = Object.entries(METHODS).map(([name, count]) => {
    const call = (...values: unknown[]): unknown => {
      const bare = liveFor(name) as unknown as Record<string, (...values: unknown[]) => unknown>;
      return bare[name]?.(...Array.from({ length: count }, (_, i) => values[i]));
    };
    return [name, call] as const;
  });
  const trainer: Trainer = Object.freeze({
    ...(Object.fromEntries(methods) as unknown as Pick<Trainer, Method>),
    spec,
    get steps() {
      return liveFor("steps").steps();
    },
    walk: () => ({ spec, steps: liveFor("walk").walk() }),
    dispose,
    /** For `using`; in engines without Symbol.dispose this method is unused. */
    [Symbol.dispose ?? Symbol.for("Symbol.dispose")]: dispose,
  });
  collected.register(trainer, live, trainer);
  return trainer;
}

/** The spec with every default filled in and every value checked. */
export function settledSpec(training: BareTraining, spec: TrainingSpec): SettledTrainingSpec {
  const trainer = training.createTrainer(spec);
  try {
    return trainer.spec();
  } finally {
    trainer.delete();
  }
}
