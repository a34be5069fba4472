import { describe, expect, test } from "vitest";
import { specOver } from "../../web/src/spec/fields.js";
import {
  type FormText,
  type FullSpec,
  fieldOf,
  formText,
  specOf,
} from "../../web/src/store/settings_fields.js";
import { tinyTrace } from "./traces.js";

const defaults: FullSpec = tinyTrace().spec;
const block: FullSpec = {
  ...defaults,
  lesson: "transformer-block",
  feedForward: { dFf: 512, activation: "gelu" },
};
const typed = (change: Partial<FormText>): FormText => ({ ...formText(defaults), ...change });

describe("the spec from the settings", () => {
  test("is empty for the lesson's own data", () => {
    expect(specOf(formText(defaults), defaults)).toEqual({ spec: { lesson: "masked-multi-head" } });
  });

  test("has only the fields that differ", () => {
    expect(specOf(typed({ seed: "7", causal: false }), defaults)).toEqual({
      spec: { lesson: "masked-multi-head", seed: 7, mask: { padding: true, causal: false } },
    });
  });

  test("has one sentence per line, ids separated by commas or spaces; an empty line between is an empty sentence", () => {
    expect(specOf(typed({ sequences: "1, 2 3\n\n4,5,\n\n" }), defaults)).toEqual({
      spec: { lesson: "masked-multi-head", sequences: [[1, 2, 3], [], [4, 5]] },
    });
  });

  test("has a null mask if both masks are off", () => {
    expect(specOf(typed({ padding: false, causal: false }), defaults)).toMatchObject({
      spec: { mask: null },
    });
  });

  test.each([
    ["sequences", { sequences: "1, two, 3" }, "sequences[0][1]", "two"],
    ["seed", { seed: "abc" }, "seed", "abc"],
    ["dModel", { dModel: "1e400" }, "dModel", "1e400"],
    ["padId", { padId: "😀" }, "padId", "😀"],
    ["sequences", { sequences: "😀".repeat(90) }, "sequences[0][0]", "😀".repeat(40)],
    ["dAttention", { dAttention: "wide" }, "dAttention", "wide"],
    ["dFf", { dFf: "many", activation: "gelu" }, "dFf", "many"],
  ] as const)("%s: reports a word that is no number as it was typed", (field, change, path, got) => {
    const read = specOf(typed(change), defaults);
    expect(read).toMatchObject({ problem: { code: "wrong-type", details: { field: path, got } } });
    if ("problem" in read) expect(fieldOf(read.problem)).toBe(field);
  });

  test("reports an empty field as missing a value", () => {
    expect(specOf(typed({ dModel: " " }), defaults)).toMatchObject({
      problem: { code: "missing", details: { field: "dModel", wants: "integer" } },
    });
  });

  test("has the layer options that differ from the default", () => {
    expect(
      specOf(
        { ...formText(block), dFf: "64", activation: "relu", layerNorm: "post", dAttention: "6" },
        block,
      ),
    ).toEqual({
      spec: {
        lesson: "transformer-block",
        feedForward: { dFf: 64, activation: "relu" },
        layerNorm: "post",
        dAttention: 6,
      },
    });
  });

  test("fills the missing fields of a layer with defaults", () => {
    const spec = { lesson: "transformer-block" as const, feedForward: { dFf: 64 } };
    expect(specOver(block, spec)).toEqual({ ...block, feedForward: { dFf: 64, activation: "gelu" } });
    expect(specOver(block, { ...spec, feedForward: null }).feedForward).toBeNull();
    expect(specOver(block, { lesson: "transformer-block", seed: 7 })).toEqual({ ...block, seed: 7 });
  });

  test("has null for a layer that is switched off, and the form keeps its width", () => {
    const off = { ...formText(block), dFf: "64", activation: "none" };
    expect(specOf(off, block)).toEqual({ spec: { lesson: "transformer-block", feedForward: null } });
    const none: FullSpec = { ...block, feedForward: null };
    expect(formText(none)).toMatchObject({ dFf: "none", activation: "none" });
    expect(specOf({ ...formText(none), activation: "gelu" }, block)).toEqual({
      spec: { lesson: "transformer-block" },
    });
  });

  test("keeps fields from an address that the form does not show", () => {
    const given = formText({ ...defaults, bias: false, dAttention: 16 });
    expect(specOf({ ...given, seed: "7" }, defaults)).toEqual({
      spec: { lesson: "masked-multi-head", seed: 7, bias: false, dAttention: 16 },
    });
  });

  test("writes −1e9 as the notebook does", () => {
    expect(formText({ ...defaults, maskFill: -1e9 }).maskFill).toBe("-1e9");
    expect(specOf(typed({ maskFill: "-1e9" }), defaults)).toMatchObject({ spec: { maskFill: -1e9 } });
  });

  test("reads a number that was copied from the page with its minus sign", () => {
    expect(
      specOf(typed({ seed: "\u22127", sequences: "1, \u22122", maskFill: "\u22121e\u22125" }), defaults),
    ).toEqual({
      spec: { lesson: "masked-multi-head", seed: -7, sequences: [[1, -2]], maskFill: -1e-5 },
    });
  });

  test("passes on values that only the core can check", () => {
    expect(specOf(typed({ numHeads: "3", seed: "-4.5" }), defaults)).toMatchObject({
      spec: { numHeads: 3, seed: -4.5 },
    });
  });

  test.each([
    ["target[1][2]", "target"],
    ["mask.causal", "causal"],
    ["feedForward.dFf", "dFf"],
    ["dFf", "dFf"],
    ["layerNorm", "layerNorm"],
    ["spec", undefined],
  ])("a refusal of %s belongs to the field %s", (path, field) => {
    expect(fieldOf({ code: "x", message: "x", details: { field: path } })).toBe(field);
  });
});
