/** Runs readers' actions on a store and checks the result, for random actions (store_property.ts) and for the fuzzer. */
import assert from "node:assert/strict";
import { openingSpec } from "../../web/src/lessons/lessons.js";
import type { LessonName, LessonSpec } from "../../web/src/module/types.js";
import type { UserAction } from "../../web/src/store/actions.js";
import { isSameData } from "../../web/src/store/lesson_runner.js";
import type { Moment } from "../../web/src/store/moment.js";
import { currentMoment } from "../../web/src/store/selectors.js";
import { edit, hu, Reader } from "./store_reader.js";

export const LESSONS: readonly LessonName[] = ["multi-head", "masked-multi-head", "transformer-block"];

/** Moves besides actions: undo, redo, wait until idle, think (let seconds pass), let frames pass. */
export const OTHER_MOVES = ["undo", "redo", "wait", "think", "frames"] as const;
export type Move = UserAction | (typeof OTHER_MOVES)[number];

/** The lesson's opening spec with these fields. */
export const specWith = (
  fields: Pick<LessonSpec, "lesson" | "seed" | "numHeads">,
  fill: boolean,
): LessonSpec => ({
  ...openingSpec(fields.lesson),
  ...fields,
  ...(fill ? { maskFill: "-inf" } : {}),
});

export const opening = (name: string): UserAction => ({
  type: "open",
  cell: { name, index: name === "scores" ? [0, 0, 1, 1] : [0, 1, 2] },
  isShown: false,
});

/** Makes all moves and waits until the store is idle; `isLate` says whether the module arrives late. */
export async function walked(moves: readonly Move[], isLate: () => boolean): Promise<Reader> {
  const reader = new Reader({
    module: () => (isLate() ? new Promise((later) => setTimeout(() => later(hu))) : hu),
  });
  const { store } = reader;
  store.dispatch(edit(openingSpec("masked-multi-head")));
  for (const move of moves) {
    if (typeof move !== "string") store.dispatch(move);
    else if (move === "undo") reader.past.undo();
    else if (move === "redo") reader.past.redo();
    else if (move === "wait") await store.idle();
    else if (move === "think") reader.nowMs += 5000;
    else for (let i = 0; i < 20; i++) store.dispatch({ type: "frame", ms: 90 });
  }
  await store.idle();
  store.dispatch({ type: "pause" });
  return reader;
}

/** A moment as plain values. */
const summary = (moment: Moment | undefined): unknown =>
  moment && {
    ...{ step: moment.step, t: moment.t, focus: moment.focus, cell: moment.cell },
    ...{ spec: JSON.stringify(moment.full), weights: moment.data.weights?.name },
  };

/** Checks that the URL and the undo history reproduce the state. */
export async function checkReproduced(reader: Reader): Promise<void> {
  const { store } = reader;
  assert(["standing", "refused"].includes(store.state.computing.kind), store.state.computing.kind);
  assert.notEqual(store.state.weightsFile.kind, "reading");
  const { run, data } = store.state;
  assert(data && run && isSameData(run, data), "the run is that of the data");
  const end = reader.shown;
  assert.deepEqual((await reader.reloaded()).shown, end);
  const beginning = reader.past.history?.past[0]?.moment ?? currentMoment(store.state);
  const turns = reader.past.history?.past.length ?? 0;
  for (let turn = 0; turn < turns; turn++) {
    reader.past.undo();
    await store.idle();
  }
  assert.deepEqual(summary(currentMoment(store.state)), summary(beginning));
  for (let turn = 0; turn < turns; turn++) {
    reader.past.redo();
    await store.idle();
  }
  assert.deepEqual(reader.shown, end);
}
