/** The lessons as data: the steps of every kind of trace, in the notebook's order, each with all that it needs. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { LessonStep } from "../../web/src/lessons/lesson.js";
import { lessonNamed, lessons } from "../../web/src/lessons/lessons.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import type { Trace } from "../../web/src/module/types.js";
import { traceOf, type Variation, variation, variations } from "./traces.js";

const korean = JSON.parse(readFileSync(new URL("../../web/locales/ko.json", import.meta.url), "utf8"));

const stepsOf = (trace: Trace): readonly LessonStep[] => lessonNamed(trace.spec.lesson).steps(trace);
const idsOf = (trace: Trace): string[] => stepsOf(trace).map((step) => step.id);
const has = (trace: Trace, name: string): boolean => trace.steps.some((step) => step.name === name);

const layersOf = (...names: string[]): string[] =>
  names.flatMap((name) => [`${name}.weight`, `${name}.bias`]);
const LAYERS = layersOf("w_q", "w_k", "w_v", "w_0");
const QKV = ["q", "k", "v"];
const HEADS = [...QKV.map((name) => `${name}_split`), ...QKV.map((name) => `${name}_heads`), "wrong_view"];
const MERGE = ["values_merged", "concat", "output"];
const INPUT = ["ids", "embedding.weight", "embedding"];
const MASKED = ["scores", "masks", "masked_scores", "attention", "values"];
const BLOCK_INPUT = ["pieces", ...INPUT, "position_table", "positions", "position_embedding", "input_sum"];
const WARM_UP = ["scores", "masked_scores", "attention", "values"].map((name) => `warmup_${name}`);
const IGNORE_MASKS = ["attn_dec_mask", "attn_mask", "conventions"];
const FEED_FORWARD = [...layersOf("conv1"), "ff_1", "ff_2", ...layersOf("conv2"), "ff_3"];
const norm = (name: string): string[] => [...layersOf(name), name];

const ORDER: Partial<Record<Variation, readonly string[]>> = {
  masked: [
    ...INPUT,
    ...["padding_mask", "nopeak_mask", "mask"],
    ...[...LAYERS, ...QKV, ...HEADS, ...MASKED, ...MERGE],
  ],
  "multi-head": [...INPUT, ...LAYERS, ...QKV, ...HEADS, "scores", "attention", "values", ...MERGE],
  "encoder-decoder": [
    ...[...INPUT, "target_ids", "target_embedding"],
    ...[...LAYERS, ...QKV, ...HEADS, "scores", "attention", "values", ...MERGE],
  ],
  "one head": [
    ...[...INPUT, "w_q.weight", "w_k.weight", "w_v.weight", ...QKV],
    ...["scores", "nopeak_mask", "masked_scores", "attention", "values"],
    ...["demo_scores", "demo_mask", "demo_masked_scores", "demo_attention", "generation"],
  ],
  block: [
    ...[...BLOCK_INPUT, "attn_pad_mask", ...WARM_UP, ...IGNORE_MASKS],
    ...[...LAYERS, ...QKV, ...HEADS, ...MASKED, ...MERGE, ...FEED_FORWARD],
  ],
  "block, norms before": [
    ...[...BLOCK_INPUT, "attn_pad_mask", ...WARM_UP, ...IGNORE_MASKS],
    ...[...LAYERS, ...norm("norm_1"), ...QKV, ...HEADS, ...MASKED, ...MERGE, "residual_1"],
    ...[...norm("norm_2"), ...FEED_FORWARD, "residual_2"],
  ],
  "block, norms after": [
    ...[...BLOCK_INPUT, "attn_pad_mask", ...WARM_UP, ...IGNORE_MASKS],
    ...[...LAYERS, ...QKV, ...HEADS, ...MASKED, ...MERGE, "residual_1", ...norm("norm_1")],
    ...[...FEED_FORWARD, "residual_2", ...norm("norm_2")],
  ],
};

/** The bridges that apply to this trace. */
function bridgesOf(trace: Trace): string[] {
  const { lesson, numHeads, mask } = trace.spec;
  const headed = has(trace, "q_heads");
  return [
    "opening",
    ...(headed && has(trace, "masked_scores") ? ["masks"] : []),
    ...(headed && numHeads > 1 ? ["wrong_view"] : []),
    ...(has(trace, "attn_mask") ? ["conventions"] : []),
    ...(has(trace, "position_table") ? ["pieces"] : []),
    ...(lesson === "masked-self-attention" && mask?.causal ? ["generation"] : []),
  ];
}

/** The shortest lesson leaves out a mask that equals another one. */
const isShown = (trace: Trace, { name, op }: Trace["steps"][number]): boolean =>
  !(trace.spec.lesson === "masked-self-attention" && name === "mask" && op === "view");

describe("which steps", () => {
  test("the lessons are listed by name, in the order of the course", () => {
    expect(lessonNames).toEqual([
      "masked-self-attention",
      "multi-head",
      "masked-multi-head",
      "encoder-decoder",
      "transformer-block",
    ]);
    for (const name of lessonNames) expect(lessons[name].name).toBe(name);
    expect(() => lessonNamed("multihead")).toThrow(/lesson.*multihead.*encoder-decoder/);
  });

  test.each(Object.entries(ORDER))(
    "%s: shows the opening picture, then the notebook's order, with the demonstration after what it stands for",
    (name, order) => {
      expect(idsOf(variation(name as Variation))).toEqual(["opening", ...order]);
    },
  );

  test.each(variations)("%s: has every step of the trace once, and the bridges that apply", (_, trace) => {
    const shown = trace.steps.filter((step) => isShown(trace, step)).map(({ name }) => name);
    expect(idsOf(trace).sort()).toEqual([...shown, ...bridgesOf(trace)].sort());
  });

  test.each(variations)("%s: the chapters follow each other", (_, trace) => {
    const chapters = stepsOf(trace).map((step) => step.chapter);
    const order = Object.keys(korean.chapters);
    expect(chapters).toEqual([...chapters].sort((x, y) => order.indexOf(x) - order.indexOf(y)));
  });
});

describe("the stage", () => {
  test.each(["masked", "one head", "block"] as const)(
    "%s: shows the step of the trace that it is given",
    (name) => {
      const trace = variation(name);
      const later = traceOf({ ...trace.spec, dModel: 4 });
      for (const step of stepsOf(trace)) {
        const own = trace.steps.find((s) => s.name === step.id);
        // A bridge must be the same object each time, or every update would redraw its picture.
        expect(step.stage(trace)).toBe(own ?? step.stage(trace));
        expect(step.stage(later).name).toBe(step.id);
        expect(step.stage(later).shape).toEqual(
          later.steps.find((s) => s.name === step.id)?.shape ?? expect.anything(),
        );
      }
    },
  );

  test.each([
    ["masked", "mask", ["B", "1", "L", "L"], [2, 1, 3, 3]],
    ["causal mask only", "mask", ["1", "1", "L", "L"], [1, 1, 3, 3]],
    ["encoder-decoder, padding mask", "mask", ["B", "1", "1", "S"], [2, 1, 1, 3]],
    ["block", "attn_mask", ["B", "1", "L", "L"], [2, 1, 3, 3]],
  ] as const)("%s: masks is %s with an axis of size 1", (name, mask, axes, shape) => {
    const trace = variation(name);
    const masks = stepsOf(trace)
      .find((step) => step.id === "masks")
      ?.stage(trace);
    expect(masks).toMatchObject({ name: "masks", op: "unsqueeze", inputs: [mask], axes, shape });
    expect(masks?.data).toBe(trace.steps.find((step) => step.name === mask)?.data);
  });
});

describe("the words", () => {
  const folds = lessonNames.flatMap((name) => lessons[name].known ?? []);
  const used = new Set([
    ...variations.flatMap(([, trace]) => stepsOf(trace).map((step) => step.words)),
    ...folds.map(({ words }) => words),
  ]);

  test("exist for every step, and none are unused", () => {
    expect([...used].sort()).toEqual(Object.keys(korean.steps).sort());
  });

  test.each(variations)("%s: every placeholder has its name", (_, trace) => {
    for (const step of stepsOf(trace)) {
      const text = Object.values(korean.steps[step.words] as Record<string, string>).join(" ");
      for (const [, key = ""] of text.matchAll(/\{(\w+)[|}]/g)) {
        expect(step.names?.[key], `${step.words}: {${key}}`).toMatch(/./);
      }
    }
  });

  test.each<[Variation, Record<string, string>]>([
    ["padding mask only", { mask: "mask_single" }],
    ["causal mask only", { masks: "masks_shared" }],
    ["no mask", { attention: "attention_unmasked" }],
    ["multi-head", { attention: "attention_unmasked" }],
    ["multi-head, padding mask", { attention: "attention" }],
    ["encoder-decoder", { attention: "cross_attention" }],
    ["encoder-decoder, padding mask", { attention: "attention" }],
    ["given weights", { "w_q.weight": "given", "w_q.bias": "given", "embedding.weight": "embedding_weight" }],
    [
      "designed weights",
      {
        "embedding.weight": "designed_embedding",
        "w_q.weight": "designed_w_q",
        "w_k.weight": "designed_w_k",
        "w_k.bias": "designed_bias",
        "w_v.weight": "designed_w_v",
      },
    ],
    ["one head", { ids: "one_sentence", attention: "one_head_attention", values: "one_head_values" }],
    ["one head, both masks", { attention: "attention", values: "values" }],
    ["one head, padding mask", { ids: "ids", attention: "attention", values: "values" }],
    ["one head, no mask", { attention: "attention_unmasked", values: "values" }],
    ["block", { attn_mask: "attn_mask", attention: "attention", ff_2: "gelu" }],
    ["block, padding mask", { attn_mask: "attn_mask_single", warmup_attention: "warmup_attention" }],
    ["block, causal mask", { attn_mask: "attn_mask_single", warmup_attention: "attention_unmasked" }],
    ["block, no mask", { attention: "attention_unmasked", warmup_attention: "attention_unmasked" }],
    ["block, relu", { ff_2: "relu" }],
  ])("%s: match this trace", (name, words) => {
    const all = Object.fromEntries(stepsOf(variation(name)).map((step) => [step.id, step.words]));
    expect(all).toMatchObject(words);
  });

  test.each([
    [-103, false],
    [0, false],
    [5, false],
    [-104, true],
    [-1e9, true],
    ["-inf", true],
  ] as const)("with a fill of %s, the triangle and the cache are taught: %s", (maskFill, hides) => {
    const steps = stepsOf(traceOf({ lesson: "masked-self-attention", maskFill }));
    const wordsOf = (id: string): string | undefined => steps.find((step) => step.id === id)?.words;
    expect(wordsOf("generation")).toBe(hides ? "generation" : undefined);
    expect(wordsOf("attention")).toBe(hides ? "one_head_attention" : "attention");
    expect(wordsOf("values")).toBe(hides ? "one_head_values" : "values");
  });

  test("a sum names its terms, whichever steps precede it", () => {
    const addends = (name: Variation): unknown =>
      stepsOf(variation(name))
        .filter((step) => step.words === "residual")
        .map(({ names }) => [names?.["first"], names?.["second"]]);
    expect(addends("block, norms before")).toEqual([
      ["input_sum", "output"],
      ["residual_1", "ff_3"],
    ]);
    expect(addends("block, norms after")).toEqual([
      ["input_sum", "output"],
      ["norm_1", "ff_3"],
    ]);
  });

  test("write a fill as it is typed, with a true minus sign", () => {
    const fillOf = (name: Variation): string | undefined => stepsOf(variation(name))[0]?.names?.["fill"];
    expect(fillOf("masked")).toBe("−1e12");
    expect(fillOf("another width")).toBe("−inf");
    expect(fillOf("an empty sentence")).toBe("−3.5");
  });
});
