/** What the page keeps in storage: it is read anew each time, and without storage it lasts as long as the page. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { asksFirst, keepAsksFirst } from "../../web/src/store/kept/kept_answers.js";
import {
  answers,
  areLetterKeysOn,
  forgetSolved,
  KeptText,
  keepApart,
  keepSolved,
  setLetterKeys,
  solvedMistakes,
} from "../../web/src/store/kept/kept_text.js";
import { stored, stubStorage } from "./storage.js";

let isFull = false;
beforeEach(() => {
  isFull = false;
  stubStorage(() => isFull);
});
afterEach(() => {
  forgetSolved();
  vi.unstubAllGlobals();
});

describe("a text", () => {
  test("is what another tab stored last", () => {
    const [one, other] = [new KeptText("x"), new KeptText("x")];
    one.keep("1");
    other.keep("2");
    expect([one.now, stored.get("heads-up-x")]).toEqual(["2", "2"]);
    other.keep(undefined);
    expect([one.now, stored.size]).toEqual([undefined, 0]);
  });

  test("lasts as long as the page if storage is full, until it takes a text again", () => {
    const text = new KeptText("x");
    text.keep("1");
    isFull = true;
    text.keep("2");
    expect([text.now, text.isStored, stored.get("heads-up-x")]).toEqual(["2", false, "1"]);
    isFull = false;
    text.keep("3");
    expect([text.now, text.isStored, stored.get("heads-up-x")]).toEqual(["3", true, "3"]);
  });

  test("lasts as long as the page if storage is refused", () => {
    vi.stubGlobal("localStorage", undefined);
    const text = new KeptText("x");
    text.keep("1");
    expect([text.now, text.isStored]).toEqual(["1", false]);
    text.keep(undefined);
    expect(text.now).toBeUndefined();
  });
});

test("a learner's texts are stored apart from those of other learners and of readers outside a course", () => {
  const text = new KeptText("x");
  text.keep("the reader's");
  try {
    for (const learner of ["a", "b"]) {
      keepApart(learner);
      expect(text.now).toBeUndefined();
      text.keep(learner);
    }
    keepApart("a");
    expect(text.now).toBe("a");
  } finally {
    keepApart("");
  }
  expect(text.now).toBe("the reader's");
});

test("a damaged object is read as an empty one, and written anew", () => {
  stored.set("heads-up-answers", '{"multi-head":');
  expect(answers.now).toEqual({});
  answers.keep({ "multi-head": 1 });
  expect(answers.now).toEqual({ "multi-head": 1 });
});

describe("solved exercises", () => {
  test("include those stored by earlier versions of the page", () => {
    stored.set("heads-up-mistakes", "softmax_axis,unscaled");
    expect(solvedMistakes()).toEqual(["softmax_axis", "unscaled"]);
    keepSolved("query_mask");
    keepSolved("unscaled");
    expect(stored.get("heads-up-mistakes")).toBe("softmax_axis,unscaled,query_mask");
  });

  test("are forgotten, and a later one does not bring them back", () => {
    keepSolved("unscaled");
    forgetSolved();
    expect([solvedMistakes(), stored.size]).toEqual([[], 0]);
    keepSolved("query_mask");
    expect(solvedMistakes()).toEqual(["query_mask"]);
  });

  test("are forgotten if another tab forgets them", () => {
    keepSolved("unscaled");
    stored.clear();
    expect(solvedMistakes()).toEqual([]);
  });
});

describe.each([
  ["letter keys", areLetterKeysOn, setLetterKeys],
  ["questions before a step is played", asksFirst, keepAsksFirst],
] as const)("%s", (_, areOn, set) => {
  test("are on unless the reader turns them off, here or in another tab", () => {
    expect(areOn()).toBe(true);
    set(false);
    expect([areOn(), [...stored.values()]]).toEqual([false, ["off"]]);
    stored.clear();
    expect(areOn()).toBe(true);
  });

  test("stay off for this visit if storage is refused", () => {
    vi.stubGlobal("localStorage", undefined);
    set(false);
    expect(areOn()).toBe(false);
    set(true);
    expect(areOn()).toBe(true);
  });
});
