/** Flying marks are painted beneath the still ones, and a still label in their way gets an opaque background. */
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

test("flying marks are painted first, and a label in their way gets a background in the paper's colour", () => {
  const [flight] = asFlying([cell(10)]);
  const { marks } = withFlyingBeneath(picture(label(8), label(90), flight as Mark), "white");
  expect(marks.map(({ kind }) => kind)).toEqual(["cell", "rect", "text", "text"]);
  expect(marks[1]).toMatchObject({ fill: "white" });
});

test("a faded label gets no background", () => {
  const [flight] = asFlying([cell(10)]);
  const { marks } = withFlyingBeneath(picture({ ...label(8), opacity: 0 }, flight as Mark), "white");
  expect(marks.map(({ kind }) => kind)).toEqual(["cell", "text"]);
});

test("the second half of a step ends early, so that its result is shown for RESULT_MS", () => {
  expect([0, 0.25, 0.5].map((t) => sceneTime(8000, t))).toEqual([0, 0.25, 0.5]);
  expect(sceneTime(8000, 1 - RESULT_MS / 8000)).toBeCloseTo(1, 9);
  expect(sceneTime(8000, 1)).toBe(1);
});
