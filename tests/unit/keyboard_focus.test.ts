/** A row of buttons that is one tab stop: where its keys lead. */
import { expect, test } from "vitest";
import { arrowTo } from "../../web/src/views/common/keyboard_focus.js";

const press = (key: string, at: number, held: Partial<KeyboardEvent> = {}): number | undefined =>
  arrowTo({ key, altKey: false, ctrlKey: false, metaKey: false, ...held } as KeyboardEvent, at, 4);

test("the arrows go from button to button, and from the last to the first", () => {
  expect(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"].map((key) => press(key, 1))).toEqual([
    2, 2, 0, 0,
  ]);
  expect([press("ArrowRight", 3), press("ArrowLeft", 0)]).toEqual([0, 3]);
});

test("Home and End go to the first and the last button", () => {
  expect([press("Home", 2), press("End", 2)]).toEqual([0, 3]);
});

test("other keys, and keys held with Alt, Ctrl or Cmd, are left to the browser", () => {
  expect(["Tab", "Enter", " ", "a"].map((key) => press(key, 1))).toEqual(Array(4).fill(undefined));
  for (const held of ["altKey", "ctrlKey", "metaKey"])
    expect(press("ArrowLeft", 1, { [held]: true }), held).toBe(undefined);
});
