/** This project's trainer as a contestant, loaded as users load it. */
import type { HeadsUp } from "../../../dist/package/index.js";
import { type TrainingContestant, trainerHere, type Weights } from "./contestant.js";

/** The parameters that every contestant begins with. */
export function startingWeights(hu: HeadsUp, rows: readonly (readonly number[])[]): Weights {
  const trainer = hu.createTrainer({ data: rows });
  const weights = trainer.weights();
  trainer.dispose();
  return weights as Weights;
}

/** The race's sizes are the trainer's defaults. */
export const headsUpTrainer = (hu: HeadsUp): TrainingContestant => ({
  name: "heads-up-attention",
  forms: {
    step: ({ rows }) => {
      const trainer = hu.createTrainer({ data: rows });
      return trainerHere(
        () => trainer.step()[0] ?? Number.NaN,
        () => trainer.dispose(),
      );
    },
  },
});
