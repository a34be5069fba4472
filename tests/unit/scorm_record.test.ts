/** The record in an LMS: who the learner is, and when a refusal is over. */
import { expect, test, vi } from "vitest";
import { findLms } from "../../web/src/course/lms.js";
import type { Progress } from "../../web/src/course/progress.js";
import { ScormRecord } from "../../web/src/course/scorm_record.js";
import type { Answered } from "../../web/src/lessons/questions/answered.js";

const PROGRESS: Progress = {
  ...{ step: "q", steps: [["q"], ["k"]], questions: ["q.shape"], seen: ["q"], right: [] },
  ...{ hasTried: false, seconds: 1 },
};
const ANSWER: Answered = {
  ...{ lesson: "multi-head", step: "q", question: "shape", kind: "shape", right: false },
  ...{ answer: [1], expected: [2], tries: 1 },
};

/** An LMS of SCORM 1.2 that refuses the names of values that match `refuses`, and commits if `isUp`. */
function lms() {
  const state = { refuses: /^$/, isUp: true };
  const API = {
    LMSGetValue: (name: string) => (name === "cmi.core.student_id" ? "kim" : ""),
    LMSSetValue: (name: string) => String(!state.refuses.test(name)),
    LMSCommit: () => String(state.isUp),
    LMSGetLastError: () => "351",
  };
  const around: Record<string, unknown> = { API, opener: null };
  Object.assign(around, { parent: around, top: around });
  const refused = vi.fn();
  const found = findLms(around as unknown as Window, "1.2") ?? expect.fail("no LMS");
  return { state, refused, record: new ScormRecord(found, refused) };
}

test("the learner is the one whom the LMS names", () => {
  expect(lms().record.learner).toBe("kim");
});

test("a failed commit is reported, and the report is withdrawn once after the next successful one", () => {
  const { state, refused, record } = lms();
  state.isUp = false;
  record.progress(PROGRESS);
  record.commit();
  expect(refused.mock.calls).toEqual([["351"]]);
  state.isUp = true;
  for (let i = 0; i < 2; i++) record.commit();
  expect(refused.mock.calls).toEqual([["351"], [undefined]]);
});

test("the report of a refused value is withdrawn when a later value is accepted, not at the next commit", () => {
  const { state, refused, record } = lms();
  state.refuses = /lesson_location/;
  record.progress(PROGRESS);
  record.commit();
  expect(refused).not.toHaveBeenCalledWith(undefined);
  state.refuses = /^$/;
  record.progress({ ...PROGRESS, step: "k" });
  record.commit();
  expect(refused).toHaveBeenLastCalledWith(undefined);
});

test("the report of a refused answer stays, because the answer is not sent again", () => {
  const { state, refused, record } = lms();
  state.refuses = /student_response/;
  record.answer(ANSWER);
  state.refuses = /^$/;
  record.progress(PROGRESS);
  record.commit();
  expect(refused.mock.calls).toEqual([[expect.stringMatching(/student_response: 351/)]]);
});
