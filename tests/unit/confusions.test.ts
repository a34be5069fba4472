/** Common confusions: words in every language, numbers from the trace, and the search. */

import { describe, expect, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { stepOf, valueAt } from "../../web/src/draw/tensor_view.js";
import { comparisonsAt } from "../../web/src/lessons/comparisons.js";
import { type Answer, answerOf, confusions } from "../../web/src/lessons/confusions/confusions.js";
import { indexOf, search, shapeIn, stepsOfShape } from "../../web/src/lessons/confusions/search.js";
import type { Row, ShowInput } from "../../web/src/lessons/confusions/shown.js";
import { grouped } from "../../web/src/lessons/groups.js";
import { lessonNamed, openingSpec } from "../../web/src/lessons/lessons.js";
import { CONFUSION_IDS, type ConfusionId } from "../../web/src/lessons/offers.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import type { HeadsUp } from "../../web/src/module/heads_up.js";
import type { LessonName, LessonSpec, Trace } from "../../web/src/module/types.js";
import type { ConfusionWords } from "../../web/src/words/words.js";
import { locales, placeholdersOf } from "./locales.js";

const hu = (await load()) as unknown as HeadsUp;

const languages = locales.map(([language]) => language);
const wordsOf = (language: string): ConfusionWords => new Map(locales).get(language).confusions;

const opened = new Map<LessonName, Trace>(lessonNames.map((lesson) => [lesson, hu.run(openingSpec(lesson))]));
const openedLesson = (lesson: LessonName): Trace => opened.get(lesson) as Trace;
const run = (lesson: LessonName, change: Partial<LessonSpec>): Trace =>
  hu.run({ ...openingSpec(lesson), ...change });
const inputOf = (trace: Trace, batch = 0, head = 0): ShowInput => ({ hu, trace, focus: { batch, head } });
const answer = (id: ConfusionId, trace: Trace, batch = 0): Answer =>
  answerOf(id, inputOf(trace, batch), openedLesson);
const rowNamed = ({ shown }: Answer, name: string): Row => {
  const row = shown.rows.find((one) => one.name === name);
  if (!row) throw new Error(`no row ${name}`);
  return row;
};
const cellsNamed = (of: Answer, name: string): readonly number[] => rowNamed(of, name).cells;
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const dot = (a: readonly number[], b: readonly number[]): number => sum(a.map((x, i) => x * (b[i] ?? 0)));

/** The row of a tensor that a text such as `attention[0, 1, 2]` names. */
function named(trace: Trace, text: unknown): number[] {
  const [, name = "", index = ""] = /^([\w.]+)\[(.*)\]$/.exec(String(text)) ?? [];
  const step = stepOf(trace, name);
  const at = index.split(", ").map(Number);
  return Array.from({ length: step.shape.at(-1) ?? 0 }, (_, i) => valueAt(step, [...at, i]));
}
const close = (got: readonly number[], want: readonly number[]): void => {
  expect(got).toHaveLength(want.length);
  for (const [i, value] of got.entries()) expect(value).toBeCloseTo(want[i] ?? Number.NaN, 5);
};

/** Padding before the tokens of the first sentence. */
const LEFT_PADDED = [
  [0, 0, 5, 7],
  [3, 4, 5, 6],
];
const VARIATIONS: readonly Partial<LessonSpec>[] = [
  {},
  { mask: { padding: true } },
  { mask: null },
  { sequences: [[1, 2, 3], [], [4, 5]], maskFill: "-inf" },
  { sequences: [[7]], target: [[3]] },
  { bias: false, seed: 7 },
  { sequences: LEFT_PADDED, maskFill: "-inf", seed: Number.MAX_SAFE_INTEGER },
  { maskFill: -5 },
];
const traces = lessonNames.flatMap((lesson) =>
  VARIATIONS.map((change) => {
    const { target, ...rest } = change;
    const crossed = lesson === "encoder-decoder";
    const sources = crossed && change.sequences ? { target: target ?? change.sequences } : {};
    return hu.run({ ...openingSpec(lesson), ...rest, ...sources });
  }),
);

describe.each(CONFUSION_IDS)("%s", (id) => {
  const { steps, compare } = confusions[id];
  const [home, first] = Object.entries(steps)[0] as [LessonName, string];

  test("can be shown by its first lesson, at the step given for it", () => {
    const ids = lessonNamed(home)
      .steps(openedLesson(home))
      .map((step) => step.id);
    expect(ids).toContain(first);
    expect(answer(id, openedLesson(home))).toMatchObject({ lesson: home, step: first, isOwn: true });
  });

  test("links to a step that exists, in every lesson", () => {
    for (const trace of traces) {
      const { lesson, step, isOwn } = answer(id, trace);
      const shown = isOwn ? trace : openedLesson(lesson);
      expect(
        lessonNamed(lesson)
          .steps(shown)
          .map((one) => one.id),
        lesson,
      ).toContain(step);
    }
  });

  test("has finite facts, and rows whose sums are those of their cells", () => {
    for (const trace of traces)
      for (const batch of [0, 1]) {
        if (batch >= trace.spec.sequences.length) continue;
        const { facts, rows } = answer(id, trace, batch).shown;
        for (const [name, fact] of Object.entries(facts))
          if (typeof fact === "number") expect(fact, name).not.toBeNaN();
        for (const row of rows) {
          expect(row.cells.length, row.name).toBeGreaterThan(0);
          if (row.sum !== undefined && !Number.isNaN(row.sum)) expect(row.sum).toBeCloseTo(sum(row.cells), 4);
          for (const cell of row.mark?.cells ?? []) expect(cell).toBeLessThan(row.cells.length);
        }
      }
  });

  if (compare)
    test("names a comparison that one of its steps offers", () => {
      const offers = lessonNames.filter((lesson) => {
        const step = steps[lesson];
        return step !== undefined && comparisonsAt(openedLesson(lesson), step).includes(compare);
      });
      expect(offers).not.toEqual([]);
    });

  test.each(languages)("has words in %s for everything that it shows, and no others", (language) => {
    const words = wordsOf(language).items[id];
    const sentences = words.answer.split(/(?<=[.?])\s+/);
    expect(sentences.length).toBeGreaterThanOrEqual(3);
    expect(sentences.length).toBeLessThanOrEqual(6);
    expect(words.ask).toMatch(/\?$/);
    const answers = lessonNames.map((lesson) => answer(id, openedLesson(lesson)));
    const rows = new Set(answers.flatMap(({ shown }) => shown.rows.map((row) => row.name)));
    expect(Object.keys(words.rows).sort()).toEqual([...rows].sort());
    const facts = Object.keys(answers[0]?.shown.facts ?? {});
    const text = [words.numbers, ...Object.values(words.rows)].join(" ");
    expect(facts).toEqual(expect.arrayContaining(placeholdersOf(text)));
  });
});

test("the search terms are the same in every language", () => {
  for (const id of CONFUSION_IDS)
    expect(new Set(languages.map((language) => wordsOf(language).items[id].terms)).size, id).toBe(1);
});

describe("the words of an answer", () => {
  test.each([
    ["full_row", "numbers", /^Suppose that the row/, /가렸다고 합시다/],
    ["nan_gradient", "numbers", /^Suppose that a row/, /행이 있다고 합시다/],
    ["broadcast", "answer", /differ, and neither is 1, you get an error/, /어느 쪽도 1이 아니면 오류/],
    ["padding_idx", "answer", /positional encoding and the bias/, /위치 인코딩과 선형 변환의 편향/],
  ] as const)("%s: claim nothing that only some lessons have", (id, part, english, korean) => {
    expect(wordsOf("en").items[id][part]).toMatch(english);
    expect(wordsOf("ko").items[id][part]).toMatch(korean);
  });
});

describe("the numbers of an answer", () => {
  const masked = openedLesson("masked-multi-head");

  test("a padded query: shows its row of attention, which sums to 1", () => {
    const padded = answer("padded_query", masked);
    close(cellsNamed(padded, "weights"), named(masked, padded.shown.facts["row"]));
    expect(padded.shown.facts["sum"]).toBeCloseTo(1, 5);
    expect(stepOf(masked, "ids").data[8]).toBe(masked.spec.padId);
    expect(padded.shown.facts).toMatchObject({ query: 8, tokens: 8, row: "attention[0, 0, 8]" });
  });

  test("√d_k: shows the score of the trace, and the same product divided by √d_model", () => {
    const { facts } = answer("sqrt_d_model", masked).shown;
    expect(facts).toMatchObject({ dK: 4, dModel: 8 });
    expect(facts["right"]).toBeCloseTo(Number(facts["product"]) / 2, 5);
    expect(facts["wrong"]).toBeCloseTo(Number(facts["product"]) / Math.sqrt(8), 5);
    const [, index = ""] = /\[(.*)\]/.exec(String(facts["cell"])) ?? [];
    expect(facts["right"]).toBe(valueAt(stepOf(masked, "scores"), index.split(", ").map(Number)));
  });

  test("scaling: gives the same score before and after the product", () => {
    const scaled = answer("scale_q", masked);
    const { before, after, product } = scaled.shown.facts;
    expect(before).toBeCloseTo(Number(after), 5);
    expect(product).toBeCloseTo(dot(cellsNamed(scaled, "query"), cellsNamed(scaled, "key")), 4);
  });

  test("the average of the heads: averages one cell of every head", () => {
    const average = answer("average_weights", masked);
    const [, batch, query, key] =
      /\[(\d+), :, (\d+), (\d+)\]/.exec(String(average.shown.facts["cell"])) ?? [];
    const cells = [0, 1].map((head) =>
      valueAt(stepOf(masked, "attention"), [batch, head, query, key].map(Number)),
    );
    close(cellsNamed(average, "heads"), cells);
    expect(average.shown.facts["average"]).toBeCloseTo(sum(cells) / 2, 6);
  });

  test.each(lessonNames)(
    "the average of the heads: no other cell of %s differs more between the heads",
    (name) => {
      const trace = openedLesson(name);
      const { isOwn, shown } = answer("average_weights", trace);
      if (!isOwn) return expect(trace.spec.numHeads).toBe(1);
      const step = stepOf(trace, "attention");
      const [, heads = 1, queries = 1, keys = 1] = step.shape;
      const spreadAt = (query: number, key: number): number => {
        const cells = Array.from({ length: heads }, (_, head) => valueAt(step, [0, head, query, key]));
        return Math.max(...cells) - Math.min(...cells);
      };
      const all = Array.from({ length: queries * keys }, (_, i) => spreadAt(Math.floor(i / keys), i % keys));
      const [, query = 0, key = 0] = /:, (\d+), (\d+)\]/.exec(String(shown.facts["cell"]))?.map(Number) ?? [];
      expect(spreadAt(query, key)).toBe(Math.max(...all));
    },
  );

  test("the average of the heads: comes from another lesson if all weights are NaN or equal", () => {
    const empty = run("multi-head", {
      sequences: [[1, 2, 3], []],
      mask: { padding: true },
      maskFill: "-inf",
    });
    expect(answer("average_weights", empty, 0).isOwn).toBe(true);
    expect(answer("average_weights", empty, 1).isOwn).toBe(false);
    expect(answer("average_weights", run("multi-head", { sequences: [[7]] })).isOwn).toBe(false);
  });

  test("repeat: lists the sentences of the lesson in the order of the slots", () => {
    const repeat = answer("mask_repeat", masked);
    expect(cellsNamed(repeat, "interleaved")).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
    expect(cellsNamed(repeat, "repeated")).toEqual([0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
    expect(repeat.shown.facts).toMatchObject({ slots: 10, wrong: 8, shape: "(10, 10, 10)" });
  });

  test("a view without a transpose: shows the numbers of another token", () => {
    const viewed = answer("view_or_transpose", masked);
    close(cellsNamed(viewed, "right"), named(masked, "q_heads[0, 0, 1]"));
    close(cellsNamed(viewed, "wrong"), named(masked, "q[0, 0]").slice(4));
    expect(viewed.shown.facts["equal"]).toBe(2);
    const joined = answer("transpose_back", masked);
    close(cellsNamed(joined, "right"), named(masked, "concat[0, 1]"));
    close(cellsNamed(joined, "wrong"), [
      ...named(masked, "values[0, 0, 2]"),
      ...named(masked, "values[0, 0, 3]"),
    ]);
  });

  test("a fully masked row: shows NaN, or uniform weights", () => {
    const full = answer("full_row", masked);
    expect(cellsNamed(full, "infinite").every(Number.isNaN)).toBe(true);
    close(
      cellsNamed(full, "finite"),
      Array.from({ length: 10 }, () => 0.1),
    );
    expect(answer("half_fill", masked).shown.facts).toMatchObject({ fill: "−1e12", least: "−65504" });
    expect(cellsNamed(answer("nan_gradient", masked), "gradient").every(Number.isNaN)).toBe(true);
    expect(cellsNamed(answer("nan_gradient", masked), "finite").every((x) => x === 0)).toBe(true);
  });

  test("a gradient of NaN: counts the numbers of w_v, the weight that it reaches through any mask", () => {
    const { parameters } = answer("nan_gradient", masked).shown.facts;
    expect(parameters).toBe(stepOf(masked, "w_v.weight").data.length);
    for (const language of languages) {
      const { numbers, answer: text } = wordsOf(language).items.nan_gradient;
      expect(numbers).toContain("`w_v.weight`");
      expect(text.indexOf("`w_v`")).toBeGreaterThan(0);
      expect(text.indexOf("`w_v`")).toBeLessThan(text.indexOf("`w_k`"));
    }
  });

  test("float16: takes the lesson's fill only if float16 cannot hold it", () => {
    const fillOf = (maskFill: number | "-inf"): unknown =>
      answer("half_fill", run("masked-multi-head", { maskFill })).shown.facts["fill"];
    expect([-1e9, -1e4, -5, "-inf" as const].map(fillOf)).toEqual(["−1e9", "−1e12", "−1e12", "−1e12"]);
    const weak = answer("half_fill", run("masked-multi-head", { maskFill: -1e4 }));
    expect(cellsNamed(weak, "filled").every(Number.isNaN)).toBe(true);
  });

  test("a padded query: is one whose weights are numbers", () => {
    const lost = run("masked-multi-head", { sequences: LEFT_PADDED, maskFill: "-inf" });
    expect(answer("padded_query", lost).isOwn).toBe(false);
    const both = run("masked-multi-head", { sequences: [[0, 5, 7, 0]], maskFill: "-inf" });
    expect(answer("padded_query", both).shown.facts).toMatchObject({ query: 3, row: "attention[0, 0, 3]" });
    expect(answer("padded_query", both).shown.facts["sum"]).toBeCloseTo(1, 5);
  });

  test("a score of 0: says how much weight a weak fill leaves, which is none with the lesson's fill", () => {
    expect(answer("masked_is_zero", masked).shown.facts["left"]).toBe(0);
    const weak = answer("masked_is_zero", run("masked-multi-head", { maskFill: -5 }));
    const hidden = rowNamed(weak, "right").mark?.cells ?? [];
    expect(weak.shown.facts["left"]).toBeGreaterThan(0.001);
    expect(weak.shown.facts["left"]).toBeCloseTo(
      sum(hidden.map((key) => cellsNamed(weak, "right")[key] ?? 0)),
      6,
    );
  });

  test("√d_k: is shown only where all heads together are as wide as the model", () => {
    expect(answer("sqrt_d_model", run("multi-head", { dModel: 8, numHeads: 2 })).isOwn).toBe(true);
    const wide = { dModel: 8, numHeads: 2, dAttention: 16 };
    expect(answer("sqrt_d_model", run("multi-head", wide)).isOwn).toBe(false);
  });

  test("eval(): is shown only where the padding is at the end of every sentence", () => {
    expect(answer("eval_mode", run("masked-multi-head", { sequences: LEFT_PADDED })).isOwn).toBe(false);
    const right = answer(
      "eval_mode",
      run("masked-multi-head", {
        sequences: [
          [5, 7, 0, 0],
          [3, 4, 5, 0],
        ],
      }),
    );
    expect(right).toMatchObject({
      isOwn: true,
      shown: { facts: { length: 3, longer: 6, rows: 8, count: 3 } },
    });
    expect(cellsNamed(right, "lengths")).toEqual([2, 3]);
  });

  test("the same seed: is compared with one beside it, also for the largest seed", () => {
    const largest = run("masked-multi-head", { seed: Number.MAX_SAFE_INTEGER });
    expect(answer("other_numbers", largest).shown.facts).toMatchObject({
      ...{ seed: "9007199254740991", other: "9007199254740990" },
    });
    expect(answer("dropout", largest).shown.facts).toMatchObject({ seed: "9007199254740991" });
    expect(answer("other_numbers", masked).shown.facts).toMatchObject({ seed: "42", other: "43" });
    const negative = run("masked-multi-head", { seed: -7 });
    expect(answer("other_numbers", negative).shown.facts).toMatchObject({ seed: "−7", other: "−6" });
  });

  test("masks: count the keys that the mask of the trace leaves open", () => {
    const { facts } = answer("true_or_false", masked).shown;
    expect(facts).toMatchObject({ mask: "mask", bit: 1, query: 0, open: 1, hidden: 9 });
    const block = openedLesson("transformer-block");
    expect(answer("true_or_false", block).shown.facts).toMatchObject({ mask: "attn_mask", bit: 0, open: 1 });
    const causal = answer("is_causal", masked);
    expect(causal.shown.facts).toMatchObject({ alone: 55, both: 52 });
    const zero = answer("masked_is_zero", masked);
    close(cellsNamed(zero, "right"), named(masked, zero.shown.facts["row"]));
    expect(zero.shown.facts["leak"]).toBeGreaterThan(0.5);
  });

  test("the mask of the source: shows weights on padding, which are 0 with the mask", () => {
    const cross = openedLesson("encoder-decoder");
    const source = answer("source_mask", cross);
    close(cellsNamed(source, "plain"), named(cross, "attention[0, 0, 0]"));
    const hidden = rowNamed(source, "masked").mark;
    expect(hidden?.cells).toHaveLength(2);
    for (const key of hidden?.cells ?? []) expect(cellsNamed(source, "masked")[key]).toBe(0);
    expect(source.shown.facts).toMatchObject({ source: "(5, 1, 10)", target: "(5, 1, 12)", count: 2 });
  });

  test("padding_idx: embeddings of zeros still get weight", () => {
    const { facts } = answer("padding_idx", masked).shown;
    expect(facts["share"]).toBeGreaterThan(0.05);
    close(cellsNamed(answer("padding_idx", masked), "key"), [...stepOf(masked, "w_k.bias").data]);
  });

  test("one token at two positions: shows equal rows, which differ between two seeds", () => {
    const repeated = answer("same_token", openedLesson("multi-head"));
    expect(cellsNamed(repeated, "first")).toEqual(cellsNamed(repeated, "second"));
    expect(cellsNamed(repeated, "firstWeights")).toEqual(cellsNamed(repeated, "secondWeights"));
    const seeds = answer("other_numbers", masked);
    expect(cellsNamed(seeds, "again")).toEqual(cellsNamed(seeds, "own"));
    for (const [i, value] of cellsNamed(seeds, "other").entries())
      expect(value).not.toBe(cellsNamed(seeds, "own")[i]);
  });

  test("dropout: shows doubled weights, or 0", () => {
    const dropped = answer("dropout", masked);
    const after = cellsNamed(dropped, "after");
    for (const [i, weight] of cellsNamed(dropped, "before").entries())
      expect([0, 2 * weight]).toContain(after[i]);
    expect(
      after.filter((_, i) => rowNamed(dropped, "after").mark?.cells.includes(i)).every((x) => x === 0),
    ).toBe(true);
  });

  test("dropout: drops a weight above 0 and keeps another, and counts no masked cell", () => {
    for (const trace of [masked, ...traces])
      for (const batch of [0, 1]) {
        if (batch >= trace.spec.sequences.length) continue;
        const dropped = answer("dropout", trace, batch);
        const before = cellsNamed(dropped, "before");
        const lost = rowNamed(dropped, "after").mark?.cells ?? [];
        expect(lost.every((cell) => (before[cell] ?? 0) > 0)).toBe(true);
        expect(cellsNamed(dropped, "after").some((weight) => weight > 0)).toBe(true);
        expect(lost.length).toBeGreaterThan(0);
        const open = before.filter((weight) => weight > 0).length;
        expect(dropped.shown.facts).toMatchObject({ count: lost.length, open });
      }
  });
});

describe("the search", () => {
  const find = (language: string, query: string): ConfusionId[] => {
    const { items, search: grammar } = wordsOf(language);
    const all = CONFUSION_IDS.map((item) => {
      const { ask, terms, answer: text } = items[item];
      return { item, title: ask, terms, text };
    });
    return search(indexOf(all, grammar), query);
  };

  test.each([
    ["nan", "full_row"],
    ["NaN 기울기", "nan_gradient"],
    ["마스크 True", "true_or_false"],
    ["dim", "softmax_dim"],
    ["batch_first", "batch_first"],
    ["repeat_interleave", "mask_repeat"],
    ["sqrt", "sqrt_d_model"],
    ["드롭아웃", "dropout"],
    ["-inf", "full_row"],
    ["가중치 평균", "average_weights"],
    ["노트북", "other_numbers"],
    ["padding_idx", "padding_idx"],
  ] as const)("finds “%s” in every language", (query, id) => {
    for (const language of languages) expect(find(language, query).slice(0, 6), language).toContain(id);
  });

  test("ignores case and a word that it does not know, and finds nothing for unknown words alone", () => {
    expect(find("en", "MASK").length).toBeGreaterThan(5);
    expect(find("en", "mask zebra")).toEqual(find("en", "mask"));
    expect(find("en", "zebra")).toEqual([]);
    expect(find("ko", "  ")).toEqual([...CONFUSION_IDS]);
  });

  test("finds a Korean word while it is being typed, and with an ending", () => {
    for (const typed of ["ㅁ", "마", "맛", "마스", "마슼", "마스크", "마스크가", "마스크에서는"])
      expect(find("ko", typed), typed).toContain("true_or_false");
  });

  test.each([
    ["(5, 2, 10, 10)", [5, 2, 10, 10]],
    ["[5, 2, 10, 10]", [5, 2, 10, 10]],
    ["5x2x10x10", [5, 2, 10, 10]],
    ["5 × 2 × 10 × 10", [5, 2, 10, 10]],
    ["torch.Size([5, 2, 10, 10])", [5, 2, 10, 10]],
    ["shape: (5, 10", [5, 10]],
    ["(8,)", [8]],
    ["8", undefined],
    ["float16", undefined],
    ["view(B, H)", undefined],
    ["-1, 2", undefined],
    ["", undefined],
  ])("reads “%s” as a shape, or as words", (query, shape) => {
    expect(shapeIn(query)).toEqual(shape);
  });

  test.each([
    ["masked-multi-head", [5, 2, 10, 10], ["scores", "masked_scores", "attention"]],
    ["masked-multi-head", [5, 10, 10], ["mask"]],
    ["masked-multi-head", [5, 1, 10, 10], ["masks"]],
    ["masked-multi-head", [5, 2, 10], []],
    ["masked-multi-head", [8], ["w_q.bias", "w_k.bias", "w_v.bias", "w_0.bias"]],
  ] as const)("finds the tensors of %s with the shape %j", (lesson, shape, names) => {
    const trace = openedLesson(lesson);
    const steps = grouped(lessonNamed(lesson).steps(trace));
    expect(stepsOfShape(trace, steps, shape).map(({ id }) => id)).toEqual(names);
  });
});
