/** Undo and redo as data: what counts as a change, which changes are merged, and that redo reverses undo. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LessonSpec } from "../../web/src/module/types.js";
import { withDrawnWeights } from "../../web/src/store/lesson_runner.js";
import { differencesBetween, type Moment } from "../../web/src/store/moment.js";
import {
  type History,
  LONGEST_PAST,
  QUICK_MS,
  recorded,
  redone,
  startHistory,
  undone,
} from "../../web/src/store/past.js";

const moment = (spec: Partial<LessonSpec>, view: Partial<Moment> = {}): Moment => {
  const whole: LessonSpec = { lesson: "multi-head", seed: 42, dModel: 8, ...spec };
  return {
    data: withDrawnWeights(whole),
    full: whole,
    step: "ids",
    t: 1,
    focus: { batch: 0, head: 0 },
    cell: undefined,
    ...view,
  };
};
const CELL = { name: "scores", index: [0, 0, 1, 1] };

describe("what changed", () => {
  test.each<[string, Moment, Moment, readonly unknown[]]>([
    ["a number", moment({}), moment({ seed: 7 }), [{ field: "seed", from: "42", to: "7" }]],
    [
      "tokens",
      moment({ sequences: [[1, 2], [3]] }),
      moment({ sequences: [[1, 2]] }),
      [{ field: "sequences", from: "1, 2; 3", to: "1, 2" }],
    ],
    [
      "masks",
      moment({ mask: { padding: true, causal: true } }),
      moment({ mask: null }),
      [{ field: "mask", from: "padding, causal", to: "" }],
    ],
    [
      "a fill",
      moment({ maskFill: -1e12 }),
      moment({ maskFill: "-inf" }),
      [{ field: "maskFill", from: "-1e12", to: "-inf" }],
    ],
    [
      "a layer",
      moment({ feedForward: { dFf: 32, activation: "gelu" } }),
      moment({ feedForward: null }),
      [{ field: "feedForward", from: "32, gelu", to: "" }],
    ],
    [
      "two fields at once",
      moment({}),
      moment({ seed: 7, dModel: 16 }),
      [
        { field: "seed", from: "42", to: "7" },
        { field: "dModel", from: "8", to: "16" },
      ],
    ],
    [
      "another lesson, without the differences that follow from it",
      moment({}),
      moment({ lesson: "encoder-decoder", dModel: 512 }, { step: "q" }),
      [{ field: "lesson", from: "multi-head", to: "encoder-decoder" }],
    ],
    [
      "data, without the cell that closed with it",
      moment({}, { cell: CELL }),
      moment({ seed: 1 }),
      [{ field: "seed", from: "42", to: "1" }],
    ],
    ["a step", moment({}), moment({}, { step: "q" }), [{ field: "step", from: "ids", to: "q" }]],
    [
      "a sentence, counted from 1",
      moment({}),
      moment({}, { focus: { batch: 2, head: 0 } }),
      [{ field: "batch", from: "1", to: "3" }],
    ],
    [
      "an opened cell",
      moment({}),
      moment({}, { cell: CELL }),
      [{ field: "cell", from: "", to: "scores[0,0,1,1]" }],
    ],
    ["the moment in a step is none", moment({}), moment({}, { t: 0.3 }), []],
  ])("%s", (_, before, after, differences) => {
    expect(differencesBetween(before, after)).toEqual(differences);
  });
});

/** The history of these moments in order, far apart by default. */
const walked = (moments: readonly Moment[], apartMs = 10 * QUICK_MS): History =>
  moments
    .slice(1)
    .reduce(
      (history, next, i) => recorded(history, next, (i + 1) * apartMs),
      startHistory(moments[0] ?? moment({})),
    );

describe("changes", () => {
  const seeds = [42, 1, 12, 123].map((seed) => moment({ seed }));

  test("made slowly are separate", () => {
    expect(walked(seeds).past).toHaveLength(3);
  });

  test("typed quickly into one field are merged", () => {
    const { past } = walked(seeds, QUICK_MS / 2);
    expect(past.map(({ differences }) => differences)).toEqual([[{ field: "seed", from: "42", to: "123" }]]);
    expect(past[0]?.moment).toBe(seeds[0]);
  });

  test("of an address are not merged with those typed quickly before and after", () => {
    const typed = recorded(startHistory(moment({})), moment({ seed: 1 }), 0);
    const opened = recorded(typed, moment({ seed: 2 }), Number.NEGATIVE_INFINITY);
    expect(
      recorded(opened, moment({ seed: 3 }), 1).past.map(({ moment: { data } }) => data.spec.seed),
    ).toEqual([42, 1, 2]);
  });

  test("of two fields are separate, however quick", () => {
    expect(walked([moment({}), moment({ seed: 1 }), moment({ seed: 1, dModel: 16 })], 1).past).toHaveLength(
      2,
    );
  });

  test("that are quickly reverted leave no entry", () => {
    expect(walked([moment({}), moment({ seed: 1 }), moment({})], 1).past).toEqual([]);
  });

  test("that open and close a cell leave no entry, however slow", () => {
    expect(walked([moment({}), moment({}, { cell: CELL }), moment({})]).past).toEqual([]);
  });

  test("are not merged into one that was undone and redone", () => {
    const back = undone(walked(seeds.slice(0, 3), 1)) ?? startHistory(moment({}));
    const again = redone(back) ?? back;
    expect(recorded(again, moment({ seed: 9 }), 3).past).toHaveLength(2);
  });

  test("keep the moment at which a step was left", () => {
    const history = walked([moment({}), moment({}, { t: 0.5 }), moment({ seed: 7 })]);
    expect(undone(history)?.present.t).toBe(0.5);
  });
});

describe("undo and redo", () => {
  test("end at both sides of the history", () => {
    expect(undone(startHistory(moment({})))).toBeUndefined();
    expect(redone(startHistory(moment({})))).toBeUndefined();
  });

  test("a new change discards the redo list", () => {
    const back = undone(walked([moment({}), moment({ seed: 1 })])) ?? startHistory(moment({}));
    expect(recorded(back, moment({ seed: 2 }), 1e9).future).toEqual([]);
  });

  test("keep only the latest changes", () => {
    const many = walked(Array.from({ length: LONGEST_PAST + 50 }, (_, seed) => moment({ seed })));
    expect(many.past).toHaveLength(LONGEST_PAST);
    expect(many.past[0]?.moment.data.spec.seed).toBe(49);
  });

  test("undoing and redoing everything restores the state, for any sequence of changes", () => {
    const any = fc.record({ seed: fc.nat(3), step: fc.constantFrom("ids", "q"), batch: fc.nat(2) });
    fc.assert(
      fc.property(fc.array(fc.tuple(any, fc.nat(2 * QUICK_MS))), (made) => {
        let now = 0;
        let history = startHistory(moment({}));
        for (const [{ seed, step, batch }, laterMs] of made) {
          now += laterMs;
          history = recorded(history, moment({ seed }, { step, focus: { batch, head: 0 } }), now);
        }
        let back = history;
        for (let next = undone(back); next; next = undone(back)) back = next;
        expect(back.past).toEqual([]);
        expect(back.present).toEqual(moment({}));
        let forth = back;
        for (let next = redone(forth); next; next = redone(forth)) forth = next;
        expect(forth.present).toEqual(history.present);
        expect(forth.past.map(({ differences }) => differences)).toEqual(
          history.past.map(({ differences }) => differences),
        );
      }),
    );
  });
});
