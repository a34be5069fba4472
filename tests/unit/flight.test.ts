/** What flies is painted beneath what stands, with paper behind whatever it would be seen through. */
import { expect, test } from "vitest";
import { beneath, flying } from "../../web/src/draw/flight.js";
import type { Mark, Picture } from "../../web/src/draw/picture.js";
import { RESULT_MS, settled } from "../../web/src/timeline/durations.js";

const cell = (x: number, more: object = {}): Mark => ({
  ...{ kind: "cell", x, y: 0, width: 20, height: 20, fill: "red" },
  ...more,
});
const label = (x: number): Mark => ({ kind: "text", x, y: 10, text: "ids", size: 10, color: "black" });
const picture = (...marks: Mark[]): Picture => ({ width: 200, height: 100, marks });

test("a picture in which nothing flies stays the same object", () => {
  const still = picture(cell(0), label(5));
  expect(beneath(still, "white")).toBe(still);
});

test("what flies is painted first, and a label in its way has paper behind it", () => {
  const [flight] = flying([cell(10)]);
  const { marks } = beneath(picture(label(8), label(90), flight as Mark), "white");
  expect(marks.map(({ kind }) => kind)).toEqual(["cell", "rect", "text", "text"]);
  expect(marks[1]).toMatchObject({ fill: "white" });
});

test("a faded label needs no paper", () => {
  const [flight] = flying([cell(10)]);
  const { marks } = beneath(picture({ ...label(8), opacity: 0 }, flight as Mark), "white");
  expect(marks.map(({ kind }) => kind)).toEqual(["cell", "text"]);
});

test("the second half of a step ends early enough for its result to stand", () => {
  expect([0, 0.25, 0.5].map((t) => settled("linear", t))).toEqual([0, 0.25, 0.5]);
  expect(settled("linear", 1 - RESULT_MS / 8000)).toBeCloseTo(1, 9);
  expect(settled("linear", 1)).toBe(1);
});
