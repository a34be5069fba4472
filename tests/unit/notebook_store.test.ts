/** The notebook's store: what runs, what stays on the stage while the code is broken, where the reader is. */

import { expect, test } from "vitest";
import type { BarePython } from "../../web/src/module/python/bare.js";
import type { ProgramError, ProgramResult, ProgramStep } from "../../web/src/module/python/types.js";
import { isStoppedEarly, NotebookStore } from "../../web/src/notebook/notebook_store.js";
import { stepOnStage } from "../../web/src/notebook/state.js";

/** Where no loop and no call runs. */
const TOP: ProgramStep["around"] = [];

/** A stand-in for the interpreter: a line is the name of a step, made from the step before; "!" is an error. */
function ran(source: string): ProgramResult {
  const lines = source.split("\n");
  const wrong = lines.indexOf("!");
  const steps = lines.slice(0, wrong < 0 ? lines.length : wrong).map((name, i): ProgramStep => {
    const place = { line: i + 1, column: 0, endLine: i + 1, endColumn: name.length };
    return {
      ...{ name, op: "add", inputs: i > 0 ? [lines[i - 1] ?? ""] : [], axes: [""] },
      ...{ shape: [1], dtype: "float32" as const, data: new Float32Array([i]) },
      around: TOP,
      source: { ...place, frames: [{ function: "<module>", line: i + 1 }] },
    };
  });
  const at = { line: wrong + 1, column: 0, endLine: wrong + 1, endColumn: 1, frames: [] };
  const error = wrong < 0 ? null : { type: "SyntaxError", message: "invalid syntax", ...at };
  return { trace: { program: { source }, steps }, stdout: "", variables: {}, error, hints: [] };
}
const core = {
  runPython: ran,
  explain: (_, name, index) => ({ name, index, value: 0, op: "add", terms: [], detail: {} }),
} as Pick<BarePython, "runPython" | "explain"> as BarePython;

async function opened(source: string): Promise<NotebookStore> {
  const store = new NotebookStore(() => Promise.resolve(core));
  store.dispatch({ type: "open", source });
  await store.idle();
  return store;
}
const shown = ({ state }: NotebookStore): string | undefined => stepOnStage(state)?.name;

test("a program opens at the first step that computes, at its result", async () => {
  const store = await opened("a\nb\nc");
  expect(shown(store)).toBe("b");
  expect(store.state.playback).toMatchObject({ progress: 1, playing: false });
});

test("a program opens in the function that has its first softmax, or at the library's call that has it", async () => {
  const source = "weight\nx\nq\nscores\nattention\ny";
  const openedWith = async (isLibrary: boolean): Promise<NotebookStore> => {
    const runPython = (text: string): ProgramResult => {
      const result = ran(text);
      const around = [{ line: 9, column: 0, endLine: 9, endColumn: 4, call: 1 }];
      const steps = result.trace.steps.map((step): ProgramStep => {
        const op = step.name === "attention" ? "softmax" : "add";
        if (!["q", "scores", "attention", "y"].includes(step.name)) return { ...step, op };
        const call = { ...step.source, line: 9, endLine: 9, endColumn: 4 };
        return isLibrary ? { ...step, op, source: call, around: TOP } : { ...step, op, around };
      });
      return { ...result, trace: { ...result.trace, steps } };
    };
    const store = new NotebookStore(() => Promise.resolve({ ...core, runPython }));
    store.dispatch({ type: "open", source });
    await store.idle();
    return store;
  };
  const own = await openedWith(false);
  expect([shown(own), own.state.level]).toEqual(["q", 1]);
  const library = await openedWith(true);
  expect([stepOnStage(library.state)?.op, shown(library), library.state.level]).toEqual(["whole", "y", 0]);
});

test("a program with an error opens just before it", async () => {
  expect(shown(await opened("a\nb\nc\n!\nd"))).toBe("c");
});

test("what is typed comes on the stage", async () => {
  const store = await opened("a\nb\nc");
  store.dispatch({ type: "edit", source: "a\nb\nc\nd" });
  await store.idle();
  expect(shown(store)).toBe("d");
});

test("while the code is broken the last picture stays, and the error is that of the new text", async () => {
  const store = await opened("a\nb\nc");
  store.dispatch({ type: "edit", source: "!\nb\nc" });
  await store.idle();
  expect(shown(store)).toBe("b");
  expect(store.state.run?.source).toBe("a\nb\nc");
  expect(store.state.latest?.error?.type).toBe("SyntaxError");
  store.dispatch({ type: "edit", source: "a\nb\nd" });
  await store.idle();
  expect(store.state.latest?.error).toBeNull();
  expect(shown(store)).toBe("d");
});

test("of two texts typed in a hurry only the second runs", async () => {
  const runs: string[] = [];
  const runPython = (source: string): ProgramResult => {
    runs.push(source);
    return ran(source);
  };
  const store = new NotebookStore(() => Promise.resolve({ ...core, runPython }));
  store.dispatch({ type: "open", source: "a" });
  store.dispatch({ type: "edit", source: "a\nb" });
  await store.idle();
  expect(runs).toEqual(["a\nb"]);
});

test("an interpreter that does not load is reported, and asked for again", async () => {
  let isThere = false;
  const store = new NotebookStore(() =>
    isThere ? Promise.resolve(core) : Promise.reject(new Error("offline")),
  );
  store.dispatch({ type: "open", source: "a\nb" });
  await store.idle();
  expect(store.state.failure?.message).toContain("offline");
  isThere = true;
  store.dispatch({ type: "edit", source: "a\nb\nc" });
  await store.idle();
  expect(store.state.failure).toBeUndefined();
  expect(shown(store)).toBe("b");
});

test("what would take long is stopped while it is typed, and runs to its end when it is asked to", async () => {
  const given: unknown[] = [];
  const runPython: BarePython["runPython"] = (source, options) => {
    given.push(options?.limits?.operations);
    const { limits } = options ?? {};
    const result = ran(source);
    const trace = { ...result.trace, program: { source, limits } };
    const error = {
      ...(ran("!").error as ProgramError),
      type: "LimitError",
      message: "more than 1 operations",
    };
    return { ...result, trace, error: limits?.operations ? error : null } as ProgramResult;
  };
  const store = new NotebookStore(() => Promise.resolve({ ...core, runPython }));
  store.dispatch({ type: "open", source: "a\nb\nc" });
  await store.idle();
  store.dispatch({ type: "step", index: 0 });
  expect(isStoppedEarly(store.state.latest as ProgramResult)).toBe(true);
  store.dispatch({ type: "whole" });
  await store.idle();
  expect(store.state.latest?.error).toBeNull();
  expect(shown(store)).toBe("a");
  expect(given).toEqual([expect.any(Number), undefined]);
});

test("asking twice about a number closes the answer; going on leaves it", async () => {
  const store = await opened("a\nb\nc");
  const cell = { name: "b", index: [0] };
  store.dispatch({ type: "ask", cell });
  expect(store.state.asked).toEqual([cell]);
  store.dispatch({ type: "ask", cell });
  expect(store.state.asked).toEqual([]);
  store.dispatch({ type: "ask", cell });
  store.dispatch({ type: "next" });
  expect(store.state.asked).toEqual([]);
  expect(store.state.playback).toMatchObject({ index: 2, progress: 0 });
});
