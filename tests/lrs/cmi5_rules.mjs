/** The rules of cmi5 (Quartz, 1st edition) that statements of a lesson must keep; written from the specification. */

/** @typedef {import("./store.mjs").Statement} Statement */

const CATEGORIES = "https://w3id.org/xapi/cmi5/context/categories/";
const SESSION = "https://w3id.org/xapi/cmi5/context/extensions/sessionid";
const MASTERY = "https://w3id.org/xapi/cmi5/context/extensions/masteryscore";

/** @param {Statement} statement */
export const verbOf = ({ verb }) => verb.id.split("/").at(-1);

/** @param {Statement} statement  @param {string} name */
const isOf = ({ context }, name) =>
  (context.contextActivities?.category ?? []).some(
    (/** @type {{ id: string }} */ { id }) => id === CATEGORIES + name,
  );

/**
 * What breaks a rule, in words: none for a right registration.
 * @param {readonly Statement[]} statements  all of one registration, in the order of their times
 * @param {{ registration: string, activityId: string, actor: object }} learner
 */
export function brokenRules(statements, learner) {
  const sessions = [...new Set(statements.map(({ context }) => context.extensions?.[SESSION]))];
  const defined = statements.filter((one) => isOf(one, "cmi5"));
  const count = (/** @type {string} */ verb) => defined.filter((one) => verbOf(one) === verb).length;
  return [
    ...(sessions.includes(undefined) ? ["a statement without its session"] : []),
    ...(count("completed") > 1 ? ["completed twice"] : []),
    ...(count("passed") > 1 ? ["passed twice"] : []),
    ...sessions.flatMap((session) =>
      ofSession(statements.filter(({ context }) => context.extensions?.[SESSION] === session)),
    ),
    ...statements.flatMap((one) => ofStatement(one, learner).map((rule) => `${verbOf(one)}: ${rule}`)),
  ];
}

/** @param {readonly Statement[]} all */
function ofSession(all) {
  const verbs = all.map(verbOf);
  const defined = all.filter((one) => isOf(one, "cmi5")).map(verbOf);
  return [
    ...(verbs[0] === "initialized" ? [] : [`begins with ${verbs[0]}`]),
    ...(verbs.at(-1) === "terminated" ? [] : [`ends with ${verbs.at(-1)}`]),
    ...(new Set(defined).size === defined.length ? [] : [`a verb twice in ${defined}`]),
    ...(defined.includes("passed") && defined.includes("failed") ? ["passed and failed"] : []),
  ];
}

/** @param {Statement} one  @param {{ registration: string, activityId: string, actor: object }} learner */
function ofStatement(one, { registration, activityId, actor }) {
  const { context, result = {}, object, timestamp } = one;
  const isDefined = isOf(one, "cmi5");
  const needs = (/** @type {boolean} */ isKept, /** @type {string} */ rule) => (isKept ? [] : [rule]);
  const verb = verbOf(one);
  const isJudged = verb === "passed" || verb === "failed";
  const isOfMoveOn = result.success !== undefined || result.completion !== undefined;
  const hasDuration = /^PT\d+(\.\d+)?S$/.test(result.duration ?? "");
  const always = [
    ...needs(context.registration === registration, "another registration"),
    ...needs(JSON.stringify(one.actor) === JSON.stringify(actor), "another actor"),
    ...needs(/Z$/.test(timestamp), "a time that is not UTC"),
    ...needs((context.contextActivities?.grouping ?? []).length > 0, "without the grouping of the template"),
  ];
  if (!isDefined) return [...always, ...needs(!isOf(one, "moveon"), "the category of moveOn")];
  return [
    ...always,
    ...needs(object.id === activityId, "another activity"),
    ...needs(isOf(one, "moveon") === isOfMoveOn, "the category of moveOn and the result disagree"),
    ...needs((result.completion === true) === (verb === "completed"), "completion"),
    ...needs(result.success === (isJudged ? verb === "passed" : undefined), "success"),
    ...needs(isJudged || result.score === undefined, "a score"),
    ...needs(verb === "initialized" || hasDuration, "no duration"),
    ...needs(isJudged === (context.extensions?.[MASTERY] !== undefined), "the mastery score"),
  ];
}
