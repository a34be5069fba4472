/** A learner's weights through the packed module: in a single layer, in lessons, and back from a trace. */

import { describe, expect, test } from "vitest";
import { cellCount } from "../../web/src/module/shape.js";
import type { LessonSpec, Trace } from "../../web/src/module/types.js";
import { fixture, fixtureJson, refusal } from "../unit/weight_files.js";
import { expectClose, named } from "./compare.js";
import { imported, installed } from "./packed.js";
import { stepOf } from "./steps.js";

const module = await imported(installed());
const hu = await module.load();

/** The refusal of a call, as the packed module's own error. */
const refused = (call: () => unknown) => refusal(call, module.HeadsUpError);

const parametersOf = (trace: Trace) =>
  Object.fromEntries(
    trace.steps.filter(({ name }) => /\.(weight|bias)$/.test(name)).map((step) => [step.name, step]),
  );
const namesOf = (trace: Trace, op: string) =>
  trace.steps.filter((step) => step.op === op).map(({ name }) => name);

describe("createMultiHeadAttention with nn.MultiheadAttention's state_dict gives its outputs", () => {
  interface Case {
    readonly name: string;
    readonly key: number[][][];
    readonly keyPaddingMask: boolean[][] | null;
    readonly attnMask: boolean[][] | null;
    readonly output: (number | string)[];
  }
  const { query, cases } = fixtureJson<{ query: number[][][]; cases: Case[] }>("multihead_attention.json");

  /** PyTorch's masks, where true = ignore, as (B, T, S) where 1 = attend. */
  const maskOf = ({ key, keyPaddingMask, attnMask }: Case) =>
    key.map((keys, b) =>
      (query[b] ?? []).map((_, t) =>
        keys.map((_key, s) => Number(!keyPaddingMask?.[b]?.[s] && !attnMask?.[t]?.[s])),
      ),
    );

  test.each(cases)("$name", (one) => {
    const weights = module.readWeights(fixture("multihead_attention.safetensors"));
    const layer = hu.createMultiHeadAttention({ dModel: 8, numHeads: 2, weights });
    const mask = maskOf(one);
    const masked = mask.flat(2).includes(0);
    const output = layer.forward(query, one.key, one.key, masked ? { mask, maskFill: "-inf" } : {});
    expect(output.shape).toEqual([2, 3, 8]);
    expectClose("output", output.data, one.output);
  });

  test("reads the bytes directly, and masks with `causal`", () => {
    const weights = fixture("multihead_attention.safetensors");
    const layer = hu.createMultiHeadAttention({ dModel: 8, numHeads: 2, weights });
    const causal = cases.find(({ name }) => name.includes("causal")) ?? expect.fail("no causal case");
    const output = layer.forward(query, undefined, undefined, { causal: true, maskFill: "-inf" });
    expectClose("output", output.data, causal.output);
  });
});

const spec: LessonSpec = {
  lesson: "masked-multi-head",
  sequences: [
    [1, 4, 2],
    [3, 1],
  ],
};

describe("a lesson with given weights", () => {
  const lessons: readonly LessonSpec[] = [
    { ...spec, vocabSize: 5 },
    { ...spec, vocabSize: 5, bias: false, dAttention: 12, numHeads: 3 },
    { ...spec, lesson: "multi-head", dModel: 4, numHeads: 2, outputProjection: false },
    { lesson: "encoder-decoder" },
    { lesson: "masked-self-attention" },
    { lesson: "masked-self-attention", dAttention: null, bias: true },
    { ...spec, lesson: "transformer-block", vocabSize: 5, dModel: 6, feedForward: { dFf: 10 } },
    { ...spec, lesson: "transformer-block", vocabSize: 5, dModel: 6, layerNorm: "pre" },
    { ...spec, lesson: "transformer-block", vocabSize: 5, dModel: 6, layerNorm: "post", feedForward: null },
  ];
  test.each(lessons)("%j with another seed's weights gives that seed's numbers", (one) => {
    const theirs = hu.run({ ...one, seed: 7 });
    const trace = hu.run(one, parametersOf(theirs));
    const parameters = Object.keys(parametersOf(trace));
    expect(namesOf(trace, "given")).toEqual(parameters);
    for (const step of trace.steps.filter(({ name }) => !name.startsWith("demo_"))) {
      const want = stepOf(theirs, step.name);
      const op = parameters.includes(step.name) ? "given" : want.op;
      expect(step, step.name).toEqual({ ...want, op });
    }
  });

  test("takes its sizes from them", () => {
    const trace = hu.run(spec, module.readWeights(fixture("course.npz")));
    expect(trace.spec).toMatchObject({
      ...{ dModel: 4, vocabSize: 6, bias: true, outputProjection: true, numHeads: 2 },
    });
    expect(stepOf(trace, "output").shape).toEqual([2, 3, 4]);
  });

  test("gives the same trace from every file, parsed or not", () => {
    const text = new TextDecoder().decode(fixture("course.json"));
    const files = ["course.safetensors", "course.npz", "course_compressed.npz", "course.json"].map(fixture);
    const want = hu.run(spec, module.readWeights(text));
    for (const file of [...files, text]) expect(hu.run(spec, file)).toEqual(want);
  });

  test("can be restored from its own trace through both kinds of file", () => {
    const trace = hu.run({ ...spec, seed: 3 });
    for (const file of [module.traceToNpz(trace), module.traceToJson(trace)]) {
      const weights = module.readWeights(file);
      expect(Object.keys(weights)).toEqual(Object.keys(parametersOf(trace)));
      expect(stepOf(hu.run(spec, weights), "output")).toEqual(stepOf(trace, "output"));
    }
  });

  test("draws the parameters that are not given", () => {
    const drawn = hu.run(spec);
    const { "embedding.weight": table, ...projections } = parametersOf(hu.run({ ...spec, seed: 7 }));
    const ownTable = hu.run(spec, { "embedding.weight": table ?? [] });
    expect(namesOf(ownTable, "given")).toEqual(["embedding.weight"]);
    expect(stepOf(ownTable, "w_0.bias")).toEqual(stepOf(drawn, "w_0.bias"));
    const ownLayer = hu.run(spec, projections);
    expect(namesOf(ownLayer, "given")).toEqual(Object.keys(projections));
    expect(stepOf(ownLayer, "embedding")).toEqual(stepOf(drawn, "embedding"));
    expect(hu.run(spec, {})).toEqual(drawn);
  });

  test("reads nn.TransformerEncoderLayer as a transformer block", () => {
    const block: LessonSpec = { ...spec, lesson: "transformer-block", vocabSize: 5, layerNorm: "post" };
    const trace = hu.run(block, fixture("encoder_layer.npz"));
    expect(trace.spec).toMatchObject({ dModel: 4, feedForward: { dFf: 6 } });
    expect(namesOf(trace, "given")).toHaveLength(16);
  });

  test("explains a given number by itself, also after the core has dropped the trace", () => {
    const trace = hu.run(spec, fixture("course.json"));
    const ask = (of: Trace) => [hu.explain(of, "w_q.weight", [1, 2]), hu.explain(of, "output", [0, 1, 3])];
    const [weight, output] = ask(trace);
    expect(weight).toMatchObject({ op: "given", terms: [{ name: "weights", value: weight?.value }] });
    for (let seed = 0; seed < 20; seed++) hu.run({ ...spec, seed });
    expect(ask(trace)).toEqual([weight, output]);
    expect(ask(structuredClone(trace))).toEqual([weight, output]);
  });
});

describe("weights that do not fit", () => {
  const good = () => parametersOf(hu.run(spec));
  const zeros = (...shape: number[]) => ({ shape, data: new Float32Array(cellCount(shape)) });
  const without = (name: string) => {
    const { [name]: _, ...others } = good();
    return others;
  };
  const cases: Record<string, Record<string, readonly [call: () => unknown, ...words: string[]]>> = {
    "shape-mismatch": {
      "a size that contradicts the spec": [
        () => hu.run({ ...spec, dModel: 4 }, good()),
        "weights.embedding.weight",
        "(100, 8)",
        "(100, 4)",
      ],
      "a table of another width than the layer": [
        () => hu.run(spec, { ...good(), "embedding.weight": zeros(100, 4) }),
        "weights.w_q.weight",
      ],
      "a layer of another size": [
        () =>
          hu.createMultiHeadAttention({
            ...{ dModel: 4, numHeads: 2, weights: fixture("multihead_attention.safetensors") },
          }),
        "weights.w_q.weight",
        "(8, 8)",
        "(4, 4)",
      ],
    },
    missing: {
      "a layer without w_k": [() => hu.run(spec, without("w_k.weight")), "weights.w_k.weight"],
      "a layer without a bias": [() => hu.run(spec, without("w_v.bias")), "weights.w_v.bias"],
    },
    "unknown-weight": {
      "a bias that the spec forbids": [
        () => hu.run({ ...spec, bias: false }, good()),
        "weights.w_q.bias",
        "w_q.weight",
      ],
      "a feed-forward layer in a lesson that has none": [
        () => hu.run(spec, { "linear1.weight": zeros(3, 8) }),
        "weights.conv1.weight",
        "embedding.weight",
      ],
      "an unknown name": [() => hu.run(spec, { nope: [1] }), "weights.nope"],
      "an embedding table for a single layer": [
        () => hu.createMultiHeadAttention({ dModel: 4, numHeads: 2, weights: fixture("course.json") }),
        "weights.embedding.weight",
      ],
    },
    contradiction: {
      "two names for one parameter": [
        () => hu.run(spec, { "w_q.weight": zeros(8, 8), "attn.query.weight": zeros(8, 8) }),
        "w_q.weight",
        "attn.query.weight",
      ],
    },
    "bad-file": {
      "a damaged file": [() => hu.run(spec, fixture("course.npz").slice(0, 99)), "weights"],
      "a string that is not JSON": [() => hu.run(spec, "weights.npz"), "JSON"],
    },
    "wrong-type": {
      null: [() => hu.run(spec, null as never), "weights", "null"],
      "a null spec": [() => hu.run(null as never, good()), "spec"],
    },
  };
  test.each(named(cases))("%s", (_what, code, [call, ...words]) => {
    const error = refused(call);
    expect(error.code).toBe(code);
    for (const word of words) expect(error.message).toContain(word);
  });
});
