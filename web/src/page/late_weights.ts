/**
 * Weights survive a reload and going back: the history entry has their key, IndexedDB the data. The code is loaded with
 * the first file. Without storage they are lost silently, as everything typed would be.
 */

import { type OwnWeights, ofFile } from "../store/lesson_runner.js";
import { once } from "../store/once.js";

const loadKept = once(() => import("./kept_weights.js"));
type Kept = NonNullable<Awaited<ReturnType<typeof loadKept>>>;

async function tried<T>(work: (kept: Kept) => Promise<T>): Promise<T | undefined> {
  try {
    const kept = await loadKept();
    return kept && (await work(kept));
  } catch {
    return undefined;
  }
}

/** The key in the present history entry. */
function marked(): string | undefined {
  const key: unknown = history.state?.weights;
  return typeof key === "string" ? key : undefined;
}

function mark(weights: string | undefined): void {
  try {
    history.replaceState(weights === undefined ? null : { weights }, "");
  } catch {
    // A sandboxed frame may have no history.
  }
}

export class LateWeights {
  #known: OwnWeights | undefined;
  #brought: OwnWeights | undefined;

  /** Weights that the next lesson is to open with. */
  bring(weights: OwnWeights): void {
    this.#brought = weights;
  }

  /** The weights that were brought along, or those of the present entry. */
  async here(): Promise<OwnWeights | undefined> {
    const brought = this.#brought;
    this.#brought = undefined;
    if (brought) {
      this.#known = undefined; // so that `see` keeps them
      return brought;
    }
    const key = marked();
    this.#known = key === undefined ? undefined : await tried((kept) => kept.keptWeights(key));
    return this.#known;
  }

  /** Call with the weights on the stage, or undefined for drawn ones. Readable ones are in the address instead. */
  see(shown: OwnWeights | undefined): void {
    const weights = ofFile(shown);
    if (weights === this.#known) return;
    this.#known = weights;
    const before = marked();
    const key = weights && `${Date.now()} ${Math.random()}`;
    if (key !== before) mark(key);
    if (weights && key) void tried((kept) => kept.keepWeights(key, weights));
    else if (before !== undefined) void tried((kept) => kept.forgetWeights(before));
  }

  forget(): void {
    void tried((kept) => kept.forgetWeights());
  }
}
