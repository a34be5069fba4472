/** What <heads-up> says of attributes that it cannot read, or has under another name. */
import { describe, expect, test } from "vitest";
import { attributesOf, type Inputs, json, misnamedIn } from "../../web/src/element/inputs.js";
import type { Refusal } from "../../web/src/module/errors.js";

/** The refusals of an element with this spec only. */
function refusalsOf(spec: string): Refusal[] {
  const refusals: Refusal[] = [];
  const inputs = { spec: json(spec) } as Inputs;
  attributesOf(
    inputs,
    (name) => name === "spec",
    "en",
    (refusal) => refusals.push(refusal),
  );
  return refusals;
}

describe("a spec", () => {
  test("that is no JSON is refused with the place of its fault", () => {
    const [refusal, ...others] = refusalsOf('{"seed": 7, "mask": {"padding": true, causal: true}}');
    expect(refusal?.message).toMatch(
      /^spec: got \{"seed.*… \(.* position 38\b.*\), wants an object as JSON$/,
    );
    expect(refusal).toMatchObject({ code: "wrong-type", details: { field: "spec" } });
    expect(others).toEqual([]);
  });

  test("that is the JSON of a text is refused, and that of an object is read", () => {
    expect(refusalsOf('"bad"')).toMatchObject([{ message: String.raw`spec: got "\"bad\"", wants object` }]);
    expect(refusalsOf('{"seed": 7}')).toEqual([]);
  });
});

describe("another name", () => {
  const KNOWN = ["lesson", "tokens", "dmodel", "numheads", "maskfill", "weights", "lang", "src", "seed"];

  test.each([
    ["num-heads", "numheads"],
    ["d-model", "dmodel"],
    ["d_model", "dmodel"],
    ["mask-fill", "maskfill"],
    ["fill", "maskfill"],
    ["text", "tokens"],
    ["own-lesson", "src"],
  ])("%s is reported with the attribute that is meant, %s", (field, wants) => {
    const message = `${field}: not an attribute, did you mean ${wants}?`;
    expect(misnamedIn([field], KNOWN)).toEqual([
      { code: "unknown-field", message, details: { field, wants } },
    ]);
  });

  test("of the page or a framework is left alone, as are the element's own", () => {
    const own = ["lesson", "dModel", "numHeads"];
    const others = [
      "class",
      "id",
      "style",
      "title",
      "data-seed",
      "aria-label",
      "_ngcontent-x",
      "constructor",
    ];
    expect(misnamedIn([...own, ...others], KNOWN)).toEqual([]);
  });
});
