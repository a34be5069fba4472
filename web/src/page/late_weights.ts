/**
 * Weights survive a reload and going back: the history entry has their key, IndexedDB the data. Without storage they are lost silently, like everything typed.
 */

import { type ChosenWeights, fileWeights } from "../store/lesson_runner.js";
import * as kept from "./kept_weights.js";

async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

/** The key in the current history entry. */
function weightsKey(): string | undefined {
  const key: unknown = history.state?.weights;
  return typeof key === "string" ? key : undefined;
}

function setWeightsKey(weights: string | undefined): void {
  try {
    history.replaceState(weights === undefined ? null : { weights }, "");
  } catch {
    // A sandboxed frame may have no history.
  }
}

export class LateWeights {
  /** The weights that `see` has handled last. */
  #known: ChosenWeights | undefined;
  /** The weights that the lesson of the latest visit opens with. */
  #brought: ChosenWeights | undefined;

  /** Call when a visit begins, with the weights that its lesson opens with. */
  bring(weights: ChosenWeights | undefined): void {
    this.#brought = weights;
  }

  /** The weights that were brought along, or those of the current history entry. */
  async here(): Promise<ChosenWeights | undefined> {
    const brought = this.#brought;
    this.#brought = undefined;
    if (brought) {
      this.#known = undefined; // so that `see` keeps them
      return brought;
    }
    const key = weightsKey();
    this.#known = key === undefined ? undefined : await attempt(() => kept.keptWeights(key));
    return this.#known;
  }

  /** Call with the weights on the stage, or undefined for drawn ones. Readable and trained ones are in the address instead. */
  see(shown: ChosenWeights | undefined): void {
    const weights = fileWeights(shown);
    if (weights === this.#known) return;
    this.#known = weights;
    const before = weightsKey();
    const key = weights && `${Date.now()} ${Math.random()}`;
    if (key !== before) setWeightsKey(key);
    if (weights && key) void attempt(() => kept.keepWeights(key, weights));
    else if (before !== undefined) void attempt(() => kept.forgetWeights(before));
  }

  forget(): void {
    void attempt(() => kept.forgetWeights());
  }
}
