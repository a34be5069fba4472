/**
 * Weights from the reader's files, for going back and forth: the history entry has their key and the file's name, this page's
 * memory the numbers. A reload loses them, and the page says which file to choose again (docs/decisions/0005-weight-files.md).
 */
import { refused } from "../module/errors.js";
import { asObject } from "../spec/as_object.js";
import { type ChosenWeights, fileWeights } from "../store/lesson_runner.js";
import type { Problem } from "./address/url_reader.js";

/** The weights of older entries are dropped, because a file may have 70 MB. */
const MOST_FILES = 3;

/** What the current history entry says of its weights. */
function currentEntry(): { readonly key: string; readonly file: string } | undefined {
  const { weights: key, file } = asObject(history.state);
  return typeof key === "string" && typeof file === "string" ? { key, file } : undefined;
}

function setCurrentEntry(state: object | null): void {
  try {
    const { weights: _, file: __, ...rest } = asObject(history.state);
    const next = { ...rest, ...state };
    history.replaceState(Object.keys(next).length > 0 ? next : null, "");
  } catch {
    // A sandboxed frame may have no history.
  }
}

export class WeightsHistory {
  readonly #byKey = new Map<string, ChosenWeights>();
  /** The weights that the current history entry has. */
  #current: ChosenWeights | undefined;

  /** The weights that a visit brings, or else those that the current history entry has; a problem if they are gone. */
  restore(brought?: ChosenWeights): {
    readonly weights?: ChosenWeights | undefined;
    readonly problems: readonly Problem[];
  } {
    this.#current = undefined;
    if (brought) return { weights: brought, problems: [] };
    const entry = currentEntry();
    this.#current = entry && this.#byKey.get(entry.key);
    if (!entry || this.#current) return { weights: this.#current, problems: [] };
    setCurrentEntry(null);
    return { problems: [lost(entry.file)] };
  }

  /** Call with the weights on the stage, or undefined for drawn ones. Designed and trained ones are in the address instead. */
  persist(shown: ChosenWeights | undefined): void {
    const weights = fileWeights(shown);
    if (weights === this.#current) return;
    this.#current = weights;
    const before = currentEntry();
    if (before) this.#byKey.delete(before.key);
    const key = `${Date.now()} ${Math.random()}`;
    if (weights) this.#byKey.set(key, weights);
    if (weights || before) setCurrentEntry(weights ? { weights: key, file: weights.name } : null);
    const [oldest] = this.#byKey.keys();
    if (oldest !== undefined && this.#byKey.size > MOST_FILES) this.#byKey.delete(oldest);
  }

  forget(): void {
    this.#byKey.clear();
  }
}

const lost = (file: string): Problem =>
  refused("weights-lost", { got: file }, "weights: {got} has to be chosen again");
