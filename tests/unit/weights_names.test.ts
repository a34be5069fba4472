/** Maps the names and shapes of a learner's state_dict to the parameters of a lesson, and to the lesson's sizes. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cellCount } from "../../web/src/module/shape.js";
import type { LessonSpec } from "../../web/src/module/types.js";
import { moduleNames, packedNames, parameterNames } from "../../web/src/module/weights/names.js";
import { namedTensors, readWeights } from "../../web/src/module/weights/read_weights.js";
import { attentionWeights, inferSpec, lessonWeights } from "../../web/src/module/weights/state_dict.js";
import { fixture, refusal } from "./weight_files.js";

const zeros = (...shape: number[]) => ({ shape, data: new Float32Array(cellCount(shape)) });
const counted = (...shape: number[]) => ({ shape, data: zeros(...shape).data.map((_, i) => i) });
const nameOf = (name: string) => Object.keys(lessonWeights({ [name]: zeros(6, 2) })).join();

test("a trained decoder is called what it is, not a layer with a wrong name", () => {
  const decoder = ["embedding.weight", "blocks.0.w_q.weight", "norm.weight", "head.weight"];
  const error = refusal(() => lessonWeights(Object.fromEntries(decoder.map((name) => [name, zeros(2, 2)]))));
  expect(error.message).toMatch(
    /^weights\.norm\.weight: not a parameter of a lesson but of a trained decoder, wants the tensors of one block/,
  );
  const block = { "blocks.0.ff_1.weight": zeros(4, 2), "blocks.0.norm_1.bias": zeros(2) };
  expect(Object.keys(lessonWeights(block))).toEqual(["conv1.weight", "norm_1.bias"]);
});

describe("names", () => {
  test.each(parameterNames)("%s keeps its name", (name) => {
    expect(nameOf(name)).toBe(name);
  });

  test.each([
    ["w_O.weight", "w_0.weight"], // the course notes
    ["query.weight", "w_q.weight"],
    ["W_K.bias", "w_k.bias"],
    ["linear.weight", "w_0.weight"],
    ["nn_emb.weight", "embedding.weight"],
    ["attention.w_q.weight", "w_q.weight"],
    ["model.encoder.layers.0.self_attn.v_proj.bias", "w_v.bias"], // libraries
    ["self_attn.out_proj.weight", "w_0.weight"],
    ["layers.0.self_attn.linears.3.bias", "w_0.bias"],
    ["embed_layer.weight", "embedding.weight"],
    ["tok_emb.weight", "embedding.weight"],
    ["token_embedding.weight", "embedding.weight"],
    ["fc_v.weight", "w_v.weight"],
    ["wo.weight", "w_0.weight"],
    ["q_proj_weight", "w_q.weight"],
    ["layers.0.linear1.weight", "conv1.weight"],
    ["feed_forward.2.bias", "conv2.bias"],
    ["encoder.norm1.weight", "norm_1.weight"],
    ["layer_norm_2.bias", "norm_2.bias"],
  ])("%s is %s", (theirs, ours) => {
    expect(nameOf(theirs)).toBe(ours);
  });

  test.each([
    "w_q",
    "weight",
    "",
    ".weight",
    "pos_emb.weight",
    "embedding.bias",
    "packed.weight",
    "w_q.weight.0",
    "running_mean",
    "constructor.weight",
  ])("%j is unknown", (name) => {
    const error = refusal(() => nameOf(name));
    expect(error.code).toBe("unknown-weight");
    for (const word of [`weights.${name}:`, ...parameterNames]) expect(error.message).toContain(word);
    expect(Object.keys(error.details)).toEqual(["field", "wants"]);
  });

  test("two names of the same parameter are both reported", () => {
    const two = { "layers.0.w_q.weight": zeros(1), "layers.1.w_q.weight": zeros(1) };
    const error = refusal(() => lessonWeights(two));
    expect(error.code).toBe("contradiction");
    for (const word of Object.keys(two)) expect(error.message).toContain(`weights.${word}`);
  });

  test("no name belongs to two modules", () => {
    const all = [...Object.values(moduleNames), packedNames].flatMap((names) => names.split(" "));
    expect(new Set(all).size).toBe(all.length);
  });

  /** The modules that a file lists, matched by `row`, each with its sorted names. */
  const listed = (file: string, row: RegExp): [module: string, names: string[]][] =>
    [...readFileSync(new URL(`../../${file}`, import.meta.url), "utf8").matchAll(row)].map(
      ([, module = "", names = ""]) => [module, names.match(/[a-z0-9.]+/g)?.sort() ?? []],
    );
  const known = Object.entries({ ...moduleNames, packed: packedNames }).map(
    ([module, names]) => [module, names.split(" ").sort()] as const,
  );

  test("docs/weights.md lists the same names", () => {
    const rows = listed("docs/weights.md", /^\| (?:`(\w+)`|w_q, w_k and w_v in one) \| ([a-z0-9. ]+) \|$/gm);
    const table = rows.map(([module, names]) => [module || "packed", names]);
    expect(Object.fromEntries(table)).toEqual(Object.fromEntries(known));
  });

  test("the native core has the same names", () => {
    const table = listed("cpp/files/weight_names.cpp", /^ {4}\{"(\w+)",\s*((?:"[a-z0-9. ]+"\s*)+)\}/gm);
    expect(Object.fromEntries(table)).toEqual(Object.fromEntries(known));
  });

  test.each([[null], [3], [[1]]])("%j is not a state_dict", (weights) => {
    expect(refusal(() => lessonWeights(weights as never)).code).toBe("wrong-type");
  });
});

describe("shapes", () => {
  test("in_proj_weight and in_proj_bias are split into w_q, w_k and w_v", () => {
    const weights = lessonWeights({ in_proj_weight: counted(6, 2), "attn.in_proj_bias": counted(6) });
    expect(weights).toEqual({
      "w_q.weight": { shape: [2, 2], data: [0, 1, 2, 3] },
      "w_k.weight": { shape: [2, 2], data: [4, 5, 6, 7] },
      "w_v.weight": { shape: [2, 2], data: [8, 9, 10, 11] },
      "w_q.bias": { shape: [2], data: [0, 1] },
      "w_k.bias": { shape: [2], data: [2, 3] },
      "w_v.bias": { shape: [2], data: [4, 5] },
    });
  });
  test.each([
    ["in_proj_weight", [6, 3], "(6, 3)", "(3D, D)"],
    ["in_proj_weight", [4, 2], "(4, 2)", "(3D, D)"],
    ["in_proj_weight", [6], "(6,)", "(3D, D)"],
    ["in_proj_bias", [4], "(4,)", "(3D,)"],
    ["in_proj_bias", [6, 2], "(6, 2)", "(3D,)"],
  ] as const)("%s of shape %j is refused", (name, shape, got, wants) => {
    const error = refusal(() => lessonWeights({ [name]: zeros(...shape) }));
    expect(error).toMatchObject({
      code: "shape-mismatch",
      details: { field: `weights.${name}`, got, wants },
    });
  });
  test("a packed in_proj and a separate q contradict each other", () => {
    expect(
      refusal(() => lessonWeights({ in_proj_weight: zeros(6, 2), q_proj_weight: zeros(2, 2) })).code,
    ).toBe("contradiction");
  });
  test("a linear feed-forward layer is a convolution of width 1; nothing else changes its shape", () => {
    expect(lessonWeights({ "linear1.weight": counted(3, 2) })["conv1.weight"]).toEqual({
      ...counted(3, 2),
      shape: [3, 2, 1],
    });
    expect(lessonWeights({ "conv2.weight": counted(3, 2, 1) })["conv2.weight"]).toEqual(counted(3, 2, 1));
    expect(lessonWeights({ "w_q.weight": counted(3, 2) })["w_q.weight"]).toEqual(counted(3, 2));
  });
  test("nested lists are tensors too", () => {
    expect(lessonWeights({ "w_q.weight": [[1, 2]] })["w_q.weight"]).toEqual({ shape: [1, 2], data: [1, 2] });
    expect(refusal(() => lessonWeights({ "w_q.weight": 3 as never })).details["field"]).toBe(
      "weights.w_q.weight",
    );
  });
  test("every parameter of nn.TransformerEncoderLayer is used", () => {
    const weights = lessonWeights(readWeights(fixture("encoder_layer.npz")));
    expect(Object.keys(weights).sort()).toEqual(
      parameterNames.filter((name) => name !== "embedding.weight").sort(),
    );
    expect(weights["conv1.weight"]?.shape).toEqual([6, 4, 1]);
  });
  test("a lone attention layer accepts only projections", () => {
    expect(Object.keys(attentionWeights({ "W_Q.weight": zeros(1) }))).toEqual(["w_q.weight"]);
    const error = refusal(() => attentionWeights({ "tok_emb.weight": zeros(1) }));
    expect(error).toMatchObject({ code: "unknown-weight", details: { field: "weights.embedding.weight" } });
    expect(error.message).not.toContain("one of embedding");
  });
});

test("a weight file is read, and tensors by name are returned unchanged", () => {
  const { buffer } = new TextEncoder().encode('{ "w_q.weight": [[1]] }');
  for (const file of ['{ "w_q.weight": [[1]] }', new Uint8Array(buffer), buffer]) {
    expect(namedTensors(file)).toMatchObject({ "w_q.weight": { shape: [1, 1], data: Float32Array.of(1) } });
  }
  const tensors = { "w_q.weight": [[1]] };
  expect(namedTensors(tensors)).toBe(tensors);
});

describe("the spec inferred from weights", () => {
  const lesson = "masked-multi-head";
  const projections = (a: number, d: number) => ({
    ...Object.fromEntries(["q", "k", "v"].map((part) => [`w_${part}.weight`, zeros(a, d)])),
    "w_0.weight": zeros(d, a),
  });
  const cases: readonly [string, LessonSpec, Parameters<typeof inferSpec>[1], Partial<LessonSpec>][] = [
    ["nothing", { lesson }, {}, {}],
    ["a table", { lesson }, { "embed.weight": zeros(7, 4) }, { vocabSize: 7, dModel: 4 }],
    [
      "projections",
      { lesson },
      projections(4, 4),
      { dModel: 4, bias: false, outputProjection: true, dAttention: null },
    ],
    [
      "wide projections with a bias, without w_0",
      { lesson },
      { "w_q.weight": zeros(6, 4), "w_q.bias": zeros(6) },
      { dModel: 4, bias: true, outputProjection: false, dAttention: 6 },
    ],
    [
      "packed projections",
      { lesson },
      { in_proj_weight: zeros(12, 4), in_proj_bias: zeros(12), "out_proj.weight": zeros(4, 4) },
      { dModel: 4, bias: true, outputProjection: true, dAttention: null },
    ],
    [
      "a feed-forward layer",
      { lesson: "transformer-block" },
      { "linear1.weight": zeros(9, 4) },
      { dModel: 4, feedForward: { dFf: 9 } },
    ],
    [
      "a feed-forward layer with an activation",
      { lesson: "transformer-block", feedForward: { activation: "relu" } },
      { "conv1.weight": zeros(9, 4, 1) },
      { dModel: 4, feedForward: { dFf: 9, activation: "relu" } },
    ],
    ["norms", { lesson: "transformer-block" }, { "norm1.weight": zeros(4) }, { dModel: 4 }],
  ];
  test.each(cases)("%s", (_name, spec, weights, more) => {
    expect(inferSpec(spec, weights)).toEqual({ ...spec, ...more });
  });

  test("keeps the given fields, whether they fit or not", () => {
    const spec = {
      lesson,
      dModel: 2,
      vocabSize: 3,
      bias: true,
      outputProjection: false,
      dAttention: 8,
    } as const;
    expect(inferSpec(spec, { ...projections(4, 4), "embedding.weight": zeros(7, 4) })).toEqual(spec);
    const block = { lesson: "transformer-block", dModel: 2, feedForward: null } as const;
    expect(inferSpec(block, { "conv1.weight": zeros(9, 4, 1) })).toEqual(block);
    const other = { lesson: "transformer-block", dModel: 2, feedForward: { dFf: 3 } } as const;
    expect(inferSpec(other, { "conv1.weight": zeros(9, 4, 1) })).toEqual(other);
  });
  test("treats an undefined field as left out", () => {
    const spec = { lesson, dModel: undefined } as unknown as LessonSpec;
    expect(inferSpec(spec, { "embedding.weight": zeros(7, 4) })).toEqual({ lesson, vocabSize: 7, dModel: 4 });
  });
  test("an invalid spec is refused as in run()", () => {
    expect(refusal(() => inferSpec(null as never, {})).code).toBe("wrong-type");
  });
});
