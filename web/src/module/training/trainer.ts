/** A trainer whose model stays in the module until it is disposed of or garbage-collected. */
import { refuse } from "../errors.js";
import type { BareTrainer, BareTraining } from "./bare.js";
import type { SettledTrainingSpec, Trainer, TrainingSpec } from "./types.js";

const collected = new FinalizationRegistry<BareTrainer>((trainer) => trainer.delete());

/** The methods that are taken unchanged from the bare trainer. */
const METHODS = [
  ...([
    "step",
    "loss",
    "lossAsUsed",
    "weights",
    "gradients",
    "attention",
    "nextToken",
    "chooseToken",
  ] as const),
  ...(["generate", "snapshot", "restore", "load", "explain"] as const),
] satisfies readonly (keyof Trainer & keyof BareTrainer)[];

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
  const methods = METHODS.map((name) => {
    const call = (...values: never[]): unknown => {
      const bare = liveFor(name);
      return (bare[name] as (...values: never[]) => unknown).apply(bare, values);
    };
    return [name, call] as const;
  });
  const trainer: Trainer = Object.freeze({
    ...(Object.fromEntries(methods) as unknown as Pick<Trainer, (typeof METHODS)[number]>),
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
