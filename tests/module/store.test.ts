/** The store with the real core: the order of actions, stale results, undo, files. */

import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import english from "../../web/locales/en.json";
import { lessonOf } from "../../web/src/lesson_file/lesson_of.js";
import { shownLesson } from "../../web/src/lesson_file/read_lesson.js";
import { designedSpec } from "../../web/src/lessons/designed.js";
import { openingSpec } from "../../web/src/lessons/lessons.js";
import type { Core } from "../../web/src/module/page_entry.js";
import type { LessonName, LessonSpec } from "../../web/src/module/types.js";
import type { Authoring } from "../../web/src/store/effects.js";
import { currentStep, explanationsOf, viewOf } from "../../web/src/store/selectors.js";
import type { GivenWeights } from "../../web/src/store/state.js";
import { Store } from "../../web/src/store/store.js";
import { problemText } from "../../web/src/words/problem_text.js";
import type { Words } from "../../web/src/words/words.js";
import { testRandomReaders } from "./store_property.js";
import { authoring, edit, hu, ofSeed, Reader, seeded, seen, services, weightsOf } from "./store_reader.js";

/** A module whose loading the test controls, for every caller. */
function lateModule() {
  const waiting: (() => void)[] = [];
  return {
    module: () => new Promise<Core>((done) => waiting.push(() => done(hu))),
    answer: (at: number) => waiting.splice(at, 1)[0]?.(),
  };
}

describe("a lesson", () => {
  test("is computed once the element is visible, and not before", () => {
    const store = new Store(services());
    store.dispatch({ type: "attributes", changed: { lesson: "multi-head", step: "scores" } });
    expect(store.state.computing.kind).toBe("idle");
    store.dispatch({ type: "seen", seen: true });
    expect(store.state.computing.kind).toBe("standing");
    expect(store.state.run?.trace.spec.lesson).toBe("multi-head");
    expect(currentStep(store.state)).toBe("scores");
  });

  test.each([
    ["first", [0, 0]],
    ["last", [1, 0]],
  ])("is the one requested last, whether its result comes %s", async (_, order) => {
    const late = lateModule();
    const store = seen(late);
    store.dispatch(edit(seeded(1)));
    store.dispatch(edit(seeded(2)));
    for (const at of order) late.answer(at);
    await store.idle();
    expect(ofSeed(store)).toBe(2);
  });

  test("that is refused leaves the previous one, and shows the error until another is requested", async () => {
    const store = seen();
    store.dispatch(edit(seeded(1)));
    store.dispatch(edit({ ...seeded(2), numHeads: 3 }));
    expect(store.state.computing).toMatchObject({
      kind: "refused",
      error: { details: { field: "numHeads" } },
    });
    expect(store.state.data?.spec).toEqual(seeded(1));
    expect(ofSeed(store)).toBe(1);
    store.dispatch({ type: "attributes", changed: { step: "scores" } });
    expect(store.state.computing.kind).toBe("refused");
    store.dispatch(edit(seeded(3)));
    expect(store.state.computing.kind).toBe("standing");
  });

  test("is retried if the module could not be loaded the first time", async () => {
    let tries = 0;
    const store = seen({ module: () => (++tries === 1 ? Promise.reject(new Error("offline")) : hu) });
    store.dispatch(edit(seeded(1)));
    await store.idle();
    expect(store.state).toMatchObject({ computing: { kind: "refused" }, run: undefined });
    store.dispatch({ type: "seen", seen: true });
    expect(ofSeed(store)).toBe(1);
  });

  test("keeps step and moment when its data change, and closes the open cell", async () => {
    const store = seen();
    store.dispatch(edit(seeded(1)));
    store.dispatch({ type: "seek", step: "scores", t: 0.5 });
    store.dispatch({ type: "open", cell: { name: "scores", index: [0, 0, 1, 1] }, isShown: true });
    expect(explanationsOf(store.state)).toHaveLength(1);
    store.dispatch(edit(seeded(2)));
    expect(viewOf(store.state)).toMatchObject({ step: "scores", t: 0.5, cell: undefined });
    store.dispatch({ type: "attributes", changed: { lesson: "encoder-decoder" } });
    expect(currentStep(store.state)).toBe("scores");
  });

  test("keeps the way to a number when the reader goes to the number's step, so that it leads back", () => {
    const store = seen();
    const [score, query] = [
      { name: "scores", index: [0, 0, 1, 1] },
      { name: "q_heads", index: [0, 0, 1, 0] },
    ];
    store.dispatch({ type: "attributes", changed: { lesson: "multi-head", step: "scores" } });
    store.dispatch({ type: "open", cell: score, isShown: true });
    store.dispatch({ type: "openOperand", cell: query });
    store.dispatch({ type: "goToCell", step: "q_heads" });
    expect(currentStep(store.state)).toBe("q_heads");
    expect(store.state.selection.openedCells).toEqual([score, query]);
    store.dispatch({ type: "back" });
    expect(viewOf(store.state)).toMatchObject({ step: "q_heads", cell: score });
    expect(explanationsOf(store.state)).toHaveLength(1);
    store.dispatch({ type: "goToCell", step: "scores" });
    expect(viewOf(store.state)).toMatchObject({ step: "scores", cell: score });
  });

  test("an unknown step is an error and leaves the step as it is", () => {
    const store = seen();
    store.dispatch({ type: "attributes", changed: { lesson: "multi-head", step: "q" } });
    store.dispatch({ type: "attributes", changed: { step: "nowhere" } });
    expect(store.state.errors).toMatchObject([{ code: "unknown-step", details: { got: "nowhere" } }]);
    expect(currentStep(store.state)).toBe("q");
  });
});

describe("numbers set by hand", () => {
  const cell = { name: "scores", index: [0, 0, 1, 1] };
  const change = { ...cell, value: 3 };
  const changed = () => {
    const store = seen();
    store.dispatch({ type: "attributes", changed: { lesson: "multi-head", step: "scores" } });
    store.dispatch({ type: "open", cell, isShown: true });
    store.dispatch({ type: "changes", changes: [change] });
    return store;
  };

  test("are in the run, beside the trace without them, and the open cell stays open", () => {
    const { state } = changed();
    expect(state.run?.trace.changes).toEqual([change]);
    expect(state.run?.before).not.toHaveProperty("changes");
    expect(viewOf(state)).toMatchObject({ changes: [change], step: "scores", cell });
    expect(explanationsOf(state)).toMatchObject([{ op: "given", value: 3 }]);
  });

  test("stay with other data where they fit, and are left out where they do not", () => {
    const store = changed();
    store.dispatch({ type: "data", data: { spec: { ...openingSpec("multi-head"), seed: 7 } } });
    expect(store.state.run).toMatchObject({ changes: [change], unfit: [] });
    store.dispatch({ type: "data", data: { spec: { ...openingSpec("multi-head"), sequences: [[5]] } } });
    expect(store.state.run).toMatchObject({
      unfit: [{ code: "bad-index", details: { field: "changes[0].index" } }],
      before: undefined,
    });
    expect(store.state.data?.changes).toBeUndefined();
  });

  test("do not go along to another lesson", () => {
    const store = changed();
    store.dispatch({ type: "lesson", lesson: "masked-multi-head", lang: "en" });
    expect(store.state.run?.trace.changes).toBeUndefined();
  });
});

test.each([
  ["attention", "attention", ["wrong-type"]],
  ["nowhere", "q", ["unknown-step", "wrong-type"]],
])("a step given with a refused seed is taken or refused by itself: %s", (step, after, codes) => {
  const store = seen();
  store.dispatch({ type: "attributes", changed: { step: "q" } });
  store.dispatch({ type: "attributes", changed: { step, seed: 4.5 } });
  expect(store.state.errors.map(({ code }) => code)).toEqual(codes);
  expect(currentStep(store.state)).toBe(after);
  expect(ofSeed(store)).toBe(42);
});

/** Weights as a page gives them: bytes under a name. */
const givenBy = (lesson: LessonName): GivenWeights => {
  const tensors = weightsOf(lesson, 2);
  return { name: tensors.name, tensors };
};

describe("a file of weights", () => {
  test("is fitted again if the settings change while it is read", async () => {
    const store = seen();
    store.dispatch(edit(openingSpec("multi-head")));
    store.dispatch({ type: "weightsFile", file: weightsOf("multi-head", 2) });
    store.dispatch(edit({ ...openingSpec("multi-head"), seed: 7 }));
    await store.idle();
    expect(store.state.run?.weights?.name).toBe("all_2.json");
    expect(ofSeed(store)).toBe(7);
  });

  test("is ignored if the weights are dropped or another file is chosen before it is read", async () => {
    const store = seen();
    store.dispatch(edit(openingSpec("multi-head")));
    store.dispatch({ type: "weightsFile", file: weightsOf("multi-head", 2) });
    store.dispatch({ type: "data", data: { weights: undefined } });
    await store.idle();
    expect(store.state.run?.weights).toBeUndefined();
    store.dispatch({ type: "weightsFile", file: weightsOf("multi-head", 2) });
    store.dispatch({ type: "weightsFile", file: weightsOf("multi-head", 3) });
    await store.idle();
    expect(store.state.run?.weights?.name).toBe("all_3.json");
  });

  test("given by the page is fitted to edits made while it is read", async () => {
    const store = seen();
    store.dispatch(edit(openingSpec("multi-head")));
    store.dispatch({ type: "attributes", changed: { weights: givenBy("multi-head") } });
    store.dispatch(edit({ ...openingSpec("multi-head"), seed: 7 }));
    await store.idle();
    expect(store.state.run?.weights?.name).toBe("all_2.json");
    expect(ofSeed(store)).toBe(7);
  });

  test("given by the page does not return the reader from another lesson", async () => {
    const store = seen();
    store.dispatch(edit(openingSpec("multi-head")));
    store.dispatch({ type: "attributes", changed: { weights: givenBy("multi-head") } });
    store.dispatch({ type: "lesson", lang: "en", lesson: "masked-multi-head" });
    await store.idle();
    expect(store.state.run?.spec.lesson).toBe("masked-multi-head");
    expect(store.state.run?.weights).toBeUndefined();
  });

  test("given by the page as bytes is read like a file", async () => {
    const store = seen();
    store.dispatch(edit(openingSpec("multi-head")));
    for (const tensors of [
      new Blob([await weightsOf("multi-head", 2).text()]),
      await weightsOf("multi-head", 3).arrayBuffer(),
      new Uint8Array(await weightsOf("multi-head", 4).arrayBuffer()),
    ]) {
      const before = store.state.run;
      store.dispatch({ type: "attributes", changed: { weights: { name: "weights", tensors } } });
      await store.idle();
      expect(store.state.errors).toEqual([]);
      expect(store.state.run).not.toBe(before);
      expect(store.state.run?.weights?.name).toBe("weights");
    }
  });

  test("given by the page and refused returns to those before, and takes the step given with it", async () => {
    const store = seen();
    store.dispatch({ type: "attributes", changed: { weights: { name: "designed", lang: "en" } } });
    const { run } = store.state;
    for (const tensors of [{ "w_q.weight": [[1]] }, 5 as never]) {
      const weights = { name: "weights", tensors };
      store.dispatch({ type: "attributes", changed: { weights, step: "attention" } });
      await store.idle();
      expect(store.state).toMatchObject({
        weightsAsked: { name: "designed" },
        weightsFile: { kind: "refused" },
      });
      expect(store.state.run).toBe(run);
      expect(currentStep(store.state)).toBe("attention");
    }
    expect(store.state.errors.map(({ code }) => code)).toEqual(["missing", "wrong-type"]);
    store.dispatch({ type: "attributes", changed: { seed: 7 } });
    await store.idle();
    expect(ofSeed(store)).toBe(7);
    expect(store.state.run?.weights?.name).toBe("designed");
  });

  test("is read once, also if the element leaves the view and comes back meanwhile", async () => {
    const lessonWithFile = vi.fn(authoring.lessonWithFile);
    const store = seen({ loadAuthoring: async () => ({ ...authoring, lessonWithFile }) });
    store.dispatch(edit(openingSpec("multi-head")));
    store.dispatch({ type: "attributes", changed: { weights: givenBy("multi-head") } });
    for (const isSeen of [false, true]) store.dispatch({ type: "seen", seen: isSeen });
    await store.idle();
    expect(store.state.run?.weights?.name).toBe("all_2.json");
    expect(lessonWithFile).toHaveBeenCalledOnce();
  });

  test("given before the element is visible is read once it is", async () => {
    const store = new Store(services());
    store.dispatch({ type: "attributes", changed: { lesson: "multi-head", weights: givenBy("multi-head") } });
    await store.idle();
    expect(store.state.weightsFile.kind).toBe("reading");
    store.dispatch({ type: "seen", seen: true });
    await store.idle();
    expect(store.state.run?.weights?.name).toBe("all_2.json");
  });

  test.each([
    ["a file", weightsOf("multi-head", 2)],
    ["trained", { name: "trained", lang: "en" }],
  ] as const)("whose reader cannot be loaded asks to check the connection: %s", async (_, file) => {
    const store = seen({ loadAuthoring: async () => undefined });
    store.dispatch(edit(openingSpec("masked-multi-head")));
    store.dispatch({ type: "weightsFile", file });
    await store.idle();
    const { weightsFile } = store.state;
    const error = weightsFile.kind === "refused" ? weightsFile.error : expect.fail("no refusal");
    expect(error).toMatchObject({ code: "weights-reader-missing", details: { got: file.name } });
    expect(error.message).toContain(file.name);
    expect(problemText(english as unknown as Words, error)).toBe(english.errors["not-loaded"]);
  });

  test("that cannot be read is refused by name and leaves the stage as it is", async () => {
    const store = seen();
    store.dispatch(edit(seeded(1)));
    store.dispatch({ type: "weightsFile", file: new File(["nonsense"], "notes.txt") });
    await store.idle();
    expect(store.state.weightsFile).toMatchObject({ kind: "refused", name: "notes.txt" });
    expect(ofSeed(store)).toBe(1);
  });

  test("is dropped when the lesson changes", async () => {
    const store = seen();
    store.dispatch(edit(openingSpec("multi-head")));
    store.dispatch({ type: "weightsFile", file: weightsOf("multi-head", 2) });
    await store.idle();
    store.dispatch({ type: "lesson", lang: "en", lesson: "masked-multi-head" });
    expect(store.state.data?.weights).toBeUndefined();
  });
});

describe("a lesson file", () => {
  const example = new URL("../../examples/own-lesson/lesson.json", import.meta.url);
  const read = lessonOf(readFileSync(example, "utf8"), "lesson.json", hu);
  const own = shownLesson(read);
  const reading = (fetchLesson: Authoring["fetchLesson"]) => ({
    loadAuthoring: async () => ({ ...authoring, fetchLesson }),
  });

  test("is shown once it is read, and nothing before it", async () => {
    const store = seen(reading(async () => read));
    store.dispatch({ type: "attributes", changed: { lesson: "masked-multi-head", src: "mine.json" } });
    expect(store.state).toMatchObject({ file: { kind: "coming" }, run: undefined });
    await store.idle();
    expect(own?.spec).toBeDefined();
    expect(store.state.run?.trace.spec).toMatchObject({ ...own?.spec });
  });

  test("is ignored if src changes before it is read", async () => {
    const answers: ((found: typeof read) => void)[] = [];
    const store = seen(reading(() => new Promise((done) => answers.push(done))));
    store.dispatch({ type: "attributes", changed: { src: "first.json" } });
    // What reads it is loaded first.
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    store.dispatch({ type: "attributes", changed: { src: "" } });
    answers[0]?.(read);
    await store.idle();
    expect(store.state.run?.own).toBeUndefined();
    expect(store.state.run?.trace.spec.lesson).toBe("masked-multi-head");
  });

  test("with mistakes is an error, and nothing is computed", async () => {
    const wrong = lessonOf("{}", "wrong.json", undefined);
    const store = seen(reading(async () => wrong));
    store.dispatch({ type: "attributes", changed: { src: "wrong.json" } });
    await store.idle();
    expect(store.state).toMatchObject({ file: { kind: "wrong" }, run: undefined });
    expect(store.state.errors).toMatchObject([{ code: "bad-lesson-file" }]);
  });
});

test("an unsubscribed listener is not called", () => {
  const store = seen();
  let calls = 0;
  const leave = store.subscribe(() => calls++);
  store.dispatch({ type: "stills", stills: true });
  leave();
  store.dispatch({ type: "stills", stills: false });
  expect(calls).toBe(1);
});

test("an action dispatched by a listener is handled after the current one", () => {
  const store = seen();
  store.dispatch(edit(seeded(1)));
  const events: string[] = [];
  store.subscribe(({ sheet }, before) => {
    if (sheet && sheet !== before.sheet) store.dispatch({ type: "sheet", sheet: undefined });
  });
  store.subscribe(({ sheet }) => events.push(sheet?.kind ?? "none"));
  store.dispatch({ type: "sheet", sheet: { kind: "compare", id: "" } });
  expect(events).toEqual(["compare", "none"]);
});

test("undo and redo restore weights, also between two files", async () => {
  const reader = new Reader();
  const { store } = reader;
  store.dispatch(edit(openingSpec("multi-head")));
  for (const value of [2, 3]) {
    store.dispatch({ type: "weightsFile", file: weightsOf("multi-head", value) });
    await store.idle();
    reader.nowMs += 10_000;
  }
  expect(reader.past.history?.past.map(({ differences }) => differences)).toEqual([
    [{ field: "weights", from: "", to: "all_2.json" }],
    [{ field: "weights", from: "all_2.json", to: "all_3.json" }],
  ]);
  const named = (): string | undefined => store.state.run?.weights?.name;
  reader.past.undo();
  expect(named()).toBe("all_2.json");
  reader.past.undo();
  expect(named()).toBeUndefined();
  reader.past.redo();
  reader.past.redo();
  expect(named()).toBe("all_3.json");
});

test("an undo that is refused is not announced", async () => {
  let fails = false;
  const reader = new Reader({
    module: () => (fails ? Promise.reject(new Error("out of memory")) : hu),
  });
  reader.store.dispatch(edit(seeded(1)));
  reader.nowMs += 10_000;
  reader.store.dispatch(edit(seeded(2)));
  const before = reader.past.history;
  fails = true;
  reader.past.undo();
  await reader.store.idle();
  expect(ofSeed(reader.store)).toBe(2);
  expect(reader.past.history).toEqual(before);
  expect(reader.past.words(english as Words).announcement).toBe("");
});

// `npm run walks` runs 500 sequences.
test("after random actions the URL and the undo history reproduce the state", () => testRandomReaders(15));

describe("designed weights", () => {
  const weightOf = (store: Store, name: string) =>
    store.state.run?.trace.steps.find((step) => step.name === name)?.data[6];

  test("are made in the sizes of each spec, and dropped for drawn ones", () => {
    const store = seen();
    store.dispatch(edit({ lesson: "masked-multi-head" }));
    const drawn = weightOf(store, "w_k.weight");
    store.dispatch({ type: "weights", designed: { name: "designed", lang: "en" } });
    expect([weightOf(store, "w_q.weight"), viewOf(store.state).weights]).toEqual([0, "designed"]);
    store.dispatch(edit({ lesson: "masked-multi-head", dModel: 4 }));
    expect(viewOf(store.state).weights).toBe("designed");
    expect(store.state.run?.trace.spec.dModel).toBe(4);
    store.dispatch(edit({ lesson: "masked-multi-head" }));
    store.dispatch({ type: "weights" });
    expect([weightOf(store, "w_k.weight"), viewOf(store.state).weights]).toEqual([drawn, undefined]);
  });

  test("lead back to the spec that they replaced, also if another lesson on the page had the same", () => {
    const back = (seed: number) => {
      const store = seen();
      store.dispatch(edit(seeded(seed)));
      store.dispatch({ type: "weights", designed: { name: "designed", lang: "en" } });
      store.dispatch({ type: "weights" });
      return ofSeed(store);
    };
    expect([back(1), back(2)]).toEqual([1, 2]);
  });

  test("bring their own sentences, are kept in another lesson, and lead to the whole block", () => {
    const store = seen();
    store.dispatch(edit({ lesson: "masked-multi-head" }));
    store.dispatch({ type: "weights", designed: { name: "designed", lang: "en" } });
    expect(store.state.run?.spec).toMatchObject(designedSpec("masked-multi-head", "en"));
    store.dispatch({ type: "weights", designed: { name: "designed", lang: "ko" } });
    expect(store.state.run?.spec).toMatchObject(designedSpec("masked-multi-head", "ko"));
    store.dispatch({ type: "lesson", lang: "ko", lesson: "multi-head" });
    expect(store.state.run?.spec).toEqual(designedSpec("multi-head", "ko"));
    expect(viewOf(store.state).weights).toBe("designed");
    store.dispatch({ type: "lesson", lang: "ko", lesson: "transformer-block" });
    expect(store.state.run?.spec).toMatchObject({ lesson: "transformer-block", layerNorm: "pre" });
    expect(viewOf(store.state).weights).toBeUndefined();
  });

  test("keep the reader's changes when the language of their sentences changes", () => {
    const store = seen();
    store.dispatch(edit({ lesson: "masked-self-attention" }));
    store.dispatch({ type: "weights", designed: { name: "designed", lang: "en" } });
    store.dispatch(edit({ ...(store.state.data?.spec as LessonSpec), maskFill: -1 }));
    store.dispatch({ type: "weights", designed: { name: "designed", lang: "ko" } });
    const { sequences } = designedSpec("masked-self-attention", "ko");
    expect(store.state.run?.trace.spec).toMatchObject({ sequences, maskFill: -1 });
  });
});
