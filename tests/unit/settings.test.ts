/** What is typed into the settings: how it follows the stage, and what it requests. */
import { describe, expect, test } from "vitest";
import type { LessonSpec } from "../../web/src/module/types.js";
import type { Run } from "../../web/src/store/lesson_runner.js";
import { followStage } from "../../web/src/store/reduce/reducer.js";
import {
  NO_SETTINGS,
  requested,
  restored,
  type SettingsDraft,
  typed,
  typedText,
  withSentences,
} from "../../web/src/store/settings.js";
import { initialState, type State } from "../../web/src/store/state.js";
import { idsOf, readPieces } from "../../web/src/words/own_words.js";
import { traceOf } from "./traces.js";

const LESSON = { lesson: "masked-multi-head" } as const;
const defaults = traceOf(LESSON).spec;

/** A run with the tensors left out: the settings read its spec only. */
const runOf = (spec: LessonSpec): Run =>
  ({ spec, defaults, trace: { spec: { ...defaults, ...spec }, steps: [] } }) as unknown as Run;

const stateOf = (run: Run, settings: SettingsDraft): State => ({
  ...initialState,
  run,
  settings,
  data: { spec: run.spec, weights: undefined, own: undefined },
});

/** The settings once `run` has come on the stage in place of the lesson's own. */
const after = (settings: SettingsDraft, run: Run): SettingsDraft =>
  followStage(stateOf(runOf(LESSON), settings), stateOf(run, settings)).settings;

const draftOf = (change: Partial<SettingsDraft>): SettingsDraft => ({ ...NO_SETTINGS, ...change });
const seed = (text: string, asked?: LessonSpec): SettingsDraft =>
  draftOf({ ...typed(NO_SETTINGS, { seed: text }), asked });

describe("what was typed", () => {
  const spec: LessonSpec = { ...LESSON, seed: 7 };

  test("stays as it was typed once the settings' own request is on the stage", () => {
    const settings = after({ ...seed(" 7", spec), unrequested: {} }, runOf(spec));
    expect(typedText(runOf(spec), settings).seed).toBe(" 7");
  });

  test("since the request is not lost when the result arrives", () => {
    const settings = after(draftOf({ ...typed(seed("7"), { dModel: "16" }), asked: spec }), runOf(spec));
    expect(typedText(runOf(spec), settings)).toMatchObject({ seed: "7", dModel: "16" });
  });

  test("gives way to what undo puts on the stage, but for what was not requested yet", () => {
    const draft = draftOf({ edits: { seed: "9", dModel: "16" }, unrequested: { dModel: "16" } });
    const settings = after(draft, runOf(spec));
    expect(typedText(runOf(spec), settings)).toMatchObject({ seed: "7", dModel: "16" });
  });

  test("does not go into another lesson", () => {
    const other = runOf(LESSON);
    const elsewhere = { ...other, trace: { ...other.trace, spec: { ...defaults, lesson: "multi-head" } } };
    expect(after(seed("9"), elsewhere as Run).edits).toEqual({});
  });
});

describe("a request", () => {
  const request = (draft: SettingsDraft) => requested(undefined, runOf(LESSON), draft, false);

  test("has what differs from the lesson", () => {
    expect(request(seed("7"))).toMatchObject({ spec: { ...LESSON, seed: 7 }, change: { unread: undefined } });
    expect(request(NO_SETTINGS).spec).toEqual(LESSON);
  });

  test("is refused with the field where the text is no number", () => {
    const { spec, change } = request(seed("seven"));
    expect(spec).toBeUndefined();
    expect(change.unread).toMatchObject({ code: "wrong-type", details: { field: "seed", got: "seven" } });
  });

  test("of the lesson's own values forgets sentences", () => {
    const run = runOf(LESSON);
    const written = readPieces("The cat");
    const change = withSentences(run, NO_SETTINGS, { text: "The cat", written, ids: idsOf(written) });
    expect(change.edits).toMatchObject({ sequences: "12, 476", vocabSize: "4000" });
    const back = restored(run, draftOf(change), ["sequences", "vocabSize"]);
    expect(back).toMatchObject({ text: undefined, read: undefined });
    expect(request(draftOf({ ...change, ...back })).spec).toEqual(LESSON);
  });
});
