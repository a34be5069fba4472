/** The option `--only` of the scripts that measure. */
import { expect, test } from "vitest";
import { chosenParts } from "../../scripts/lib/only.mjs";

const PARTS = ["load", "play", "edit"];

test("all parts are measured without the option, otherwise those that it names, in their usual order", () => {
  expect(chosenParts(PARTS, undefined)).toEqual(PARTS);
  expect(chosenParts(PARTS, ["edit", "load"])).toEqual(["load", "edit"]);
});

test("a part with a typo is refused instead of measuring nothing", () => {
  expect(() => chosenParts(PARTS, ["load", "paly"])).toThrow("--only paly: wants one of load, play, edit");
});
