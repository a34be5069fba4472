/**
 * hu.toPyTorch: every script equals the file in fixtures/scripts, or in fixtures/class_scripts for the form "class"
 * (`vitest run -u` rewrites them). tests/fixtures/compare.py runs the scripts in PyTorch; here they are only compared,
 * because a test must check the same on every machine.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { ScriptForm } from "../../web/src/module/heads_up.js";
import type { LessonSpec } from "../../web/src/module/types.js";
import { imported, installed } from "./packed.js";

const inFixtures = (...parts: string[]) => path.join(import.meta.dirname, "../fixtures", ...parts);

const small = {
  sequences: [
    [1, 4, 2],
    [3, 1],
  ],
  vocabSize: 6,
};
const block = { lesson: "transformer-block", ...small, dModel: 6, feedForward: { dFf: 10 } } as const;
const SPECS: Readonly<Record<string, LessonSpec>> = {
  "multi-head": { lesson: "multi-head" },
  "masked-multi-head": { lesson: "masked-multi-head" },
  "encoder-decoder": { lesson: "encoder-decoder" },
  "masked-self-attention": { lesson: "masked-self-attention" },
  "transformer-block": { lesson: "transformer-block" },
  "multi-head-masked": { lesson: "multi-head", ...small, dModel: 4, numHeads: 2, mask: { padding: true } },
  "empty-sequence": {
    ...{ lesson: "masked-multi-head", sequences: [[], [7, 2, 3], [7]], padId: 7, vocabSize: 8 },
    ...{ mask: { padding: true, causal: false }, maskFill: "-inf" },
  },
  "causal-no-bias-three-heads": {
    ...{ lesson: "masked-multi-head", ...small, dModel: 4, dAttention: 12, numHeads: 3, seed: -1 },
    ...{ mask: { padding: false, causal: true }, bias: false },
  },
  "bare-huge-seed": {
    ...{ lesson: "masked-multi-head", ...small, seed: Number.MAX_SAFE_INTEGER },
    ...{ mask: null, outputProjection: false },
  },
  "fill-of-many-digits": { lesson: "masked-multi-head", ...small, maskFill: -123456789012345680000 },
  "target-both-masks": {
    ...{ lesson: "encoder-decoder", sequences: [[], [5, 6, 1]], target: [[7, 8, 2], [4]], vocabSize: 9 },
    ...{ mask: { padding: true, causal: true }, maskFill: "-inf" },
  },
  "target-padding": {
    ...{ lesson: "encoder-decoder", sequences: [[1, 2, 3], [5]], target: [[7], [6, 3]], vocabSize: 9 },
    ...{ dModel: 4, dAttention: 6, mask: { padding: true }, maskFill: -3 },
  },
  "one-head-as-wide": {
    ...{ lesson: "masked-self-attention", sequences: [[2, 0, 1], []], dAttention: null },
    ...{ bias: true, mask: { padding: true }, maskFill: -1e12 },
  },
  "one-head-no-mask": { lesson: "masked-self-attention", ...small, dModel: 3, dAttention: 7, mask: null },
  "block-pre-norm": { ...block, layerNorm: "pre" },
  "block-post-norm-padding-relu": {
    ...{ ...block, layerNorm: "post", mask: { padding: true, causal: false } },
    ...{ sequences: [[3, 1, 3, 5], [2], []], padId: 3, feedForward: { dFf: 3, activation: "relu" } },
  },
  "block-pre-norm-alone": { ...block, layerNorm: "pre", feedForward: null, maskFill: "-inf" },
  "block-causal-no-positions": {
    ...{ ...block, mask: { padding: false, causal: true }, positionalEncoding: false },
    ...{ dAttention: 4, bias: false },
  },
  "block-bare": { ...block, mask: null, feedForward: null, outputProjection: false },
};
const names = Object.keys(SPECS);

const { HeadsUpError, load } = await imported(installed());
const hu = await load();

/** Specs for scripts that write designed weights. */
const DESIGNED: Readonly<Record<string, LessonSpec>> = {
  "designed-one-head": {
    lesson: "masked-self-attention",
    sequences: [[1, 5, 11, 18, 22, 12, 3]],
    vocabSize: 32,
  },
  "designed-multi-head": {
    lesson: "multi-head",
    sequences: [
      [1, 5, 11],
      [2, 6, 14],
    ],
    dModel: 8,
    numHeads: 2,
    vocabSize: 32,
  },
  "designed-translation": {
    lesson: "encoder-decoder",
    sequences: [[1, 2, 3, 4]],
    target: [[5, 6, 9, 8, 7]],
    vocabSize: 10,
  },
};

describe("the script", () => {
  test.each(Object.entries(DESIGNED))("of %s equals the kept file, in both forms", async (name, spec) => {
    const steps = hu.toPyTorch(spec, "steps", "designed");
    await expect(steps).toMatchFileSnapshot(inFixtures("designed_scripts", `${name}.py`));
    const classes = hu.toPyTorch(spec, "class", "designed");
    await expect(classes).toMatchFileSnapshot(inFixtures("designed_scripts", `${name}-class.py`));
    for (const line of steps.split("\n").filter((text) => !/^#|^from|^ {4}\[/.test(text)))
      expect(line.length, line).toBeLessThanOrEqual(53);
  });

  test("is written only for drawn and designed weights", () => {
    expect(() => hu.toPyTorch({ lesson: "multi-head" }, "steps", "learned" as "designed")).toThrow(
      expect.objectContaining({ code: "wrong-type" }),
    );
  });

  test.each(Object.entries(SPECS))("of %s equals the kept file", async (name, spec) => {
    await expect(hu.toPyTorch(spec)).toMatchFileSnapshot(inFixtures("scripts", `${name}.py`));
  });

  test.each(Object.entries(SPECS))("with the classes of %s equals the kept file", async (name, spec) => {
    const script = hu.toPyTorch(spec, "class");
    await expect(script).toMatchFileSnapshot(inFixtures("class_scripts", `${name}.py`));
  });

  test.each(["scripts", "class_scripts"])("every file kept in %s is compared", (folder) => {
    const kept = readdirSync(inFixtures(folder)).sort();
    expect(kept).toEqual(names.map((name) => `${name}.py`).sort());
  });

  test("has one of two forms, and any other form is refused", () => {
    const spec: LessonSpec = { lesson: "multi-head" };
    expect(hu.toPyTorch(spec, "steps")).toBe(hu.toPyTorch(spec));
    for (const form of ["Class", "", "constructor"])
      expect(() => hu.toPyTorch(spec, form as ScriptForm)).toThrow(
        expect.objectContaining({
          code: "unknown-value",
          details: { field: "form", got: form, wants: "steps, class" },
        }),
      );
  });

  test.each(Object.entries(SPECS))("of %s imports what it uses, and its lines are short", (_, spec) => {
    const script = hu.toPyTorch(spec);
    expect(script.includes("import functional as F")).toBe(/\bF\.\w/.test(script));
    for (const line of script.split("\n").filter((text) => !/^#|^from|^ {4}\[/.test(text)))
      expect(line.length, line).toBeLessThanOrEqual(53);
  });

  test("of a bad spec is refused like its run", () => {
    const refusal = (call: () => unknown) => {
      try {
        return call();
      } catch (error) {
        return error instanceof HeadsUpError ? [error.code, error.message] : error;
      }
    };
    for (const bad of [
      {},
      { lesson: "nope" },
      { lesson: "multi-head", numHeads: 3 },
      { lesson: "multi-head", x: 1 },
    ]) {
      expect(refusal(() => hu.toPyTorch(bad as LessonSpec))).toEqual(
        refusal(() => hu.run(bad as LessonSpec)),
      );
      expect(refusal(() => hu.toPyTorch(bad as LessonSpec))).toHaveLength(2);
    }
  });
});
