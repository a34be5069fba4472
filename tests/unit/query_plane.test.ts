/** The query plane: its points are the trace's numbers, and the core computes the attention of the query. */
import { describe, expect, test } from "vitest";
import { stepOf, valueAt } from "../../web/src/draw/tensor_view.js";
import { lessonNames, openingSpec } from "../../web/src/lessons/lessons.js";
import {
  attend,
  clampToPlane,
  labelsOf,
  type Plane,
  planeOf,
  queryFromText,
} from "../../web/src/lessons/query_plane.js";
import type { LessonSpec } from "../../web/src/module/types.js";
import { placeOf, placeOfQuery, queryAt, SIDE } from "../../web/src/views/query_plane/plane_template.js";
import { hu } from "./core.js";

const FIRST = { batch: 0, head: 0 };
const planeFor = (spec: LessonSpec): Plane => planeOf(hu.run(spec), FIRST, undefined) as Plane;

describe("the plane", () => {
  test.each(lessonNames)("of %s has the first two numbers of each key and value", (lesson) => {
    const trace = hu.run(openingSpec(lesson));
    const plane = planeOf(trace, FIRST, undefined) as Plane;
    const { keys, names } = plane;
    expect(keys.length).toBeGreaterThan(1);
    const [key, value] = [stepOf(trace, names.keys), stepOf(trace, names.values)];
    const before = key.axes.slice(0, -2).map(() => 0);
    for (const [row, one] of keys.entries())
      for (const [at, dimension] of [0, 1].entries()) {
        expect(one.key[at]).toBe(valueAt(key, [...before, row, dimension]));
        expect(one.value[at]).toBe(valueAt(value, [...before, row, dimension]));
      }
  });

  test("begins with the query of the opening picture, which is inside the plane", () => {
    const plane = planeFor({ lesson: "multi-head", dModel: 8, numHeads: 2 });
    const query = stepOf(hu.run({ lesson: "multi-head", dModel: 8, numHeads: 2 }), "q_heads");
    expect(plane.own).toEqual([0, 1].map((dimension) => valueAt(query, [0, 0, plane.at, dimension])));
    for (const size of plane.own) expect(Math.abs(size)).toBeLessThanOrEqual(plane.reach);
  });

  test("leaves out padding", () => {
    const plane = planeFor({
      lesson: "masked-multi-head",
      sequences: [
        [5, 6],
        [1, 2, 3, 4],
      ],
    });
    expect(plane.keys.map(({ text }) => text)).toEqual(["5", "6"]);
  });

  test("begins with the word in the middle, also where padding comes before the words", () => {
    const sequences = (row: number[]) => [row, [3, 4, 5, 6]];
    const at = (row: number[]) => planeFor({ lesson: "masked-multi-head", sequences: sequences(row) }).at;
    expect(at([0, 0, 5, 7])).toBe(3);
    expect(at([0, 5, 0, 7, 8])).toBe(3);
    expect(at([5, 7])).toBe(1);
    expect(at([5, 7, 8])).toBe(1);
    expect(at([0, 0])).toBe(0);
  });

  test("is missing where a head has one dimension", () => {
    const trace = hu.run({ lesson: "multi-head", dModel: 4, numHeads: 4 });
    expect(planeOf(trace, FIRST, undefined)).toBeUndefined();
  });

  test("puts equal tokens under one label", () => {
    const points = [
      { text: "13", at: [1, 2] as const },
      { text: "7", at: [0, 0] as const },
      { text: "13", at: [1, 2] as const },
    ];
    expect(labelsOf(points)).toEqual([
      { text: "13 ×2", at: [1, 2] },
      { text: "7", at: [0, 0] },
    ]);
  });
});

describe("a query", () => {
  const plane = planeFor({ lesson: "masked-multi-head" });

  test("scores each key by the product with it, divided by √2", () => {
    const { scores, weights, mix } = attend(hu, plane, [1, -2]);
    for (const [i, { key }] of plane.keys.entries())
      expect(scores[i]).toBeCloseTo((key[0] - 2 * key[1]) / Math.SQRT2, 5);
    expect(weights.reduce((a, b) => a + b)).toBeCloseTo(1, 5);
    for (const at of [0, 1] as const)
      expect(mix[at]).toBeCloseTo(
        plane.keys.reduce((sum, { value }, i) => sum + (weights[i] ?? 0) * value[at], 0),
        5,
      );
  });

  test("of length 0 gives all keys the same weight", () => {
    const { weights } = attend(hu, plane, [0, 0]);
    for (const weight of weights) expect(weight).toBeCloseTo(1 / plane.keys.length, 6);
  });

  test("can be long enough for one key to take more than half of the weight", () => {
    const far = plane.keys.map(({ key: [x, y] }) => {
      const length = Math.hypot(x, y) / plane.reach;
      return Math.max(...attend(hu, plane, clampToPlane(plane, [x / length, y / length])).weights);
    });
    expect(Math.max(...far)).toBeGreaterThan(0.5);
  });

  test("is drawn longer than its handle at the start of every lesson", () => {
    const HANDLE = 9;
    for (const lesson of lessonNames) {
      const { own, reach } = planeFor(openingSpec(lesson));
      const [x, y] = placeOfQuery(own, reach);
      expect(Math.hypot(x - SIDE / 2, y - SIDE / 2), lesson).toBeGreaterThan(3 * HANDLE);
    }
  });

  test("is found again where it is drawn, in its own direction, and reaches the plane's edges", () => {
    for (const query of [
      [0.04, -0.33],
      [-7, 2],
      [1, 1],
      [0, 0],
    ] as const) {
      const place = placeOfQuery(query, 8);
      const [x, y] = queryAt(place, 8);
      expect(x).toBeCloseTo(query[0], 9);
      expect(y).toBeCloseTo(query[1], 9);
      const [right, up] = [place[0] - SIDE / 2, SIDE / 2 - place[1]];
      expect(right * query[1]).toBeCloseTo(up * query[0], 9);
    }
    expect(placeOfQuery([8, 4], 8)).toEqual(placeOf([8, 4], 8));
  });

  test("stays inside the plane and is read from an address", () => {
    expect(clampToPlane(plane, [100, -100])).toEqual([plane.reach, -plane.reach]);
    expect(queryFromText(plane, "0.5,-1.2")).toEqual([0.5, -1.2]);
    expect(queryFromText(plane, "own")).toEqual(plane.own);
  });
});
