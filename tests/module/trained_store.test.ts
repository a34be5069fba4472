/** Trained weights in the store: choosing, leaving, undoing, reloading, and other sentences. */
import { describe, expect, test } from "vitest";
import type { LessonSpec } from "../../web/src/module/types.js";
import { resolveIn, spelledOut } from "../../web/src/page/address/resolve.js";
import { parseUrl } from "../../web/src/page/address/url_state.js";
import { viewOf } from "../../web/src/store/selectors.js";
import { edit, hu, Reader } from "./store_reader.js";

type Sequences = NonNullable<LessonSpec["sequences"]>;

const ask = async ({ store }: Reader, text?: string): Promise<void> => {
  store.dispatch({ type: "weightsFile", file: { name: "trained", text, lang: "en" } });
  await store.idle();
};
const sentence = ({ store }: Reader): string | undefined => store.state.run?.weights?.trained?.text;
const specOf = ({ store }: Reader) => store.state.run?.trace.spec;

function opened(lesson: "masked-multi-head" | "transformer-block", seed = 7): Reader {
  const reader = new Reader();
  reader.store.dispatch(edit({ lesson, seed, dModel: 4 }));
  return reader;
}

describe.each(["masked-multi-head", "transformer-block"] as const)("trained weights in %s", (lesson) => {
  test("bring the model's sizes and sentence, and restore the lesson when they are left", async () => {
    const reader = opened(lesson);
    const before = specOf(reader);
    await ask(reader);
    expect(specOf(reader)).toMatchObject({ dModel: 8, numHeads: 2, mask: { padding: false, causal: true } });
    expect(viewOf(reader.store.state).weights).toBe("trained");
    reader.store.dispatch({ type: "weights" });
    expect([specOf(reader), viewOf(reader.store.state).weights]).toEqual([before, undefined]);
  });

  test("are a single change for undo and redo", async () => {
    const reader = opened(lesson);
    reader.nowMs = 5000;
    await ask(reader);
    const there = reader.shown;
    expect(reader.past.history?.past.at(-1)?.differences).toEqual([
      { field: "weights", from: "", to: "trained" },
    ]);
    reader.past.undo();
    await reader.store.idle();
    expect([specOf(reader)?.dModel, sentence(reader)]).toEqual([4, undefined]);
    reader.past.redo();
    await reader.store.idle();
    expect(reader.shown).toEqual(there);
  });

  test("are in the address, with the sentence and other changes", async () => {
    const reader = opened(lesson);
    await ask(reader, "the cat in the field sees the man and naps.");
    const shown = specOf(reader);
    reader.store.dispatch(edit({ ...reader.data?.spec, lesson, maskFill: -1e9 }));
    expect(sentence(reader)).toContain("naps");
    const address = new URLSearchParams(reader.address);
    expect(Object.fromEntries(address)).toMatchObject({ weights: "trained", fill: "-1000000000" });
    expect(address.get("text")).toBe("the cat in the field sees the man and naps.");
    expect([address.has("tokens"), address.has("dModel"), address.has("mask")]).toEqual([
      false,
      false,
      false,
    ]);
    expect((await reader.reloaded()).shown).toEqual(reader.shown);
    expect(specOf(reader)).toEqual({ ...shown, maskFill: -1e9 });
  });

  test("keep the lesson on the stage when a word is unknown, and accept the next sentence", async () => {
    const reader = opened(lesson);
    await ask(reader, "the dog");
    await ask(reader, "the zebra");
    expect(reader.store.state.weightsFile).toMatchObject({
      kind: "refused",
      error: { code: "unknown-words", details: { got: "zebra" } },
    });
    expect(sentence(reader)).toBe("the dog");
    await ask(reader, "the cat sees");
    expect([reader.store.state.weightsFile.kind, sentence(reader)]).toEqual(["none", "the cat sees"]);
    reader.store.dispatch({ type: "weights" });
    expect(specOf(reader)?.seed).toBe(7);
  });

  test.each([
    ["a list of ids", () => [[1, 2, 3]]],
    ["a sentence break", ([row = []]) => [row.slice(0, 2), row.slice(2)]],
  ] satisfies [string, (given: Sequences) => Sequences][])(
    "are dropped with %s that does not belong to them",
    async (_, other) => {
      const reader = opened(lesson);
      await ask(reader);
      const { spec } = reader.data ?? {};
      reader.store.dispatch(edit({ ...spec, lesson, sequences: other(spec?.sequences ?? []) }));
      await reader.store.idle();
      expect(viewOf(reader.store.state).weights).toBeUndefined();
    },
  );

  test("show the model's own sentence if an address has an unknown word, and report it", async () => {
    const { state } = parseUrl(`?lesson=${lesson}&weights=trained&text=the%20zebra&dModel=4`, ["en"]);
    const { model, problems } = await spelledOut(state, Promise.resolve(hu), "en");
    expect(problems).toMatchObject([{ code: "unknown-words", details: { got: "zebra" } }]);
    const settled = resolveIn(hu, state, undefined, undefined, model);
    expect(settled.problems).toMatchObject([{ code: "shape-mismatch" }]);
    expect(settled.data.spec.dModel).toBe(8);
    expect(settled.data.weights).toBe(model);
  });
});
