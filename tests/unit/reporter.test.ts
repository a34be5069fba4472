/** Visits to a lesson of a course: what counts, when a visit ends, and what happens if the page comes back. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { shareDone } from "../../web/src/course/progress.js";
import { type LearnerRecord, Reporter } from "../../web/src/course/record.js";
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
  opened: {
    earlier: { played: [], answered: [], right: [], step: "" },
    ...{ learner: "", languages: [], isSilent: false },
  },
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

describe("a lesson", () => {
  const LESSON = { steps: [["ids"], ["q"], ["k", "v"]], questions: ["q.shape"] };
  const visit = (completion: "walked" | "answered") => {
    const record = newRecord();
    const reporter = new Reporter(record, completion);
    const share = (): number => shareDone(record.progress.mock.lastCall?.[0] ?? expect.fail("no progress"));
    return { record, reporter, share };
  };

  test("is not completed by paging through it, but by playing each step, which is sent at once", () => {
    const { record, reporter, share } = visit("walked");
    for (const step of ["ids", "q", "k", "v"]) reporter.reach(step, LESSON);
    expect(share()).toBe(0);
    for (const step of ["ids", "q"]) reporter.play(step);
    expect(share()).toBeCloseTo(2 / 3);
    expect(record.commit).not.toHaveBeenCalled();
    reporter.play("v");
    expect(share()).toBe(1);
    expect(record.commit).toHaveBeenCalledOnce();
  });

  test("is completed by its answers alone if the instructor chose that", () => {
    const { reporter, share } = visit("answered");
    reporter.reach("ids", LESSON);
    for (const step of ["ids", "q", "k"]) reporter.play(step);
    expect(share()).toBe(0);
    reporter.answer({
      ...{ lesson: "multi-head", step: "q", question: "shape", kind: "shape", right: false },
      ...{ answer: [1], expected: [2], tries: 1 },
    });
    expect(share()).toBe(1);
  });
});

describe("an answer", () => {
  const ANSWER: Answered = {
    ...{ lesson: "multi-head", step: "scores", question: "scores_shape", kind: "shape" },
    ...{ right: true, answer: [1], expected: [1], tries: 1 },
  };
  const NAME = "scores.scores_shape";
  const counted = (answer: Answered) => {
    const record = newRecord();
    const reporter = new Reporter(record);
    reporter.answer(answer);
    expect(record.answer).toHaveBeenCalledWith(answer);
    const { answered, right } = record.progress.mock.lastCall?.[0] ?? expect.fail("no progress");
    return { answered, right };
  };

  test("to a question of the lesson counts for the score", () => {
    expect(counted(ANSWER)).toEqual({ answered: [NAME], right: [NAME] });
    expect(counted({ ...ANSWER, right: false })).toEqual({ answered: [NAME], right: [] });
  });

  test.each(["pre:score", "post:score", "review:scores_shape", "mistake:unscaled", "class:forward"])(
    "to %s is reported, and is no part of the score",
    (question) => {
      for (const right of [true, false])
        expect(counted({ ...ANSWER, question, right })).toEqual({ answered: [], right: [] });
    },
  );
});
