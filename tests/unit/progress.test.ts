/** The reader's stored progress; invalid data is ignored. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  countSeen,
  KeptProgress,
  NO_PROGRESS,
  type Progress,
  progressOf,
  progressText,
  withStep,
} from "../../web/src/page/progress.js";
import { stubStorage } from "./storage.js";

/** The steps of a lesson of five. */
const STEPS = ["ids", "q", "k", "scores", "output"];
const at = (step: string) => ({ step, index: STEPS.indexOf(step), total: STEPS.length });

const walked: Progress = ["ids", "q", "ids"].reduce(
  (progress, step) => withStep(progress, "multi-head", at(step)),
  NO_PROGRESS,
);

test("a step counts once, and the last visited step is remembered", () => {
  expect(walked).toEqual({
    latest: "multi-head",
    lessons: { "multi-head": { seen: ["ids", "q"], last: "ids" } },
  });
});

test("a lesson is over only while its last step is the last visited one, also after storing", () => {
  const over = withStep(walked, "multi-head", at("output"));
  expect(over.lessons["multi-head"]).toEqual({ seen: ["ids", "q", "output"], last: "output", isOver: true });
  expect(progressOf(progressText(over))).toEqual(over);
  expect(withStep(over, "multi-head", at("q")).lessons["multi-head"]).not.toHaveProperty("isOver");
});

test("a lesson is not over if less than half of its steps were seen", () => {
  const begun = withStep(NO_PROGRESS, "multi-head", at("ids"));
  expect(withStep(begun, "multi-head", at("output")).lessons["multi-head"]).not.toHaveProperty("isOver");
});

test("each lesson has its own progress", () => {
  const both = withStep(walked, "encoder-decoder", at("scores"));
  expect(both.latest).toBe("encoder-decoder");
  expect(both.lessons["multi-head"]).toEqual(walked.lessons["multi-head"]);
});

test("only steps that the lesson has are counted", () => {
  expect(countSeen(walked.lessons["multi-head"], [["ids"], ["k", "v"]])).toBe(1);
  expect(countSeen(undefined, [["ids"]])).toBe(0);
});

test("stored progress is read back unchanged", () => {
  expect(progressOf(progressText(walked))).toEqual(walked);
});

describe("invalid progress is ignored", () => {
  test.each([
    ["nothing", undefined],
    ["no JSON", "{"],
    ["a number", "7"],
    ["null", "null"],
    ["an unknown lesson", '{"latest":"gpt","lessons":{"gpt":{"seen":[],"last":"ids"}}}'],
    ["a name of every object", '{"latest":"constructor","lessons":{"__proto__":{"seen":[],"last":"ids"}}}'],
    ["a lesson without steps", '{"latest":"multi-head","lessons":{"multi-head":{"last":"ids"}}}'],
    ["a last step that is none", '{"lessons":{"multi-head":{"seen":[],"last":3}}}'],
  ])("%s", (_, text) => {
    expect(progressOf(text)).toEqual(NO_PROGRESS);
  });

  test("also within a lesson", () => {
    const text = '{"latest":"multi-head","lessons":{"multi-head":{"seen":["ids",7,null],"last":"ids"}}}';
    expect(progressOf(text).lessons["multi-head"]).toEqual({ seen: ["ids"], last: "ids" });
  });
});

describe("progress in storage", () => {
  let refuses: "nothing" | "writing" | "everything" = "nothing";
  beforeEach(() => {
    refuses = "nothing";
    stubStorage(() => refuses === "writing");
  });
  afterEach(() => vi.unstubAllGlobals());
  const seenIn = (tab: KeptProgress) => tab.now.lessons["multi-head"]?.seen ?? [];

  test("that one tab forgets is not stored again by another", () => {
    const [one, other] = [new KeptProgress(), new KeptProgress()];
    other.visit("multi-head", at("ids"));
    one.forget();
    expect(seenIn(other)).toEqual([]);
    other.visit("multi-head", at("q"));
    expect(seenIn(new KeptProgress())).toEqual(["q"]);
  });

  test.each(["writing", "everything"] as const)("lasts as long as the page if it refuses %s", (refused) => {
    const tab = new KeptProgress();
    tab.visit("multi-head", at("ids"));
    refuses = refused;
    if (refused === "everything") vi.stubGlobal("localStorage", undefined);
    for (const step of ["q", "k"]) tab.visit("multi-head", at(step));
    expect(seenIn(tab)).toEqual(["ids", "q", "k"]);
    tab.forget();
    expect(tab.now).toEqual(NO_PROGRESS);
  });
});
