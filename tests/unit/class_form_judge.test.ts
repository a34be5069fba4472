/**
 * The gaps of the forward functions: an answer is judged by its effect on the lesson's tensors, not by how it is written. The
 * feedback on a wrong answer has the lesson's own sizes. Errors are PyTorch's, word for word.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasStep } from "../../web/src/draw/tensor_view.js";
import { parseArguments } from "../../web/src/lessons/class_form/expression.js";
import { gapsOf, judgeGap, passagesOf } from "../../web/src/lessons/class_form/gaps.js";
import type { FeedbackKey, Verdict } from "../../web/src/lessons/class_form/verdict.js";
import { openingSpec } from "../../web/src/lessons/lessons.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import type { GapName } from "../../web/src/module/py_torch/python.js";
import type { LessonName, LessonSpec, Trace } from "../../web/src/module/types.js";
import { specs } from "../module/arbitraries.js";
import { hu } from "./core.js";

const traceOf = (lesson: LessonName, change: Partial<LessonSpec> = {}): Trace =>
  hu.run({ ...openingSpec(lesson), ...change }) as Trace;
const judged = (trace: Trace, gap: GapName, text: string) => judgeGap(hu, trace, gap, text);

const factsOf = (verdict: Verdict): Readonly<Record<string, number>> =>
  ("facts" in verdict ? verdict.facts : {}) as Readonly<Record<string, number>>;

/** The text that the class has in the gap. */
function ownAnswer(trace: Trace, gap: GapName): string {
  for (const { parts } of passagesOf(trace).flatMap(({ lines }) => lines))
    for (const part of parts) if (typeof part !== "string" && part.gap === gap) return part.right;
  throw new Error(`no gap ${gap}`);
}

const plain = traceOf("multi-head");
const masked = traceOf("masked-multi-head");
const crossed = traceOf("encoder-decoder");
const one = traceOf("masked-self-attention");
const block = traceOf("transformer-block");
const crossedMasked = traceOf("encoder-decoder", { mask: { padding: true } });

const AXES_1_2 = ["1, 2", "2, 1", "1,2", " -3 , -2 ", "2, -3", "dim0=1, dim1=2"];
const LAST_TWO = ["-2, -1", "-1, -2", "2, 3", "3, 2", "-1, 2"];
const LAST = ["-1", "3", "dim=-1", "dim = 3", "2 + 1"];

const ACCEPTED: readonly [Trace, GapName, readonly string[]][] = [
  [
    plain,
    "split",
    [
      "-1, self.num_heads, self.d_k",
      "-1, 2, 4",
      "2 * B, 2, 4",
      "q.size(1), 2, self.d_model // self.num_heads",
      "-1, 2, q.shape[-1] // 2",
      "20, -1, 4",
      "-1,2,4,",
    ],
  ],
  [plain, "heads", AXES_1_2],
  [plain, "keys", LAST_TWO],
  [
    plain,
    "scale",
    [
      "self.d_k",
      "4",
      "4.0",
      "q.size(-1)",
      "k.shape[-1]",
      "self.d_model / self.num_heads",
      "2 ** 2",
      "(self.d_model // self.num_heads)",
    ],
  ],
  [plain, "dim", LAST],
  [plain, "merge", AXES_1_2],
  [masked, "mask_axis", ["1", "-3", "dim=1"]],
  [
    masked,
    "fill",
    [
      "-1e12",
      "−1e12",
      "-1e9",
      "-1e4",
      "-math.inf",
      "float('-inf')",
      'float("-inf")',
      "-float('inf')",
      "torch.finfo(scores.dtype).min",
      "torch.finfo(torch.float32).min",
      "-10**9",
    ],
  ],
  [masked, "concat", ["self.d_model", "8", "2 * self.d_k", "self.num_heads * self.d_k"]],
  [crossed, "split", ["-1, self.num_heads, self.d_k", "-1, 2, 4"]],
  [
    crossed,
    "call",
    [
      "target_embedding, embedding, embedding",
      "q=target_embedding,k=embedding,v=embedding",
      "v=embedding, k=embedding, q=target_embedding",
      "target_embedding, v = embedding, k = embedding",
    ],
  ],
  [crossedMasked, "mask_axis", ["1", "2", "-2", "-3"]],
  [one, "keys", ["-2, -1", "1, 2", "2, 1", "-1, 1"]],
  [one, "scale", ["k.size(-1)", "4", "q.size(2)"]],
  [one, "dim", ["-1", "2"]],
  [one, "of", ["v", " v "]],
  [one, "size", ["1", "-2"]],
  [block, "ignore", ["mask", "mask == 1", "mask==True", "mask != 0", "(mask)", "mask.bool()"]],
  [block, "mask_axis", ["1", "-3"]],
  [block, "channels", ["1, 2", "-1, -2", "2, 1", "1, -1"]],
];

const accepted = ACCEPTED.flatMap(([trace, gap, answers]) =>
  answers.map((answer) => ({ lesson: trace.spec.lesson, gap, answer, trace })),
);
test.each(accepted)("$lesson, $gap: accepts $answer", ({ trace, gap, answer }) => {
  expect(judged(trace, gap, answer)).toMatchObject({ right: true });
});

/** The names of the lesson's sentences mean the same; the code's own are said with it. */
test.each<[Trace, GapName, string, string]>([
  [plain, "scale", "d_k", "self.d_k"],
  [plain, "split", "-1, num_heads, d_k", "-1, self.num_heads, self.d_k"],
  [one, "scale", "d_k", "k.size(-1)"],
  [masked, "fill", "-inf", "-1e12"],
])("a name of the lesson is right, and the code's own is said (%#)", (trace, gap, answer, wants) => {
  expect(judged(trace, gap, answer)).toMatchObject({
    right: true,
    feedback: "lesson_words",
    facts: { wants },
  });
});

const unnamed = (name: string): string => `NameError: name '${name}' is not defined`;
const invalid = (shape: string, size: number): string =>
  `RuntimeError: shape '[${shape}]' is invalid for input of size ${size}`;
const mismatch = (a: number, b: number, axis: number): string =>
  `RuntimeError: The size of tensor a (${a}) must match the size of tensor b (${b}) at non-singleton dimension ${axis}`;
const batches = (wants: string, got: string): string =>
  `RuntimeError: Expected size for first two dimensions of batch2 tensor to be: [${wants}] but got: [${got}].`;
const INFERRED = "RuntimeError: only one dimension can be inferred";
const OUT_OF_RANGE = "IndexError: Dimension out of range (expected to be in range of [-4, 3], but got 4)";
const OVERFLOW = "RuntimeError: value cannot be converted to type float without overflow";

type Refused = readonly [answer: string, feedback: FeedbackKey, facts?: object, error?: string];
const REFUSED: readonly [Trace, GapName, readonly Refused[]][] = [
  [
    plain,
    "split",
    [
      ["", "empty"],
      ["-1, heads, 4", "unread", { got: "-1, heads, 4" }],
      ["L, self.num_heads, self.d_k", "unread", { got: "L, self.num_heads, self.d_k" }, unnamed("L")],
      ["-1, 2, self.d_model / 2", "float", { got: 4 }],
      ["self.num_heads, -1, self.d_k", "split_heads", { got: [10, 2, 20, 4] }],
      ["-1, self.d_k, self.num_heads", "split_shape", { got: [10, 20, 4, 2], want: [10, 20, 2, 4] }],
      ["20, 2, 3", "split_size", { count: 1600 }, invalid("10, 20, 2, 3", 1600)],
      ["-1, -1, 4", "split_size", {}, INFERRED],
    ],
  ],
  [
    plain,
    "heads",
    [
      ["1", "count", { wants: 2, got: 1 }],
      ["1, 1", "same_axes", { got: [10, 20, 2, 4] }],
      ["2, 3", "heads_shape", { got: [10, 20, 4, 2], want: [10, 2, 20, 4] }],
      ["1, 4", "range", { axis: 4 }, OUT_OF_RANGE],
    ],
  ],
  [
    plain,
    "keys",
    [
      ["1, 2", "keys_error", { k: [10, 20, 2, 4] }, mismatch(2, 20, 1)],
      ["1, 1", "keys_error", {}, batches("20, 4", "20, 20")],
    ],
  ],
  [
    plain,
    "scale",
    [
      ["self.d_model", "scale_slip", { got: 8, want: 4 }],
      ["0", "scale_zero"],
      ["-self.d_k", "scale_negative", { got: -4 }, "ValueError: math domain error"],
    ],
  ],
  [
    plain,
    "dim",
    [
      ["-2", "dim_columns", { size: 20 }],
      ["1", "dim_heads", { size: 2 }],
      ["0", "dim_batch", { size: 10 }],
      ["4", "range", { axis: 4 }, OUT_OF_RANGE],
      ["1.0", "float"],
    ],
  ],
  [plain, "merge", [["2, 3", "merge_shape", { got: [10, 2, 4, 20] }]]],
  [
    masked,
    "mask_axis",
    [
      ["0", "mask_error", { got: [1, 5, 10, 10] }, mismatch(5, 2, 1)],
      ["2", "mask_error", { got: [5, 10, 1, 10] }, mismatch(10, 2, 1)],
      ["4", "range", { axis: 4 }],
    ],
  ],
  [
    masked,
    "fill",
    [
      ["0", "fill_leak"],
      ["1e12", "fill_leak", { weight: expect.closeTo(1) }],
      ["math.inf", "fill_nan"],
      ["-1e40", "fill_overflow", {}, OVERFLOW],
    ],
  ],
  [
    masked,
    "concat",
    [
      ["self.num_heads * d_model", "concat_shape"],
      ["self.d_k", "concat_shape", { got: [5, 20, 4], want: [5, 10, 8] }],
      ["7", "concat_size", {}, invalid("5, -1, 7", 400)],
      ["-1", "concat_size", {}, INFERRED],
    ],
  ],
  [
    crossed,
    "split",
    [["q.size(1), self.num_heads, self.d_k", "split_keys", { q: 12, k: 10 }, invalid("5, 12, 2, 4", 400)]],
  ],
  [
    crossed,
    "call",
    [
      ["embedding, embedding, embedding", "call_rows", { got: [5, 10, 8], want: [5, 12, 8] }],
      ["embedding, target_embedding, target_embedding", "call_turned", { got: [5, 10, 8] }],
      ["target_embedding, target_embedding, target_embedding", "call_source"],
      ["target_embedding, embedding, target_embedding", "call_error", {}, batches("10, 10", "10, 12")],
      ["target, embedding, embedding", "call_names", { got: "target" }],
      ["v=embedding, q=embedding, k=target_embedding", "call_error"],
      ["q=target_embedding, q=embedding, v=embedding", "unread"],
      ["q=target_embedding, embedding, embedding", "unread"],
    ],
  ],
  [
    crossedMasked,
    "call",
    [["target_embedding, target_embedding, target_embedding", "call_mask", {}, mismatch(10, 12, 3)]],
  ],
  [
    one,
    "scale",
    [
      ["d_attention", "unread", {}, unnamed("d_attention")],
      // d_attention, the number of tokens and four axes of the comments have the same size here.
      ["L", "unread", { got: "L" }, unnamed("L")],
      ["A", "unread", { got: "A" }, unnamed("A")],
    ],
  ],
  [one, "dim", [["-2", "dim_columns", { size: 4 }]]],
  [
    one,
    "of",
    [
      ["k", "of_other", { name: "k", got: [1, 4, 4] }],
      ["x", "of_shape", { got: [1, 4, 8] }],
    ],
  ],
  [
    one,
    "size",
    [
      ["2", "size_error", { got: 8, tokens: 4 }, mismatch(8, 4, 2)],
      ["0", "size_open", { got: 1, tokens: 4 }],
      ["3", "range", { axis: 3 }],
    ],
  ],
  [
    block,
    "ignore",
    [
      ["~mask", "ignore_inverted"],
      ["mask == 0", "ignore_inverted"],
      ["not mask", "unread"],
      ["masks", "unread", { got: "masks" }],
    ],
  ],
  [
    block,
    "channels",
    [
      ["0, 1", "channels_error", { wants: 8 }],
      ["1, 1", "same_axes", { got: [2, 8, 8] }],
    ],
  ],
];
const refused = REFUSED.flatMap(([trace, gap, all]) =>
  all.map(([answer, feedback, facts = {}, error]) => {
    const verdict = { right: false, feedback, facts, ...(error === undefined ? {} : { error }) };
    return { lesson: trace.spec.lesson, gap, answer, trace, verdict };
  }),
);

describe("a wrong answer", () => {
  test("may use an attribute only if the class has it", () => {
    expect(judged(one, "scale", "self.d_k")).toMatchObject({ right: false, feedback: "unread" });
    expect(judged(plain, "scale", "self.d_k")).toMatchObject({ right: true });
  });

  test("may use only the sizes that its own class keeps", () => {
    const wide = traceOf("masked-multi-head", { dAttention: 4 });
    for (const [trace, kept, missing] of [
      [masked, "d_model", "d_attention"],
      [wide, "d_attention", "d_model"],
    ] as const) {
      expect(judged(trace, "concat", `self.${kept}`)).toMatchObject({ right: true });
      expect(judged(trace, "concat", `self.${missing}`)).toMatchObject({ feedback: "unread" });
    }
    // The class of the scores is a class of its own in the block, and keeps d_k alone.
    expect(judged(plain, "scale", "self.d_model // self.num_heads")).toMatchObject({ right: true });
    expect(judged(block, "scale", "self.d_model // self.num_heads")).toMatchObject({ feedback: "unread" });
    expect(judged(block, "scale", "self.d_k")).toMatchObject({ right: true });
  });

  test("may use only the tensors that its own forward function has by then", () => {
    expect(judged(plain, "split", "x.size(1), 2, 4")).toMatchObject({ feedback: "unread" });
    expect(judged(plain, "split", "scores.size(-1), 2, 4")).toMatchObject({ feedback: "unread" });
    expect(judged(plain, "split", "k.size(1), 2, 4")).toMatchObject({ right: true });
    expect(judged(one, "scale", "x.size(-1) // 2")).toMatchObject({ right: true });
    // The heads stand after the tokens by then.
    expect(judged(masked, "concat", "values.size(2) * concat.size(-1)")).toMatchObject({ right: true });
  });

  test.each(refused)(
    "$lesson, $gap: $answer gets feedback on its effect",
    ({ trace, gap, answer, verdict }) => {
      expect(judged(trace, gap, answer)).toMatchObject(verdict);
    },
  );

  test("gets feedback on the row with the largest effect", () => {
    const slip = judged(masked, "fill", "0");
    expect(slip).toMatchObject({ facts: { row: expect.stringMatching(/^attention\[\d, \d, \d\]$/) } });
    const { weight = 0 } = factsOf(slip);
    expect(weight).toBeGreaterThan(0.5);
    const { sum = 1 } = factsOf(judged(masked, "dim", "-2"));
    expect(Math.abs(sum - 1)).toBeGreaterThan(0.5);
  });

  test("is recognised where sizes agree by accident", () => {
    const square = traceOf("masked-self-attention", { sequences: [[1, 2, 3, 4, 5, 6, 7, 8]] });
    expect(judged(square, "size", "2")).toMatchObject({ right: true, feedback: "size_accident" });
    const asLong = traceOf("multi-head", { sequences: [[1, 2, 3, 4]], dModel: 8, numHeads: 2 });
    expect(judged(asLong, "keys", "1, 1")).toMatchObject({ right: false });
    expect(judged(asLong, "keys", "3, 3")).toMatchObject({ right: false, feedback: "same_shape" });
    const oneHead = traceOf("multi-head", { numHeads: 1 });
    expect(judged(oneHead, "merge", "1, 1")).toMatchObject({ right: true, feedback: "merge_accident" });
    expect(judged(oneHead, "merge", "2, 3")).toMatchObject({ right: false });
    expect(judged(oneHead, "merge", "0.5, 1")).toMatchObject({ right: false, feedback: "float" });
    // A padding mask alone has one row for all queries: the axis may stand before or after it.
    const padding = traceOf("masked-multi-head", { mask: { padding: true, causal: false } });
    expect(judged(padding, "mask_axis", "2")).toMatchObject({ right: true });
  });

  test("is right by accident where the mask's new axis fits only these sentences", () => {
    const asManyAsHeads = traceOf("transformer-block", {
      sequences: [
        [5, 6, 7],
        [8, 9, 10],
      ],
    });
    const accident = { right: true, feedback: "mask_axis_accident", facts: { got: [1, 2, 3, 3] } };
    expect(judged(asManyAsHeads, "mask_axis", "0")).toMatchObject(accident);
    expect(judged(asManyAsHeads, "mask_axis", "1")).not.toHaveProperty("feedback");
    for (const axis of ["1", "2"])
      expect(judged(crossedMasked, "mask_axis", axis)).not.toHaveProperty("feedback");
  });

  test("is told apart from one that leaves masked keys some weight", () => {
    const weak = traceOf("masked-multi-head", { maskFill: -5 });
    const row = expect.stringMatching(/^attention\[\d, \d, \d\]$/);
    for (const answer of ["-1e9", "-4"])
      expect(judged(weak, "fill", answer)).toMatchObject({
        right: false,
        feedback: "fill_other",
        facts: { row },
      });
    expect(judged(weak, "fill", "-5")).toMatchObject({ right: true });
    const unpadded = traceOf("transformer-block", {
      sequences: [
        [5, 6, 7],
        [8, 9, 10],
      ],
      mask: { padding: true, causal: false },
    });
    expect(judged(unpadded, "ignore", "~mask")).toMatchObject({ right: false, feedback: "fill_other" });
    expect(judged(block, "ignore", "~mask")).toMatchObject({ facts: { weight: expect.closeTo(1) } });
  });

  test("gets other feedback for a fill that gives NaN than for one that does not", () => {
    const empty = { sequences: [[1, 2], []], mask: { padding: true, causal: false } };
    const even = traceOf("masked-multi-head", empty);
    expect(judged(even, "fill", "-math.inf")).toMatchObject({ right: false, feedback: "fill_nan" });
    expect(judged(even, "fill", "-1e9")).toMatchObject({ right: true });
    const broken = traceOf("masked-multi-head", { ...empty, maskFill: "-inf" });
    expect(judged(broken, "fill", "-1e9")).toMatchObject({ right: false, feedback: "fill_even" });
    expect(judged(broken, "fill", "float('-inf')")).toMatchObject({ right: true });
  });
});

describe("every lesson", () => {
  test.each(lessonNames)("%s has four to six gaps, and the answers of its own class are right", (lesson) => {
    for (const change of [{}, { mask: null }, { mask: { padding: true, causal: false } }]) {
      const trace = traceOf(lesson, change);
      const gaps = gapsOf(trace);
      expect(gaps.length).toBeGreaterThanOrEqual(4);
      expect(gaps.length).toBeLessThanOrEqual(6);
      for (const gap of gaps)
        expect(judged(trace, gap, ownAnswer(trace, gap)), gap).toMatchObject({ right: true });
      const open = passagesOf(trace).flatMap(({ lines }) => lines.flatMap(({ parts }) => parts));
      const asked = open.flatMap((part) => (typeof part === "string" || part.isEcho ? [] : [part]));
      expect(asked.map(({ gap }) => gap).sort()).toEqual([...gaps].sort());
      expect(asked.map(({ number }) => number)).toEqual(gaps.map((_, i) => i + 1));
    }
  });

  test("the answers of its own class are right at any size and with any setting", () => {
    fc.assert(
      fc.property(specs, (spec) => {
        const trace = hu.run(spec);
        for (const gap of gapsOf(trace))
          expect(judged(trace, gap, ownAnswer(trace, gap)), `${gap} ${JSON.stringify(spec)}`).toMatchObject({
            right: true,
          });
      }),
      { numRuns: 60 },
    );
  });

  test("axes are right exactly if they have the same effect", () => {
    fc.assert(
      fc.property(specs, fc.integer({ min: -4, max: 3 }), fc.integer({ min: -4, max: 3 }), (spec, i, j) => {
        const trace = hu.run(spec);
        if (!hasStep(trace, "q_heads")) return;
        const at = (axis: number): number => (axis < 0 ? axis + 4 : axis);
        const axes = [at(i), at(j)].sort().join();
        if (axes === "1,2") expect(judged(trace, "heads", `${i}, ${j}`).right).toBe(true);
        if (axes === "2,3") expect(judged(trace, "keys", `${i}, ${j}`).right).toBe(true);
        const shape = trace.steps.find(({ name }) => name === "q_heads")?.shape ?? [];
        const allDiffer = new Set([...shape, 1]).size === 5;
        if (!allDiffer) return;
        expect(judged(trace, "heads", `${i}, ${j}`).right).toBe(axes === "1,2");
        expect(judged(trace, "keys", `${i}, ${j}`).right).toBe(axes === "2,3");
      }),
      { numRuns: 80 },
    );
  });

  test("no answer makes the judge throw", () => {
    const typed = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "-1",
        "0",
        "1e400",
        "((",
        "q.size(",
        "q.size(9)",
        "1 / 0",
        "float('x')",
        "2, , 3",
        "1,2,3,4,5",
        "-1, 0, 4",
        "1 // 0",
      ),
      fc.array(fc.integer({ min: -6, max: 12 }), { maxLength: 4 }).map(String),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(plain, masked, crossed, crossedMasked, one, block),
        typed,
        (trace, text) => {
          for (const gap of gapsOf(trace)) expect(typeof judged(trace, gap, text).right).toBe("boolean");
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("arguments", () => {
  const names = { numbers: { d_k: 4, num_heads: 2, "self.d_k": 4 }, shapes: { q: [5, 10, 8] } };
  test.each([
    ["1, 2", [1, 2]],
    ["", []],
    ["-2**2", [-4]],
    ["7 // 2, 7 / 2", [3, 3.5]],
    ["2 + 3 * (4 - 1)", [11]],
    ["self.d_k * num_heads", [8]],
    ["q.size(-1), q.shape[0]", [8, 5]],
    ["math.sqrt(d_k), int(7 / 2)", [2, 3]],
    ["-math.inf, float('inf'), float( '-1e9' )", [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, -1e9]],
    [".5, 1., 1e3", [0.5, 1, 1000]],
  ])("%s", (text, values) => {
    expect(parseArguments(text, names)?.map(({ value }) => value)).toEqual(values);
  });
  test.each([
    "x",
    "q",
    "q.size(3)",
    "self.q.size(0)",
    "self.num_heads",
    "1 2",
    "1 +",
    "(1",
    "'a'",
    "d_k()",
    "import os",
    "1;2",
    "constructor",
    "q.size(0.5)",
  ])("%s is refused", (text) => {
    expect(parseArguments(text, names)).toBeUndefined();
  });
});
