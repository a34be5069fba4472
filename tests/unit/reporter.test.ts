/** Visits to a lesson of a course: what counts, when a visit ends, and what happens if the page comes back. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LearnerRecord } from "../../web/src/course/record.js";
import { Reporter } from "../../web/src/course/reporter.js";
import type { Answered } from "../../web/src/lessons/questions/answered.js";

let page = new EventTarget();
const reload = vi.fn();
beforeEach(() => {
  page = new EventTarget();
  reload.mockClear();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("location", { reload });
});
afterEach(() => vi.unstubAllGlobals());

const newRecord = () => ({
  earlier: { seen: [], right: [], hasTried: false, step: "" },
  ...{ learner: "", languages: [], isSilent: false },
  ...{ progress: vi.fn<LearnerRecord["progress"]>(), answer: vi.fn(), commit: vi.fn(), end: vi.fn() },
});

test("a page that the Back button restores after its visit has ended starts a new visit", () => {
  const record = newRecord();
  new Reporter(record);
  const shown = (persisted: boolean) => Object.assign(new Event("pageshow"), { persisted });
  page.dispatchEvent(shown(false));
  page.dispatchEvent(new Event("pagehide"));
  expect(record.end).toHaveBeenCalledOnce();
  expect(reload).not.toHaveBeenCalled();
  page.dispatchEvent(shown(true));
  expect(reload).toHaveBeenCalledOnce();
});

describe("an answer", () => {
  const ANSWER: Answered = {
    ...{ lesson: "multi-head", step: "scores", question: "scores_shape", kind: "shape" },
    ...{ right: true, answer: [1], expected: [1], tries: 1 },
  };
  const counted = (answer: Answered) => {
    const record = newRecord();
    const reporter = new Reporter(record);
    reporter.answer(answer);
    expect(record.answer).toHaveBeenCalledWith(answer);
    const { hasTried, right } = record.progress.mock.lastCall?.[0] ?? expect.fail("no progress");
    return { hasTried, right };
  };

  test("to a question of the lesson counts for the score", () => {
    expect(counted(ANSWER)).toEqual({ hasTried: true, right: ["scores.scores_shape"] });
    expect(counted({ ...ANSWER, right: false })).toEqual({ hasTried: true, right: [] });
  });

  test.each(["pre:score", "post:score", "review:scores_shape", "mistake:unscaled", "class:forward"])(
    "to %s is reported, and is no part of the score",
    (question) => {
      for (const right of [true, false])
        expect(counted({ ...ANSWER, question, right })).toEqual({ hasTried: false, right: [] });
    },
  );
});
