/** Undo after a visit: opening an address is a change of its own, or none. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { withDrawnWeights } from "../../web/src/store/lesson_runner.js";
import { Past } from "../../web/src/store/past.js";
import { Store } from "../../web/src/store/store.js";
import { edit, ofSeed, seeded, services } from "./store_reader.js";

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] })); // all edits are quick
afterAll(() => void vi.useRealTimers());

/** What an element has, on which one address after another is opened. */
class Visit {
  readonly store = new Store(services());
  readonly past = new Past(this.store, () => undefined);

  constructor(seed: number) {
    this.open(seed);
    this.store.dispatch({ type: "seen", seen: true });
  }

  open(seed: number): void {
    this.past.opened();
    const data = withDrawnWeights(seeded(seed));
    this.store.dispatch({ type: "visit", data, place: {}, mode: "", allow: "" });
  }

  /** Edits the seed and waits for the undo history. */
  async edit(seed: number): Promise<void> {
    this.store.dispatch(edit(seeded(seed)));
    await this.recorded(seed);
  }

  /** Waits until the history has this seed. */
  async recorded(seed: number): Promise<void> {
    await expect.poll(() => this.past.history?.present.data.spec.seed).toBe(seed);
  }

  get undoableSeeds(): unknown {
    return this.past.history?.past.map(({ moment }) => moment.data.spec.seed);
  }
}

test("two quick edits after the first visit are undone at once", async () => {
  const visit = new Visit(1);
  await visit.edit(16);
  await visit.edit(32);
  expect(visit.undoableSeeds).toEqual([1]);
  await visit.past.undo();
  expect(ofSeed(visit.store)).toBe(1);
});

test.each([
  ["that shows what was shown before", 32, [1, 32]],
  ["that shows something else, and the visit by itself", 2, [1, 32, 2]],
])("two quick edits after a visit %s are undone at once", async (_, seed, seeds) => {
  const visit = new Visit(1);
  await visit.edit(32);
  vi.advanceTimersByTime(10_000);
  visit.open(seed);
  await visit.recorded(seed);
  await visit.edit(64);
  await visit.edit(128);
  expect(visit.undoableSeeds).toEqual(seeds);
});

test("two quick edits after the same address is opened again are undone at once", async () => {
  const visit = new Visit(1);
  visit.open(1);
  await visit.edit(16);
  await visit.edit(32);
  expect(visit.undoableSeeds).toEqual([1]);
});
