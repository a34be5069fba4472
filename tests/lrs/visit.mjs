/** What visits have in common: a classroom each, a lesson, and what has arrived in the store. */
import { openClassroom, until } from "./classroom.mjs";
import { verbOf } from "./cmi5_rules.mjs";

/** @typedef {import("./classroom.mjs").Classroom} Classroom */
/** @typedef {import("./lms.mjs").Learner} Learner */
/** @typedef {import("playwright-core").Browser} Browser */

export const LESSON = "masked-self-attention";
export const PAGE = `${LESSON}.html`;

/** @param {(classroom: Classroom) => Promise<void>} visit */
export const within = (visit) => async (/** @type {Browser} */ browser) => {
  const classroom = await openClassroom(browser);
  try {
    await visit(classroom);
  } finally {
    await classroom.close();
  }
};

/** The learner's statements, once as many sessions have ended.  @param {Classroom} classroom  @param {Learner} learner */
export const recorded = ({ store }, { registration }, sessions = 1) =>
  until(
    () => store.statements({ registration }),
    (all) => all.filter((one) => verbOf(one) === "terminated").length === sessions,
    `${sessions} sessions that have ended`,
  );

/** @param {Classroom} classroom  @param {Learner} learner  @param {string} verb */
export const arrived = ({ store }, { registration }, verb) =>
  until(
    () => store.statements({ registration }),
    (all) => all.some((one) => verbOf(one) === verb),
    `a statement ${verb}`,
  );

/** @param {import("playwright-core").Page} page */
export const problems = (page) => page.locator(".problems li").allTextContents();
