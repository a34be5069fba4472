/** The lessons as data: for every kind of trace the steps it has, in the notebook's order, each with all it needs. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { light } from "../../web/src/draw/theme.js";
import { scriptOf } from "../../web/src/lessons/code.js";
import type { LessonStep } from "../../web/src/lessons/lesson.js";
import { lessonNames, lessons, taughtLesson } from "../../web/src/lessons/lessons.js";
import type { LessonName, LessonSpec, Op, Step, Trace } from "../../web/src/module/types.js";

const korean = JSON.parse(readFileSync(new URL("../../web/locales/ko.json", import.meta.url), "utf8"));

/** A trace with every name, op and shape that the contract gives this spec; all its numbers are 0. */
function traceOf(overrides: Partial<LessonSpec> & { lesson: LessonName }): Trace {
  const crossed = overrides.lesson === "encoder-decoder";
  const spec: Required<LessonSpec> = {
    sequences: [[1, 2, 3], [4]],
    target: crossed
      ? [
          [5, 6],
          [7, 8, 9, 1],
        ]
      : null,
    padId: 0,
    vocabSize: 10,
    dModel: 8,
    numHeads: 2,
    seed: 42,
    mask: crossed ? null : { padding: true, causal: true },
    maskFill: -1e12,
    bias: true,
    outputProjection: true,
    dAttention: null,
    positionalEncoding: false,
    feedForward: null,
    layerNorm: null,
    ...overrides,
  };
  const source = crossed ? "S" : "L";
  const target = crossed ? "T" : "L";
  const width = spec.dAttention ?? spec.dModel;
  const a = spec.dAttention === null ? "D" : "A";
  const longest = (rows: readonly (readonly number[])[]): number =>
    Math.max(...rows.map((row) => row.length));
  const sourceLength = longest(spec.sequences);
  const sizes: Record<string, number> = {
    "1": 1,
    B: spec.sequences.length,
    L: sourceLength,
    S: sourceLength,
    T: longest(spec.target ?? spec.sequences),
    H: spec.numHeads,
    D: spec.dModel,
    K: width / spec.numHeads,
    A: width,
    V: spec.vocabSize,
  };
  const steps: Step[] = [];
  const add = (name: string, op: Op, inputs: readonly string[], axes: string): void => {
    const shape = [...axes].map((letter) => sizes[letter] ?? 1);
    const data = new Float32Array(shape.reduce((x, y) => x * y, 1));
    steps.push({ name, op, inputs, axes: [...axes], shape, dtype: "float32", data });
  };
  add("embedding.weight", "normal", [], "VD");
  const layers = ["w_q", "w_k", "w_v", ...(spec.outputProjection ? ["w_0"] : [])];
  for (const layer of layers) {
    add(`${layer}.weight`, "uniform", [], layer === "w_0" ? `D${a}` : `${a}D`);
    if (spec.bias) add(`${layer}.bias`, "uniform", [], layer === "w_0" ? "D" : a);
  }
  add("ids", "pad", [], `B${source}`);
  add("embedding", "embedding", ["ids", "embedding.weight"], `B${source}D`);
  if (crossed) {
    add("target_ids", "pad", [], "BT");
    add("target_embedding", "embedding", ["target_ids", "embedding.weight"], "BTD");
  }
  const padding = spec.mask?.padding === true;
  const causal = spec.mask?.causal === true;
  if (padding) add("padding_mask", "not_equal", ["ids"], `B1${source}`);
  if (causal) add("nopeak_mask", "tril", [], `1${target}${source}`);
  if (padding && causal) add("mask", "logical_and", ["padding_mask", "nopeak_mask"], `B${target}${source}`);
  else if (padding) add("mask", "view", ["padding_mask"], `B1${source}`);
  else if (causal) add("mask", "view", ["nopeak_mask"], `1${target}${source}`);
  const biased = (layer: string): string[] => [`${layer}.weight`, ...(spec.bias ? [`${layer}.bias`] : [])];
  const lengths = { q: target, k: source, v: source };
  for (const [name, length] of Object.entries(lengths)) {
    const input = name === "q" && crossed ? "target_embedding" : "embedding";
    add(name, "linear", [input, ...biased(`w_${name}`)], `B${length}${a}`);
  }
  for (const [name, length] of Object.entries(lengths)) add(`${name}_split`, "view", [name], `B${length}HK`);
  for (const [name, length] of Object.entries(lengths)) {
    add(`${name}_heads`, "transpose", [`${name}_split`], `BH${length}K`);
  }
  const table = `BH${target}${source}`;
  add("scores", "scaled_dot_product", ["q_heads", "k_heads"], table);
  const masked = padding || causal;
  if (masked) add("masked_scores", "masked_fill", ["scores", "mask"], table);
  add("attention", "softmax", [masked ? "masked_scores" : "scores"], table);
  add("values", "weighted_sum", ["attention", "v_heads"], `BH${target}K`);
  add("values_merged", "transpose", ["values"], `B${target}HK`);
  add("concat", "view", ["values_merged"], `B${target}${a}`);
  if (spec.outputProjection) add("output", "linear", ["concat", ...biased("w_0")], `B${target}D`);
  return { spec, steps };
}

const stepsOf = (trace: Trace): readonly LessonStep[] => taughtLesson(trace.spec.lesson).steps(trace);
const idsOf = (trace: Trace): string[] => stepsOf(trace).map((step) => step.id);

const square = { sequences: [[1, 2], [3]], target: [[4], [5, 6]] };
const VARIATIONS: Readonly<Record<string, Trace>> = {
  masked: traceOf({ lesson: "masked-multi-head" }),
  "padding mask only": traceOf({ lesson: "masked-multi-head", mask: { padding: true, causal: false } }),
  "causal mask only": traceOf({ lesson: "masked-multi-head", mask: { padding: false, causal: true } }),
  "no mask": traceOf({ lesson: "masked-multi-head", mask: null }),
  "no bias": traceOf({ lesson: "masked-multi-head", bias: false }),
  "no output projection": traceOf({ lesson: "masked-multi-head", outputProjection: false }),
  "another width": traceOf({ lesson: "masked-multi-head", dAttention: 4, maskFill: "-inf" }),
  "an empty sentence": traceOf({ lesson: "masked-multi-head", sequences: [[], [1, 2]], maskFill: -3.5 }),
  "encoder-decoder": traceOf({ lesson: "encoder-decoder" }),
  "encoder-decoder, padding mask": traceOf({ lesson: "encoder-decoder", mask: { padding: true } }),
  "encoder-decoder, causal mask": traceOf({ lesson: "encoder-decoder", mask: { causal: true }, ...square }),
  "encoder-decoder, both masks": traceOf({
    lesson: "encoder-decoder",
    mask: { padding: true, causal: true },
    ...square,
  }),
};
const variations = Object.entries(VARIATIONS);
const variation = (name: string): Trace => VARIATIONS[name] as Trace;

const LAYERS = ["w_q", "w_k", "w_v", "w_0"].flatMap((layer) => [`${layer}.weight`, `${layer}.bias`]);
const HEADS = ["q", "k", "v", "q_split", "k_split", "v_split", "q_heads", "k_heads", "v_heads"];
const MASKED_MULTI_HEAD = [
  ...["ids", "embedding.weight", "embedding", "padding_mask", "nopeak_mask", "mask"],
  ...LAYERS,
  ...HEADS,
  ...["scores", "masks", "masked_scores", "attention", "values", "values_merged", "concat", "output"],
];
const ENCODER_DECODER = [
  ...["ids", "embedding.weight", "embedding", "target_ids", "target_embedding"],
  ...LAYERS,
  ...HEADS,
  ...["scores", "attention", "values", "values_merged", "concat", "output"],
];

describe("which steps", () => {
  test("the lessons by name", () => {
    expect(lessonNames).toEqual(["masked-multi-head", "encoder-decoder"]);
    for (const name of lessonNames) expect(lessons[name].name).toBe(name);
    expect(() => taughtLesson("multi-head")).toThrow(/lesson.*multi-head.*encoder-decoder/);
  });

  test("in the notebook's order", () => {
    expect(idsOf(variation("masked"))).toEqual(MASKED_MULTI_HEAD);
    expect(idsOf(variation("encoder-decoder"))).toEqual(ENCODER_DECODER);
  });

  test.each(variations)(
    "%s: every step of the trace once, and the bridge where there is a mask",
    (_, trace) => {
      const bridge = trace.steps.some((step) => step.name === "mask") ? ["masks"] : [];
      expect(idsOf(trace).sort()).toEqual([...trace.steps.map((step) => step.name), ...bridge].sort());
    },
  );

  test("only those that the trace has", () => {
    expect(idsOf(variation("no mask"))).not.toEqual(expect.arrayContaining(["masks"]));
    expect(idsOf(variation("no bias")).some((id) => id.endsWith(".bias"))).toBe(false);
    expect(idsOf(variation("no output projection")).at(-1)).toBe("concat");
  });

  test.each(variations)("%s: the chapters follow each other", (_, trace) => {
    const chapters = stepsOf(trace).map((step) => step.chapter);
    const order = ["data", "masks", "projections", "heads", "attention", "output"];
    expect(chapters).toEqual([...chapters].sort((x, y) => order.indexOf(x) - order.indexOf(y)));
  });
});

describe("the stage", () => {
  test("shows the step of the trace that it is given", () => {
    const [trace, later] = [variation("masked"), traceOf({ lesson: "masked-multi-head", dModel: 4 })];
    for (const step of stepsOf(trace)) {
      if (step.id !== "masks") expect(step.stage(trace)).toBe(trace.steps.find((s) => s.name === step.id));
      expect(step.stage(later).name).toBe(step.id);
    }
    expect(
      stepsOf(trace)
        .find((step) => step.id === "q")
        ?.stage(later).shape,
    ).toEqual([2, 3, 4]);
  });

  test.each([
    ["masked", ["B", "1", "L", "L"], [2, 1, 3, 3]],
    ["causal mask only", ["1", "1", "L", "L"], [1, 1, 3, 3]],
    ["encoder-decoder, padding mask", ["B", "1", "1", "S"], [2, 1, 1, 3]],
  ])("%s: masks is mask with an axis of size 1", (name, axes, shape) => {
    const trace = variation(name);
    const masks = stepsOf(trace)
      .find((step) => step.id === "masks")
      ?.stage(trace);
    expect(masks).toMatchObject({ name: "masks", op: "unsqueeze", inputs: ["mask"], axes, shape });
    expect(masks?.data).toBe(trace.steps.find((step) => step.name === "mask")?.data);
  });
});

describe("the words", () => {
  const used = new Set(variations.flatMap(([, trace]) => stepsOf(trace).map((step) => step.words)));

  test("exist for every step, and none is left over", () => {
    expect([...used].sort()).toEqual(Object.keys(korean.steps).sort());
  });

  test.each(variations)("%s: every placeholder has its name", (_, trace) => {
    for (const step of stepsOf(trace)) {
      const text = Object.values(korean.steps[step.words] as Record<string, string>).join(" ");
      for (const [, key = ""] of text.matchAll(/\{(\w+)\}/g)) {
        expect(step.names?.[key], `${step.words}: {${key}}`).toMatch(/./);
      }
    }
  });

  test("say what is true of this trace", () => {
    const wordsOf = (name: string): Record<string, string> =>
      Object.fromEntries(stepsOf(variation(name)).map((step) => [step.id, step.words]));
    expect(wordsOf("padding mask only").mask).toBe("mask_single");
    expect(wordsOf("causal mask only").masks).toBe("masks_shared");
    expect(wordsOf("no mask").attention).toBe("attention_unmasked");
    expect(wordsOf("encoder-decoder").attention).toBe("cross_attention");
    expect(wordsOf("encoder-decoder, padding mask").attention).toBe("attention");
  });

  test("write a fill as it is typed, with a true minus sign", () => {
    const fillOf = (name: string): string | undefined => stepsOf(variation(name))[0]?.names?.fill;
    expect(fillOf("masked")).toBe("−1e12");
    expect(fillOf("another width")).toBe("−inf");
    expect(fillOf("an empty sentence")).toBe("−3.5");
  });
});

describe("the code", () => {
  test.each(variations)(
    "%s: each step stands in a short paragraph of the script, its lines marked",
    (_, trace) => {
      const script = scriptOf(trace);
      let reached = -1;
      for (const { id, code, current } of stepsOf(trace)) {
        expect(code.length, id).toBeGreaterThanOrEqual(2);
        expect(code.length, id).toBeLessThanOrEqual(6);
        expect(current.length, id).toBeGreaterThan(0);
        for (const line of current) expect(code[line], id).toMatch(/\S/);
        const at = script.indexOf(`${code.join("\n")}\n`);
        expect(at, `${id} is a part of the script`).toBeGreaterThanOrEqual(0);
        const place = script.slice(0, at).split("\n").length + Math.min(...current);
        expect(place, `${id} comes after the step before it`).toBeGreaterThanOrEqual(reached);
        reached = place;
      }
    },
  );

  test.each(variations)("%s: fits beside the stage and speaks of this trace alone", (_, trace) => {
    const script = scriptOf(trace);
    for (const { id, code } of stepsOf(trace))
      for (const line of code) expect(line.length, `${id}: ${line}`).toBeLessThanOrEqual(53);
    expect(script).not.toMatch(/undefined|null|NaN|# \(\)/);
    expect(script).toContain(`torch.manual_seed(${trace.spec.seed})`);
  });

  test("follows the switches", () => {
    expect(scriptOf(variation("no bias"))).toContain("nn.Linear(d_model, d_model, bias=False)");
    expect(scriptOf(variation("no mask"))).toContain("attention = scores.softmax(dim=-1)");
    expect(scriptOf(variation("masked"))).toContain("masked_fill(~masks, -1e12)");
    expect(scriptOf(variation("another width"))).toContain("masked_fill(~masks, -math.inf)");
    expect(scriptOf(variation("another width"))).toContain("w_0 = nn.Linear(d_attention, d_model)");
    expect(scriptOf(variation("causal mask only"))).toContain("mask = nopeak_mask");
    expect(scriptOf(variation("encoder-decoder"))).toContain("q = w_q(target_embedding)");
  });
});

const CORE = new Set(
  "mi mn mo mtext mspace mrow mfrac msqrt msub msup msubsup munder mtable mtr mtd".split(" "),
);
const CHILDREN: Readonly<Record<string, number>> = { mfrac: 2, msub: 2, msup: 2, munder: 2, msubsup: 3 };

/** Reads MathML strictly: every element closed, known to MathML Core, with as many children as it takes. */
function checkMath(source: string): void {
  const open: { name: string; children: number }[] = [{ name: "math", children: 0 }];
  for (const [, close, name = "", attributes = ""] of source.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
    if (!close) {
      expect(CORE.has(name), name).toBe(true);
      expect(attributes).not.toMatch(/style=|on\w+=/);
      const parent = open.at(-1);
      if (parent) parent.children += 1;
      open.push({ name, children: 0 });
    } else {
      const closed = open.pop();
      expect(closed?.name).toBe(name);
      const wanted = CHILDREN[name];
      if (wanted !== undefined) expect(closed?.children, name).toBe(wanted);
    }
  }
  expect(open.map((element) => element.name)).toEqual(["math"]);
}

describe("the formula", () => {
  test.each(variations)("%s: is MathML Core with axes in the theme's colours", (_, trace) => {
    for (const step of stepsOf(trace)) {
      expect(step.formula, step.id).toMatch(/^<m/);
      checkMath(step.formula);
      expect(step.formula, step.id).not.toMatch(/undefined|NaN|<mtext class="name"><\/mtext>/);
      for (const [, letter = ""] of step.formula.matchAll(/axis-(\w+)/g))
        expect(light.axes, step.id).toHaveProperty(letter);
    }
  });

  test("colours the letters of this lesson", () => {
    const formulaOf = (name: string, id: string): string =>
      stepsOf(variation(name)).find((step) => step.id === id)?.formula ?? "";
    expect(formulaOf("masked", "scores")).toContain('class="axis-L"');
    expect(formulaOf("encoder-decoder", "scores")).toContain('class="axis-T"');
    expect(formulaOf("encoder-decoder", "scores")).toContain('class="axis-S"');
    expect(formulaOf("encoder-decoder", "scores")).not.toContain('class="axis-L"');
    expect(formulaOf("masked", "masked_scores")).toContain("<msup><mn>10</mn><mn>12</mn></msup>");
    expect(formulaOf("another width", "masked_scores")).toContain("∞");
  });
});
