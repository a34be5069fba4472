/** Places of a program are found in its text, and shapes are written with the letters that are known. */
import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { placeAt, shapePieces, spanOf } from "../../web/src/views/notebook/code_marks.js";

const LINES = ["한 = 1", "y = f(x)", "", "print(y)"];
const doc = Text.of(LINES);
const textOf = (line: number, column: number, endLine: number, endColumn: number): string | undefined => {
  const span = spanOf(doc, { line, column, endLine, endColumn });
  return span && doc.sliceString(span.from, span.to);
};

test.each([
  ["within a line", [2, 4, 2, 8], "f(x)"],
  ["over several lines", [2, 4, 4, 5], "f(x)\n\nprint"],
  ["columns beyond the line's end", [1, 4, 1, 99], "1"],
  ["an end below the text", [4, 6, 9, 3], "y)"],
  ["nothing before a letter: that letter", [2, 4, 2, 4], "f"],
  ["nothing at a line's end: the letter before it", [2, 8, 2, 8], ")"],
  ["nothing in an empty line", [3, 0, 3, 0], ""],
] as const)("the characters of a place, %s", (_, [line, column, endLine, endColumn], want) => {
  expect(textOf(line, column, endLine, endColumn)).toBe(want);
});

test("no place and a place below the text have no characters", () => {
  expect(textOf(0, 0, 0, 0)).toBeUndefined();
  expect(textOf(5, 0, 5, 1)).toBeUndefined();
});

test("an offset is turned back into its line and column", () => {
  for (const [i, text] of LINES.entries())
    for (let column = 0; column <= text.length; column++)
      expect(placeAt(doc, doc.line(i + 1).from + column)).toEqual({ line: i + 1, column });
});

test("an axis without a letter has only its size; tensors that are alike are counted, others named", () => {
  const axes = ["B", "", "1", "L"].map((letter, i) => ({ letter, size: i + 2 }));
  const text = (...shapes: Parameters<typeof shapePieces>[0]): string =>
    shapePieces(shapes)
      .map((piece) => piece.text)
      .join("");
  expect(text({ name: "x", axes })).toBe("(B 2, 3, 4, L 5)");
  expect(text({ name: "a", axes }, { name: "b", axes })).toBe("2 × (B 2, 3, 4, L 5)");
  expect(text({ name: "loss", axes: [] }, { name: "b", axes })).toBe("loss (), b (B 2, 3, 4, L 5)");
  expect(text({ name: "", axes: [] }, { name: "", axes })).toBe("(), (B 2, 3, 4, L 5)");
});
