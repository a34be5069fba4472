/** What a reader may do with an element: everything, or, if it is locked, only what `allow` lists. */
import { expect, test } from "vitest";
import { rulesOf } from "../../web/src/lessons/rules.js";
import { isAllowed } from "../../web/src/views/common/keys.js";

const ALL = { data: true, links: true, play: true, steps: true, ask: true, questions: true };

test.each(["", "lecture", "nonsense"])("mode %j locks nothing, whatever is allowed", (mode) => {
  expect(rulesOf(mode, "none")).toEqual(ALL);
});

test.each([
  ["", { ...ALL, data: false, links: false }],
  ["play, ask", { data: false, links: false, play: true, steps: false, ask: true, questions: false }],
  ["none", { data: false, links: false, play: false, steps: false, ask: false, questions: false }],
  ["data,links", { data: false, links: false, play: false, steps: false, ask: false, questions: false }],
])("locked, allowing %j", (allow, rules) => {
  expect(rulesOf("locked", allow)).toEqual(rules);
});

test("the keys of locked actions do nothing", () => {
  const rules = rulesOf("locked", "steps");
  const keys = ["next", "previous", "toggle", "undo", "redo", "close"] as const;
  expect(keys.filter((key) => isAllowed(key, rules))).toEqual(["next", "previous", "close"]);
});
