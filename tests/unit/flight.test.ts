/** Flying marks fade before labels and the digits of other tables, and pass beneath the cells of their own. */
import { expect, test } from "vitest";
import { asFlying, withFlyingBeneath } from "../../web/src/draw/flight.js";
import type { Mark, Picture } from "../../web/src/draw/picture.js";
import { RESULT_MS, sceneTime } from "../../web/src/timeline/playback.js";

const cell = (x: number, more: object = {}): Mark => ({
  ...{ kind: "cell", x, y: 0, width: 20, height: 20, fill: "red" },
  ...more,
});
const label = (x: number): Mark => ({ kind: "text", x, y: 10, text: "ids", size: 10, color: "black" });
const picture = (...marks: Mark[]): Picture => ({ width: 200, height: 100, marks });

test("a picture in which nothing flies stays the same object", () => {
  const still = picture(cell(0), label(5));
  expect(withFlyingBeneath(still, "white")).toBe(still);
});

const refTo = (name: string) => ({ ref: { name, index: [0] }, text: "1" });

test("flying marks are painted first, and a cell of their own table gets a background in the paper's colour", () => {
  const [flight] = asFlying([cell(10, refTo("q"))]);
  const { marks } = withFlyingBeneath(picture(cell(8, refTo("q")), label(90), flight as Mark), "white");
  expect(marks.map(({ kind }) => kind)).toEqual(["cell", "rect", "cell", "text"]);
  expect(marks[0]?.opacity ?? 1).toBe(1);
  expect(marks[1]).toMatchObject({ fill: "white" });
});

test.each([
  ["a label", label(8), 0],
  ["a faded label", { ...label(8), opacity: 0 }, 1],
  ["a digit of another table", cell(8, refTo("k")), 0],
  ["a cell of another table without a digit", cell(8), 1],
  ["a digit of the table that the step makes", cell(8, refTo("scores")), 1],
  ["a label far away", label(90), 1],
])("over %s, a flying mark is drawn with opacity %o", (_, mark, opacity) => {
  const [flight] = asFlying([cell(10, refTo("q"))]);
  const [drawn] = withFlyingBeneath(picture(mark as Mark, flight as Mark), "white", "scores").marks;
  expect(drawn?.opacity ?? 1).toBe(opacity);
});

test("the second half of a step ends early, so that its result is shown for RESULT_MS", () => {
  expect([0, 0.25, 0.5].map((t) => sceneTime(8000, t))).toEqual([0, 0.25, 0.5]);
  expect(sceneTime(8000, 1 - RESULT_MS / 8000)).toBeCloseTo(1, 9);
  expect(sceneTime(8000, 1)).toBe(1);
});
