/** The panels of a comparison: the differences, the largest one, and pictures that stay inside their frames. */
import { describe, expect, test } from "vitest";
import {
  type Compared,
  comparePanel,
  differences,
  differencesOf,
  differs,
  type PanelInput,
  SIDES,
} from "../../web/src/draw/compare.js";
import { cellAt, cellsShowing } from "../../web/src/draw/picture.js";
import { stepOf } from "../../web/src/draw/tensor_view.js";
import { dark, light } from "../../web/src/draw/theme.js";
import type { Step } from "../../web/src/module/types.js";
import { hu } from "./core.js";
import { tinyTrace } from "./traces.js";

const trace = tinyTrace();
const focus = { batch: 0, head: 0 };
const at = (name: string, change: (value: number, offset: number) => number): Compared => {
  const asItIs = stepOf(trace, name);
  return { asItIs, other: { ...asItIs, data: Float32Array.from(asItIs.data, change) } as Step };
};
const same = at("attention", (value) => value);
const other = at("attention", (value, offset) => (offset === 0 ? value - 0.5 : value));
const input = (pair: Compared, more: Partial<PanelInput> = {}): PanelInput => ({
  hu,
  pair,
  side: "difference",
  focus,
  theme: light,
  width: 380,
  height: 360,
  ...more,
});
const framed = (picture: PanelInput): number =>
  comparePanel(picture).marks.filter((mark) => mark.kind === "cell" && mark.outline).length;

describe("a difference", () => {
  test.each([
    [1, 1, false],
    [1, 1 + 1e-8, false],
    [1, 1.001, true],
    [Number.NaN, Number.NaN, false],
    [0.5, Number.NaN, true],
    [Number.NaN, 0, true],
    [-1e12, Number.NEGATIVE_INFINITY, false],
    [0.3, Number.NEGATIVE_INFINITY, true],
    [Number.NEGATIVE_INFINITY, 0.3, true],
  ])("between %d and %d", (a, b, apart) => {
    expect(differs(a, b)).toBe(apart);
    expect(differencesOf(hu, [[a, b]])[0] !== 0).toBe(apart);
  });

  test("is nowhere between equal runs", () => {
    expect(differences(same, focus)).toEqual({ cells: expect.any(Number), changed: 0, masked: 0, broken: 0 });
  });

  test("is counted, and the largest is located", () => {
    const found = differences(other, focus);
    expect(found.changed).toBe(1);
    expect(found.largest).toEqual({ name: "attention", index: [0, 0, 0, 0] });
    const broken = at("attention", (value, offset) => (offset < 2 ? Number.NaN : value));
    expect(differences(broken, focus)).toMatchObject({ changed: 2, broken: 2, masked: 0 });
  });

  test("in the mask is counted separately from a difference in the numbers", () => {
    const masked = at("masked_scores", () => 0.25);
    const found = differences(masked, focus);
    const hidden = found.changed - found.masked;
    expect(found.masked).toBeGreaterThan(0);
    expect(hidden).toBeGreaterThan(0);
  });
});

describe("a panel", () => {
  test("frames exactly the cells that differ", () => {
    expect(framed(input(same))).toBe(0);
    expect(framed(input(other))).toBe(1);
    expect(framed(input(other, { side: "other" }))).toBe(0);
  });

  test("has a single frame if all cells differ", () => {
    const moved = at("attention", (value) => value + 0.25);
    expect(framed(input(moved))).toBe(0);
    expect(differences(moved, focus).changed).toBe(differences(moved, focus).cells);
  });

  test.each(SIDES)("%s stays inside its frame in every theme and width", (side) => {
    for (const theme of [light, dark])
      for (const width of [280, 380, 560])
        for (const name of ["attention", "masked_scores", "concat"]) {
          const picture = comparePanel(
            input(
              at(name, (value) => value / 2),
              { side, theme, width },
            ),
          );
          const cells = picture.marks.filter((mark) => mark.kind === "cell");
          expect(cells.length).toBeGreaterThan(0);
          for (const mark of cells) {
            expect(mark.x).toBeGreaterThanOrEqual(0);
            expect(mark.x + mark.width).toBeLessThanOrEqual(width);
            expect(mark.y + mark.height).toBeLessThanOrEqual(picture.height);
          }
        }
  });

  test("names the rows by their tokens, and numbers them without a trace", () => {
    const parts = (more: Partial<PanelInput>): string[] =>
      comparePanel(input(same, more)).marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []));
    const tokens = { source: [["cats", "sleep", "long"]] };
    expect(parts({ trace, tokens })).toEqual(expect.arrayContaining(["cats", "sleep"]));
    expect(parts({})).not.toContain("cats");
    expect(parts({})).toContain("0");
  });

  test("shows the sums of rows of weights", () => {
    const texts = comparePanel(input(other, { side: "other" })).marks.flatMap((mark) =>
      mark.kind === "text" ? [mark.text] : [],
    );
    expect(texts).toContain("Σ");
    expect(texts).toContain("0.50");
  });

  test("frames the pointed cell where the pointer finds it", () => {
    const cell = { name: "attention", index: [0, 0, 0, 0] };
    const picture = comparePanel(input(other, { pointed: cell }));
    const [mark] = cellsShowing(picture, cell);
    if (!mark) throw new Error("the cell is not drawn");
    expect(cellAt(picture, mark.x + 2, mark.y + 2)?.ref).toEqual(cell);
    expect(picture.marks.at(-1)).toMatchObject({ kind: "rect", stroke: light.ink });
  });
});
