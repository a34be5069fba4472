/** Bad input: a HeadsUpError with its code, naming the field, what it got and what it wants; the module stays usable. */
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { named } from "./compare.js";
import { imported, installed, type Package } from "./packed.js";

const module = await imported(installed());
const { HeadsUpError } = module;
const hu = await module.load();

function refusal(call: () => unknown) {
  try {
    call();
  } catch (error) {
    if (error instanceof HeadsUpError) return error;
    throw error;
  }
  return expect.fail("it was not refused");
}

const masked = "masked-multi-head";
// The spec, the code, and words that the message must contain.
const specs: readonly [spec: unknown, code: string, ...words: string[]][] = [
  [null, "wrong-type", "spec", "null", "object"],
  [[], "wrong-type", "spec", "list"],
  [{}, "missing", "lesson"],
  [{ lesson: 3 }, "wrong-type", "lesson", "3", "string"],
  [{ lesson: "nope" }, "unknown-value", "lesson", "nope", masked, "encoder-decoder"],
  [{ lesson: masked, sequence: [] }, "unknown-field", "sequence", "sequences"],
  [{ lesson: masked, constructor: 1 }, "unknown-field", "constructor"],
  [JSON.parse(`{"lesson":"${masked}","__proto__":1}`), "unknown-field", "__proto__"],
  [{ lesson: masked, sequences: [] }, "empty-sequences", "sequences", "0"],
  [{ lesson: masked, sequences: [1, 2] }, "wrong-type", "sequences[0]", "1", "list"],
  [{ lesson: masked, sequences: [[1, "2"]] }, "wrong-type", "sequences[0][1]", '"2"', "integer"],
  [{ lesson: masked, sequences: [[1.5]] }, "wrong-type", "sequences[0][0]", "1.5", "integer"],
  [{ lesson: masked, sequences: [[Number.NaN]] }, "wrong-type", "sequences[0][0]", "NaN"],
  [{ lesson: masked, sequences: [[-1]] }, "id-out-of-vocabulary", "sequences[0][0]", "-1", "0 to 99"],
  [{ lesson: masked, sequences: [[1e300]] }, "out-of-range", "sequences[0][0]", "1e+300", "0 to 99"],
  [{ lesson: masked, sequences: [[-3e9]], vocabSize: 7 }, "out-of-range", "-3000000000", "0 to 6"],
  [{ lesson: "encoder-decoder", target: [[1e10]] }, "out-of-range", "target[0][0]", "0 to 99"],
  [{ lesson: masked, sequences: [new Array(1025).fill(1)] }, "too-large", "sequences[0]", "1025", "1024"],
  [{ lesson: masked, padId: -1 }, "out-of-range", "padId", "-1", "0 to 99"],
  [{ lesson: masked, padId: 1e10 }, "out-of-range", "padId", "10000000000", "0 to 99"],
  [{ lesson: masked, vocabSize: -100 }, "out-of-range", "vocabSize", "-100", "1 to 100000"],
  [{ lesson: masked, vocabSize: 50 }, "id-out-of-vocabulary", "sequences[0][0]", "62", "49"],
  [{ lesson: masked, dModel: -8 }, "out-of-range", "dModel", "-8", "1 to 2048"],
  [{ lesson: masked, dModel: 1e10 }, "out-of-range", "dModel", "10000000000", "1 to 2048"],
  [{ lesson: masked, dModel: "8" }, "wrong-type", "dModel", '"8"', "integer"],
  [{ lesson: masked, dModel: "😀".repeat(30) }, "wrong-type", "dModel", `"${"😀".repeat(19)}…`, "integer"],
  [{ lesson: masked, numHeads: 3 }, "heads-do-not-divide", "numHeads 3", "dModel 8"],
  [{ lesson: masked, numHeads: -2 }, "out-of-range", "got -2, wants 1 to 128"],
  [{ lesson: masked, dAttention: -4 }, "out-of-range", "dAttention", "-4", "1 to 2048"],
  [
    { lesson: "transformer-block", feedForward: { dFf: -32 } },
    "out-of-range",
    "feedForward.dFf",
    "-32",
    "8192",
  ],
  [{ lesson: masked, seed: 0.5 }, "wrong-type", "seed", "0.5", "integer"],
  [{ lesson: masked, seed: Number.POSITIVE_INFINITY }, "wrong-type", "seed", "Infinity"],
  [{ lesson: masked, seed: 2 ** 60 }, "out-of-range", "seed"],
  [{ lesson: masked, mask: true }, "wrong-type", "mask", "true", "object"],
  [{ lesson: masked, mask: { causal: 1 } }, "wrong-type", "mask.causal", "1", "boolean"],
  [{ lesson: masked, mask: { future: true } }, "unknown-field", "mask.future", "causal"],
  [{ lesson: masked, maskFill: Number.NaN }, "out-of-range", "maskFill", "NaN"],
  [{ lesson: masked, maskFill: 1e39 }, "out-of-range", "maskFill"],
  [{ lesson: masked, maskFill: "inf" }, "wrong-type", "maskFill", '"inf"', "-inf"],
  [{ lesson: masked, bias: "yes" }, "wrong-type", "bias", '"yes"', "boolean"],
  [{ lesson: masked, positionalEncoding: true }, "not-supported", "positionalEncoding", "true", "false"],
  [{ lesson: masked, feedForward: { dFf: 32 } }, "not-supported", "feedForward", "null"],
  [{ lesson: masked, dModel: 2048, vocabSize: 100_000, numHeads: 1 }, "too-large", "spec", "32000000"],
  [{ lesson: "masked-self-attention", numHeads: 2, dAttention: 4 }, "not-supported", "numHeads", "2", "1"],
  [{ lesson: "masked-self-attention", outputProjection: true }, "not-supported", "outputProjection", "false"],
  [{ lesson: "encoder-decoder", target: [[1]] }, "batch-mismatch", "target", "1", "5"],
  [{ lesson: "encoder-decoder", target: [[], [], [], [], []] }, "empty-sequences", "target"],
  [{ lesson: "encoder-decoder", mask: { causal: true } }, "causal-length-mismatch", "mask.causal", "12"],
];

describe("a spec that cannot be run", () => {
  test.each(specs)("%j is %s", (spec, code, ...words) => {
    const error = refusal(() => hu.run(spec as never));
    expect(error.code).toBe(code);
    for (const word of words) expect(error.message).toContain(word);
    expect(error.name).toBe("HeadsUpError");
  });
  test("a refused spec does not affect the next run", () => {
    const before = hu.run({ lesson: masked });
    for (const [spec] of specs) refusal(() => hu.run(spec as never));
    expect(hu.run({ lesson: masked })).toEqual(before);
  });
});

describe("an operation whose arguments do not fit", () => {
  const cases: Record<string, Record<string, readonly [call: () => unknown, ...words: string[]]>> = {
    ragged: { "ragged lists": [() => hu.softmax([[1, 2], [3]]), "x[1]", "1", "2"] },
    "wrong-type": {
      "a string among numbers": [() => hu.softmax([["a"]] as never), "x[0][0]", '"a"', "a number"],
      "ids that are not integers": [() => hu.embedding([0.5], [[1]]), "ids(0,)", "0.5", "integer"],
      "a padding id that is not a number": [() => hu.pad([[1]], "0" as never), "padId"],
      "no arguments": [() => hu.pad(undefined as never), "sequences", "undefined"],
      "a value that is not a trace": [() => hu.explain({} as never, "ids", [0, 0]), "trace"],
    },
    "shape-mismatch": {
      "data that do not fill their shape": [() => hu.softmax({ shape: [2, 2], data: [1] }), "x", "(2, 2)"],
      "masks that do not broadcast": [() => hu.combineMasks([1, 1], [1, 1, 1]), "(3,)", "(2,)"],
      "a weight of another width": [() => hu.linear([[1, 2]], [[1, 2, 3]]), "weight", "(1, 3)", "(N, 2)"],
      "keys of another width": [() => hu.scaledDotProductAttention([[1]], [[1, 2]], [[1]]), "k"],
      "a query without a batch": [
        () => hu.createMultiHeadAttention({ dModel: 2, numHeads: 1 }).forward([[1, 2]]),
        "query",
        "(1, 2)",
      ],
    },
    "out-of-range": {
      "a negative size": [() => hu.randn(1, [-1]), "shape[0]", "-1", "0 to 32000000"],
      "a mask of no length": [() => hu.causalMask(0), "length", "0", "1 to 5656"],
      "a mask of too many keys": [() => hu.subsequentMask(8000, 4001), "sourceLength", "4001", "4000"],
      "too long a padding": [() => hu.pad([[1], [2]], { length: 16_000_001 }), "1 to 16000000"],
      "positions without exact angles": [
        () => hu.positionalEncoding(2 ** 20 + 1, 2),
        "length",
        "1 to 1048576",
      ],
      "too large a table of positions": [() => hu.positionalEncoding(100_000, 321), "dModel", "1 to 320"],
      "positions of a negative width": [() => hu.positionalEncoding(4, -8), "-8", "1 to 2048"],
      "a layer without heads": [
        () => hu.createMultiHeadAttention({ dModel: 8, numHeads: -2 }),
        "numHeads",
        "-2",
        "1 to 128",
      ],
      "a mask with numbers other than 0 and 1": [() => hu.combineMasks([2], [1]), "a(0,)", "2", "0 to 1"],
      "a negative index": [
        () => hu.explain(hu.run({ lesson: masked }), "ids", [0, -1]),
        "index[1]",
        "-1",
        "0 to 9",
      ],
      "an eps that is NaN": [() => hu.layerNorm([1], [1], [0], Number.NaN), "eps", "NaN"],
      "a negative eps": [() => hu.layerNorm([1], [1], [0], -1e-5), "eps", "-0.00001"],
      "an infinite eps": [() => hu.layerNorm([1], [1], [0], Number.POSITIVE_INFINITY), "eps"],
    },
    "too-large": { "a size beyond memory": [() => hu.randn(1, [1e6, 1e6]), "shape", "32000000"] },
    "id-out-of-vocabulary": {
      "an id beyond the table": [() => hu.embedding([2], [[1], [2]]), "ids(0,)", "2", "0 to 1"],
    },
    "heads-do-not-divide": {
      "heads that do not divide dModel": [
        () => hu.createMultiHeadAttention({ dModel: 6, numHeads: 4 }),
        "numHeads 4",
      ],
      "heads that do not divide a width": [() => hu.splitHeads([[[1, 2, 3]]], 2), "numHeads 2", "dModel 3"],
      "heads that do not divide a query": [
        () => hu.multiHeadAttention({}, { query: [[[1, 2, 3]]], numHeads: 2 }),
        "numHeads 2",
        "dModel 3",
      ],
    },
    missing: {
      "a missing weight": [
        () => hu.createMultiHeadAttention({ dModel: 2, numHeads: 1, weights: {} }),
        "w_q.weight",
        "(2, 2)",
      ],
    },
    "unknown-value": {
      "an unknown padding side": [() => hu.pad([[1]], { side: "top" as never }), "side", "top"],
    },
    "unknown-field": { "an unknown option of pad": [() => hu.pad([[1]], { pad: 0 } as never)] },
    contradiction: { "a length that is too short": [() => hu.pad([[1, 2]], { length: 1 }), "length", "1"] },
    "unknown-step": {
      "an unknown step": [() => hu.explain(hu.run({ lesson: masked }), "nope", [0]), "nope"],
    },
    "bad-index": {
      "an index outside the step": [
        () => hu.explain(hu.run({ lesson: masked }), "ids", [0, 10]),
        "(0, 10)",
        "(5, 10)",
      ],
    },
  };
  test.each(named(cases))("%s", (_name, code, [call, ...words]) => {
    const error = refusal(call);
    expect(error.code).toBe(code);
    for (const word of words) expect(error.message).toContain(word);
  });
});

describe("a fill that is no number of float32 but −∞ is refused by every function that takes one", () => {
  const one = [[[1]]];
  const layer = () => hu.createMultiHeadAttention({ dModel: 1, numHeads: 1 });
  const calls: readonly [name: string, call: (maskFill: number) => unknown][] = [
    ["maskedFill", (maskFill) => hu.maskedFill([[1]], [[0]], maskFill)],
    ["scaledDotProductAttention", (maskFill) => hu.scaledDotProductAttention(one, one, one, { maskFill })],
    ["multiHeadAttention", (maskFill) => hu.multiHeadAttention({}, { query: one, numHeads: 1, maskFill })],
    ["forward", (maskFill) => layer().forward(one, undefined, undefined, { maskFill })],
  ];
  test.each(calls)("%s", (_name, call) => {
    for (const fill of [Number.NaN, Number.POSITIVE_INFINITY, 1e39, -1e39]) {
      const error = refusal(() => call(fill));
      expect([error.code, error.details.field]).toEqual(["out-of-range", "maskFill"]);
    }
  });
  test("−∞ as a number is the same as its text", () => {
    expect(hu.maskedFill([[1]], [[0]], Number.NEGATIVE_INFINITY)).toEqual(
      hu.maskedFill([[1]], [[0]], "-inf"),
    );
  });
});

/** Found by fuzzing the boundary: each of these wrote out of bounds, looped forever, or threw a TypeError. */
describe("a hostile value is refused or read only once", () => {
  const tiny = { lesson: masked, sequences: [[1, 2]], vocabSize: 4, dModel: 4 } as const;
  /** A list that contains itself. */
  const endless: unknown[] = [];
  endless.push(endless);
  /** A typed array of two million numbers that claims to have two. */
  const lying = Object.defineProperty(new Float32Array(2e6), "length", { value: 2 });
  /** A list with this item at every index, up to 10¹⁵. */
  const endlessly = (item: unknown) =>
    new Proxy([], { get: (_list, key) => (key === "length" ? 1e15 : item) });
  const strange = (length: unknown) =>
    new Proxy([1], { get: (list, key) => (key === "length" ? length : Reflect.get(list, key)) });
  const step = {
    ...{ name: "q", op: "linear", inputs: [], axes: ["L"] },
    ...{ shape: [1], dtype: "float32", data: new Float32Array(1) },
  };
  const detached = new Uint8Array(8);
  structuredClone(detached, { transfer: [detached.buffer] });

  const cases: Record<string, Record<string, (module: Package) => unknown>> = {
    "too-large": {
      "a list that contains itself": () => hu.softmax(endless as never),
      "a weight that contains itself": () => hu.run(tiny, { "w_q.weight": endless as never }),
      "more nested lists than fit": ({ toNested }) => toNested({ shape: [2 ** 31, 0], data: [] } as never),
      "a trace without an end of steps": ({ traceToNpz }) =>
        traceToNpz({ spec: {}, steps: endlessly(step) } as never),
      "a weight whose length is a BigInt": () => hu.run(tiny, { "w_q.weight": strange(2n) as never }),
    },
    "shape-mismatch": {
      "an array with a false length": () => hu.softmax({ shape: [2], data: lying }),
      "a weight whose shape is detached": () =>
        hu.run(tiny, { "w_q.weight": { shape: detached as never, data: [] } }),
      "a weight whose numbers are detached": () =>
        hu.run(tiny, { "w_q.weight": { shape: [4, 4], data: detached } }),
      "a tensor with a false length": ({ toNested }) =>
        toNested({ shape: [2], dtype: "float32", data: lying }),
    },
    "wrong-type": {
      "a form that is not a string": () => hu.toPyTorch(tiny, Object.create(null)),
      "a step count that is not a number": () => hu.trainingScript({ task: "copy" }, Symbol() as never),
      "a proxy of a buffer": ({ readWeights }) => readWeights(new Proxy(new ArrayBuffer(8), {})),
      "a proxy of bytes": ({ readWeights }) => readWeights(new Proxy(new Uint8Array(8), {})),
      "a proxy of a buffer that answers any length": ({ readWeights }) =>
        readWeights(new Proxy(new ArrayBuffer(8), { get: () => 2 ** 53 - 1 })),
      "an axis that is no whole number": () => hu.unsqueeze([1], 0.5),
      "an axis that is NaN": () => hu.unsqueeze([1], Number.NaN),
      "weights in a Map": () => hu.run(tiny, new Map([["w_q.weight", [[1]]]]) as never),
      "weights in a Blob": () => hu.run(tiny, new Blob(["x"]) as never),
      "a step whose numbers are detached": ({ traceToJson }) =>
        traceToJson({ spec: {}, steps: [{ ...step, shape: [0], data: detached }] } as never),
      "a cell of an empty object": ({ at }) => at({} as never, [0]),
      "a cell without an index": ({ at }) => at(hu.softmax([1, 2]), undefined as never),
      "nested lists of null": ({ toNested }) => toNested(null as never),
      "a list with a false length": () => hu.softmax({ shape: [2], data: endlessly(1) } as never),
      "a list whose length is a BigInt": () => hu.softmax(strange(1n) as never),
      "a list whose length is a symbol": () => hu.pad(strange(Symbol()) as never),
      "a null step": ({ traceToJson }) => traceToJson({ spec: {}, steps: [null] } as never),
      "a step without numbers": ({ traceToNpz }) => traceToNpz({ spec: {}, steps: [{}] } as never),
      "a spec that JSON cannot represent": ({ traceToJson }) =>
        traceToJson({ spec: { n: 1n }, steps: [] } as never),
    },
    "bad-file": {
      "bytes with a false length": ({ readWeights }) =>
        readWeights(Object.defineProperty(new Uint8Array(8), "byteLength", { value: 9 })),
      "a detached buffer": ({ readWeights }) => readWeights(detached),
    },
    "bad-index": { "an index that is detached": ({ at }) => at(hu.softmax([1, 2]), detached as never) },
    "out-of-range": { "an axis before the first": () => hu.unsqueeze([1], -3) },
  };
  test.each(named(cases))("%s", (_name, code, call) => {
    const before = hu.run(tiny).steps;
    expect(refusal(() => call(module)).code).toBe(code);
    expect(hu.run(tiny).steps).toEqual(before);
  });

  test("a list that grows while it is read", () => {
    let reads = 0;
    const growing = new Proxy([1, 1], {
      get: (list, key) => (key === "length" && reads++ > 1 ? 3e6 : Reflect.get(list, key)),
    });
    const before = hu.run(tiny).steps;
    expect([...hu.softmax({ shape: [2], data: growing } as never).data]).toEqual([0.5, 0.5]);
    expect(hu.run(tiny).steps).toEqual(before);
  });
});

test("a .wasm file that is not WebAssembly is refused with module-failed", async () => {
  const { load } = await imported(installed());
  await expect(load({ wasmBinary: new Uint8Array([1, 2, 3]) })).rejects.toMatchObject({
    code: "module-failed",
  });
}, 60_000);

describe("options of load that cannot be used", () => {
  const cases: readonly [options: unknown, code: string, ...words: string[]][] = [
    [null, "wrong-type", "options", "null", "object"],
    [[], "wrong-type", "options", "list"],
    [{ bogus: 1 }, "unknown-field", "bogus", "wasmBinary, training, python, locateFile"],
    [{ wasmBinary: 2 ** 31 }, "wrong-type", "wasmBinary", "2147483648", "Uint8Array"],
    [{ training: 5 }, "wrong-type", "training", "5", "false"],
    [{ locateFile: 5 }, "wrong-type", "locateFile", "5", "function"],
    [{ locateFile: () => 5 }, "wrong-type", "locateFile", "5", "URL"],
    [{ wasmBinary: new Uint8Array(3) }, "module-failed", "heads-up.wasm", "3 bytes"],
    [{ locateFile: () => "file:///nowhere.wasm" }, "module-failed", "heads-up.wasm", "file:///nowhere.wasm"],
    [{ locateFile: () => "file://%" }, "module-failed", "heads-up.wasm", "file://%"],
  ];
  test.each(cases)("%j is %s", async (options, code, ...words) => {
    const error = await module.load(options as never).then(
      () => expect.fail("it was not refused"),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(HeadsUpError);
    expect(error).toMatchObject({ code });
    for (const word of words) expect((error as Error).message).toContain(word);
  });

  test("bytes for training that are not WebAssembly are refused once training is wanted", async () => {
    const { createTrainer } = await module.load({ training: new Uint8Array(3) });
    expect(refusal(() => createTrainer({ task: "copy" })).message).toContain("3 bytes");
  });
});

test.each([
  ["text", (url: URL) => url.href],
  ["URLs", (url: URL) => url],
] as const)("load reads files whose locations are given as %s", async (_form, given) => {
  const folder = pathToFileURL(path.join(installed(), "node_modules/heads-up-attention/"));
  const { causalMask, trainingTask } = await module.load({
    locateFile: (name) => given(new URL(name, folder)),
  });
  expect(causalMask(2).shape).toEqual([1, 2, 2]);
  expect(trainingTask("copy")).toBeDefined();
});
