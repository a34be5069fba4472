/** The messages of an embedded page: strictly parsed, and reduced to what the listener may know. */
import { describe, expect, test } from "vitest";
import { isProblem, message, readMessage } from "../../web/src/page/embed/messages.js";
import { LANGUAGES } from "../../web/src/words/words.js";

const envelope = { target: "heads-up", version: 1 };
const ANSWERED = {
  ...{ lesson: "multi-head", step: "q", question: "q.shape", kind: "shape", right: false, tries: 1 },
  ...{ answer: "(1, 2)", expected: "(10, 20, 8)" },
};

describe("a received message", () => {
  test.each([
    [{ type: "next" }, { type: "next" }],
    [{ type: "hello", more: "is not read" }, { type: "hello" }],
    [
      { type: "seek", step: "scores" },
      { type: "seek", step: "scores", t: 1 },
    ],
    [
      { type: "seek", step: 0, t: 0.25 },
      { type: "seek", step: 0, t: 0.25 },
    ],
    [
      { type: "theme", theme: "" },
      { type: "theme", theme: "" },
    ],
    [
      { type: "lang", lang: "ko" },
      { type: "lang", lang: "ko" },
    ],
  ])("%j is obeyed", (fields, read) => {
    expect(readMessage({ ...envelope, ...fields })).toEqual(read);
  });

  test.each([
    ["version", { version: 2, type: "next" }],
    ["version", { version: "1", type: "next" }],
    ["type", { type: "eval" }],
    ["type", { type: "constructor" }],
    ["type", { type: ["next"] }],
    ["step", { type: "seek" }],
    ["step", { type: "seek", step: -1 }],
    ["step", { type: "seek", step: 0.5 }],
    ["step", { type: "seek", step: "x".repeat(101) }],
    ["step", { type: "seek", step: { toString: "scores" } }],
    ["t", { type: "seek", step: "q", t: 1.01 }],
    ["t", { type: "seek", step: "q", t: Number.NaN }],
    ["t", { type: "seek", step: "q", t: "1" }],
    ["theme", { type: "theme", theme: "neon" }],
    ["theme", { type: "theme" }],
    ["lang", { type: "lang", lang: 7 }],
  ])("with a wrong %s is reported: %j", (field, fields) => {
    const read = readMessage({ ...envelope, ...fields });
    if (!read || !isProblem(read)) expect.fail("it was obeyed");
    expect(read).toMatchObject({ code: "bad-message", details: { field } });
    expect(read.message.length).toBeLessThan(200);
  });

  test("with a wrong lang is told every language of the page", () => {
    expect(readMessage({ ...envelope, type: "lang" })).toMatchObject({
      details: { wants: LANGUAGES.join(", ") },
    });
  });

  test.each([
    undefined,
    null,
    "next",
    7,
    [],
    {},
    [envelope],
    { target: "heads-down", version: 1, type: "next" },
  ])("%j is not for this page", (data) => {
    expect(readMessage(data)).toBeUndefined();
  });
});

describe("a sent message", () => {
  test("to a named origin has all facts", () => {
    expect(message({ type: "answer", ...ANSWERED }, true)).toEqual({
      ...{ source: "heads-up", version: 1, type: "answer" },
      ...ANSWERED,
    });
  });

  test("to any origin has nothing that the reader wrote", () => {
    const { answer: _, expected: __, ...outcome } = ANSWERED;
    expect(message({ type: "answer", ...ANSWERED }, false)).toEqual({
      ...{ source: "heads-up", version: 1, type: "answer" },
      ...outcome,
    });
    const details = { field: "tokens", got: "mine" };
    const posted = message(
      { type: "error", code: "bad-url-value", message: "tokens: got mine", details },
      false,
    );
    expect(posted).toEqual({ source: "heads-up", version: 1, type: "error", code: "bad-url-value" });
    const step = { lesson: "multi-head", step: "q", index: 11, total: 27 };
    expect(message({ type: "step", ...step }, false)).toMatchObject({ type: "step", ...step });
  });
});
