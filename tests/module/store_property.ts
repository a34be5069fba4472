/** Random actions with random delays: at the end, URL and undo history reproduce the state. */
import fc from "fast-check";
import { expect } from "vitest";
import { openingSpec } from "../../web/src/lessons/lessons.js";
import type { LessonName, LessonSpec } from "../../web/src/module/types.js";
import type { UserAction } from "../../web/src/store/actions.js";
import type { Moment } from "../../web/src/store/changes.js";
import { currentMoment } from "../../web/src/store/selectors.js";
import { edit, hu, Reader, weightsOf } from "./store_reader.js";

/** A moment as plain values. */
const summary = (moment: Moment | undefined): unknown =>
  moment && {
    ...{ step: moment.step, t: moment.t, focus: moment.focus, cell: moment.cell },
    ...{ spec: JSON.stringify(moment.full), weights: moment.data.weights?.name },
  };

const LESSONS: readonly LessonName[] = ["multi-head", "masked-multi-head", "transformer-block"];
const lesson = fc.constantFrom(...LESSONS);
const spec = fc
  .record({ lesson, seed: fc.nat(9), numHeads: fc.constantFrom(1, 2, 3, 4), fill: fc.boolean() })
  .map(
    ({ fill, ...rest }): LessonSpec => ({
      ...openingSpec(rest.lesson),
      ...rest,
      ...(fill ? { maskFill: "-inf" } : {}),
    }),
  );
const actions: fc.Arbitrary<UserAction | "undo" | "redo" | "wait" | "think" | "frames"> = fc.oneof(
  { weight: 4, arbitrary: spec.map(edit) },
  lesson.map((name): UserAction => ({ type: "lesson", lesson: name })),
  fc
    .record({ name: lesson, value: fc.constantFrom(2, 3) })
    .map(({ name, value }): UserAction => ({ type: "weightsFile", file: weightsOf(name, value) })),
  fc.boolean().map((readable): UserAction => ({ type: "weights", readable })),
  fc
    .constantFrom("the dog in the park sees", "the zebra", undefined)
    .map((text): UserAction => ({ type: "weightsFile", file: { name: "trained", text, lang: "en" } })),
  fc.nat(30).map((step): UserAction => ({ type: "goTo", step })),
  fc
    .record({ step: fc.nat(30), t: fc.double({ min: 0, max: 1, noNaN: true }) })
    .map(({ step, t }): UserAction => ({ type: "seek", step, t })),
  fc.record({ batch: fc.nat(3), head: fc.nat(3) }).map((focus): UserAction => ({ type: "choose", focus })),
  fc.constantFrom("q", "scores", "attention", "output").map(
    (name): UserAction => ({
      type: "open",
      cell: { name, index: name === "scores" ? [0, 0, 1, 1] : [0, 1, 2] },
      isShown: false,
    }),
  ),
  fc
    .constantFrom<UserAction["type"]>("next", "previous", "play", "pause", "close")
    .map((type) => ({ type }) as UserAction),
  fc.constantFrom("undo" as const, "redo" as const, "wait" as const, "think" as const, "frames" as const),
);

/** Performs the actions and waits until nothing is running. */
async function done(all: readonly (UserAction | string)[], delays: fc.Stream<boolean>): Promise<Reader> {
  const reader = new Reader({
    module: () => (delays.next().value ? new Promise((later) => setTimeout(() => later(hu))) : hu),
  });
  const { store } = reader;
  store.dispatch(edit(openingSpec("masked-multi-head")));
  for (const action of all) {
    if (typeof action !== "string") store.dispatch(action as UserAction);
    else if (action === "undo") reader.past?.undo();
    else if (action === "redo") reader.past?.redo();
    else if (action === "wait") await store.idle();
    else if (action === "think") reader.nowMs += 5000;
    else for (let i = 0; i < 20; i++) store.dispatch({ type: "frame", ms: 90 });
  }
  await store.idle();
  store.dispatch({ type: "pause" });
  return reader;
}

/** Fifty random actions each. */
export async function testRandomReaders(count: number): Promise<void> {
  const sequences = fc.array(actions, { minLength: 50, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(sequences, fc.infiniteStream(fc.boolean()), async (all, delays) => {
      const reader = await done(all, delays);
      const { store } = reader;
      expect(["standing", "refused"]).toContain(store.state.computing.kind);
      expect(store.state.weightsFile.kind).not.toBe("reading");
      const { run, data } = store.state;
      expect(data && run && data.spec === run.spec && data.weights === run.weights).toBe(true);
      const end = reader.shown;
      expect((await reader.reloaded()).shown).toEqual(end);
      const beginning = reader.past?.history.past[0]?.moment ?? currentMoment(store.state);
      const turns = reader.past?.history.past.length ?? 0;
      for (let turn = 0; turn < turns; turn++) {
        reader.past?.undo();
        await store.idle();
      }
      expect(summary(currentMoment(store.state))).toEqual(summary(beginning));
      for (let turn = 0; turn < turns; turn++) {
        reader.past?.redo();
        await store.idle();
      }
      expect(reader.shown).toEqual(end);
    }),
    { numRuns: count },
  );
}
