/** Undo after a visit: opening an address is a change of its own, or none. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PastController } from "../../web/src/element/past_controller.js";
import type { History } from "../../web/src/store/history.js";
import { type LessonData, withDrawnWeights } from "../../web/src/store/lesson_runner.js";
import { currentStep } from "../../web/src/store/selectors.js";
import { Store } from "../../web/src/store/store.js";
import { edit, ofSeed, seeded, services } from "./store_reader.js";

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] })); // all edits are quick
afterAll(() => void vi.useRealTimers());

/** What an element has, opened at an address with the history of the element before. */
class Visit {
  readonly store = new Store(services());
  readonly past = new PastController(this.store, { requestUpdate() {} });
  readonly #data: LessonData;

  constructor(seed: number, history?: History) {
    this.#data = withDrawnWeights(seeded(seed));
    this.past.history = history;
    this.show();
    this.store.dispatch({ type: "seen", seen: true });
  }

  show(): void {
    this.past.opened();
    this.store.dispatch({ type: "restore", data: this.#data, place: {} });
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
  await visit.past.go("undo");
  expect(ofSeed(visit.store)).toBe(1);
});

test("an undo before its code has loaded waits for it, and undoes only the last change", async () => {
  const { past, store } = new Visit(1);
  await expect.poll(() => ofSeed(store)).toBe(1);
  store.dispatch(edit(seeded(16)));
  store.dispatch({ type: "seek", step: "scores", t: 1 });
  expect(currentStep(store.state)).toBe("scores");
  const undone = past.go("undo");
  expect(past.history).toBeUndefined();
  await undone;
  expect(ofSeed(store)).toBe(16);
  expect(currentStep(store.state)).toBe("opening");
  await past.go("undo");
  expect(ofSeed(store)).toBe(1);
});

test.each([
  ["that shows what was shown before", 32, [1, 32]],
  ["that shows something else, and the visit by itself", 2, [1, 32, 2]],
])("two quick edits after a visit %s are undone at once", async (_, seed, seeds) => {
  const before = new Visit(1);
  await before.edit(32);
  vi.advanceTimersByTime(10_000);
  const visit = new Visit(seed, before.past.history);
  await visit.recorded(seed);
  await visit.edit(64);
  await visit.edit(128);
  expect(visit.undoableSeeds).toEqual(seeds);
});

test("two quick edits after the same address is opened again are undone at once", async () => {
  const visit = new Visit(1);
  visit.show();
  await visit.edit(16);
  await visit.edit(32);
  expect(visit.undoableSeeds).toEqual([1]);
});
