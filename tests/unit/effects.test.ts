/** Which effects a change of the state starts, and explanations that fail. */
import { describe, expect, test } from "vitest";
import { refKey } from "../../web/src/draw/picture.js";
import type { Core } from "../../web/src/module/page_entry.js";
import type { Attributes } from "../../web/src/store/actions.js";
import { effectsOf, type Services } from "../../web/src/store/effects.js";
import type { Run } from "../../web/src/store/lesson_runner.js";
import { reduce } from "../../web/src/store/reduce/reducer.js";
import { initialState, type State } from "../../web/src/store/state.js";
import { tinyTrace } from "./traces.js";

describe("a lesson file", () => {
  const changed = (state: State, attributes: Attributes): State =>
    reduce(state, { type: "attributes", changed: attributes });
  const coming = changed(initialState, { src: "mine.json" });

  test("is fetched once, however many attributes change meanwhile", () => {
    expect(effectsOf(initialState, coming)).toHaveLength(1);
    const seeded = changed(coming, { seed: 7 });
    expect(seeded).toMatchObject({ file: { kind: "coming" }, asked: { seed: 7 } });
    expect(effectsOf(coming, seeded)).toEqual([]);
  });

  test("is fetched when its address changes", () => {
    expect(effectsOf(coming, changed(coming, { src: "other.json" }))).toHaveLength(1);
  });
});

describe("a number whose explanation fails", () => {
  const cell = { name: "scores", index: [0, 0, 1, 1] };
  const fails = (): never => {
    throw new Error("out of memory");
  };
  const core = { explain: fails } as unknown as Core;
  const background = { explainInWorker: async () => fails() };

  test.each<[string, boolean, object]>([
    ["on the page", false, { module: () => core }],
    ["in the worker", true, { module: () => core, background }],
    ["because the module does not load", false, { module: async () => fails() }],
  ])("has none, %s", async (_, isInWorker, services) => {
    const run = { trace: tinyTrace(), isInWorker } as unknown as Run;
    const after: State = {
      ...initialState,
      run,
      selection: { openedCells: [cell] },
      explanationId: 1,
      lastId: 1,
    };
    const [explain] = effectsOf(initialState, after);
    expect(await explain?.(services as Services, () => true)).toStrictEqual({
      type: "explained",
      id: 1,
      explained: { [refKey(cell)]: undefined },
    });
  });
});
