/** The weights of files, for going back and forth in the browser. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WeightsHistory } from "../../web/src/page/weights_history.js";
import type { ChosenWeights } from "../../web/src/store/lesson_runner.js";

/** A browser's history; `reload` is a new page at the same entry. */
let entries: unknown[] = [null];
let at = 0;
beforeEach(() => {
  [entries, at] = [[null], 0];
  vi.stubGlobal("history", {
    get state() {
      return entries[at];
    },
    replaceState: (state: unknown) => {
      entries[at] = state;
    },
  });
});
afterEach(() => vi.unstubAllGlobals());
const push = (): void => {
  entries = [...entries.slice(0, ++at), null];
};

const layer = (name: string): ChosenWeights => ({ name, lesson: "multi-head", tensors: {} });
const [first, second] = [layer("first.npz"), layer("second.npz")];

test("weights are there again on the way back and forth", () => {
  const weights = new WeightsHistory();
  weights.persist(first);
  push();
  expect(weights.restore()).toEqual({ weights: undefined, problems: [] });
  weights.persist(second);
  at = 0;
  expect(weights.restore()).toEqual({ weights: first, problems: [] });
  at = 1;
  expect(weights.restore()).toEqual({ weights: second, problems: [] });
});

test("weights that a visit brings are there when its entry is opened again", () => {
  const weights = new WeightsHistory();
  expect(weights.restore(first).weights).toBe(first);
  weights.persist(first);
  expect(weights.restore().weights).toBe(first);
});

test("drawn weights take the place of a file's", () => {
  const weights = new WeightsHistory();
  weights.persist(first);
  weights.persist(undefined);
  expect(entries).toEqual([null]);
  expect(weights.restore()).toEqual({ weights: undefined, problems: [] });
});

test("after a reload the file is named once as one to choose again", () => {
  new WeightsHistory().persist(first);
  const reloaded = new WeightsHistory();
  expect(reloaded.restore().problems).toMatchObject([
    { code: "weights-lost", details: { got: "first.npz" } },
  ]);
  expect(reloaded.restore().problems).toEqual([]);
});

test("the weights of three files are kept, and none once they are forgotten", () => {
  const weights = new WeightsHistory();
  for (const name of ["1", "2", "3", "4"]) {
    weights.persist(layer(name));
    push();
    weights.restore();
  }
  at = 0;
  expect(weights.restore().problems).toHaveLength(1);
  at = 1;
  expect(weights.restore().weights?.name).toBe("2");
  weights.forget();
  expect(weights.restore().problems).toHaveLength(1);
});
