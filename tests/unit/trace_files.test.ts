/** Traces as files: NumPy and JSON readers get the trace's contents back. */
import { execFileSync, spawnSync } from "node:child_process";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { float32Text } from "../../web/src/module/number_text.js";
import { traceToJson, traceToNpz } from "../../web/src/module/trace_files.js";
import type { Step, Trace } from "../../web/src/module/types.js";
import { readWeights } from "../../web/src/module/weights/read_weights.js";
import { tinyTrace } from "./traces.js";
import { fixture, refusal } from "./weight_files.js";

const { spec } = tinyTrace();
const { NaN: nan, POSITIVE_INFINITY: inf } = Number;
const step = (name: string, shape: number[], data: Step["data"], dtype: Step["dtype"] = "float32"): Step =>
  ({
    ...{ name, op: "view", inputs: ["x"], axes: shape.map(() => "1"), shape, dtype, data },
  }) as unknown as Step;
/** tests/fixtures/weights/trace.npz has the same arrays. */
const trace: Trace = {
  spec,
  steps: [
    step("scores", [2, 3], Float32Array.of(nan, inf, -inf, -0, 0.1, 3.4028234663852886e38)),
    step("ids", [2], Int32Array.of(-1, 2_147_483_647), "int32"),
    step("mask", [1, 2, 2], Uint8Array.of(1, 0, 1, 1), "bool"),
    step("values", [], Float32Array.of(2 ** -149)),
  ],
};
const withBias: Trace = {
  spec,
  steps: [step("w_q.bias", [3], Float32Array.of(0.1, 16_777_216, 1e-7)), ...trace.steps],
};

describe("traceToNpz", () => {
  test("writes each array as NumPy writes it, byte for byte", () => {
    const { "spec.json": specBytes, ...members } = unzipSync(traceToNpz(trace));
    expect(members).toEqual(unzipSync(fixture("trace.npz")));
    expect(JSON.parse(new TextDecoder().decode(specBytes))).toEqual(spec);
  });
  test("gives the same bytes for the same trace", () => {
    expect(traceToNpz(structuredClone(trace))).toEqual(traceToNpz(trace));
  });
  const python = ["python3", "/usr/bin/python3"].find(
    (command) => spawnSync(command, ["-c", "import numpy"]).status === 0,
  );
  // Without NumPy, the test above covers the bytes.
  test.runIf(python)("is read by NumPy itself", () => {
    const code = `import io, json, sys, numpy
file = numpy.load(io.BytesIO(sys.stdin.buffer.read()))
assert json.loads(file["spec.json"])["lesson"] == "${spec.lesson}"
arrays = {name: file[name] for name in file.files if name != "spec.json"}
print(json.dumps({name: [str(a.dtype), a.shape, str(a.tolist())] for name, a in arrays.items()}))`;
    const printed = execFileSync(python ?? "", ["-c", code], { input: traceToNpz(trace), encoding: "utf8" });
    expect(JSON.parse(printed)).toEqual({
      scores: ["float32", [2, 3], "[[nan, inf, -inf], [-0.0, 0.10000000149011612, 3.4028234663852886e+38]]"],
      ids: ["int32", [2], "[-1, 2147483647]"],
      mask: ["bool", [1, 2, 2], "[[[True, False], [True, True]]]"],
      values: ["float32", [], "1.401298464324817e-45"],
    });
  });
});

describe("traceToJson", () => {
  const text = traceToJson(trace);
  test("has the spec and every field of every step, one step per line", () => {
    const { spec: written, steps } = JSON.parse(text);
    expect(written).toEqual(spec);
    expect(steps.map(({ data: _, ...rest }: Step) => rest)).toEqual(
      trace.steps.map(({ data: _, ...rest }) => rest),
    );
    expect(text.split("\n")).toHaveLength(trace.steps.length + 3);
  });
  test("writes numbers in their shortest form, and names those that JSON does not have", () => {
    expect(text).toContain('"data":["nan","inf","-inf",-0,0.1,3.4028235e+38]');
    expect(text).toContain('"data":[-1,2147483647]');
    expect(text).toContain('"data":[1e-45]');
  });
});

test("float32Text reads back as the same number, and no shorter text does", () => {
  const bits = new Uint32Array(1);
  const number = new Float32Array(bits.buffer);
  // First arbitrary bits, then numbers as in a lesson.
  const all = [
    ...Array.from({ length: 20_000 }, (_, i) => Math.imul(i, 2_654_435_761)),
    ...Array.from({ length: 20_000 }, (_, i) => 0x3c000000 + i * 4_099),
  ];
  const faults = all.flatMap((pattern) => {
    bits[0] = pattern;
    const x = number[0] ?? 0;
    if (!Number.isFinite(x)) return [];
    const text = float32Text(x);
    const digits = text.replace(/e.*|\D/g, "").replace(/^0+|0+$/g, "").length;
    const isSame = Object.is(Math.fround(Number(text)), x);
    const isShortest = digits <= 1 || Math.fround(Number(x.toPrecision(digits - 1))) !== x;
    return isSame && isShortest ? [] : [`${text} of ${x}`];
  });
  expect(faults).toEqual([]);
});

test("the parameters of a trace come back from both files", () => {
  const kept = { "w_q.bias": { shape: [3], dtype: "float32", data: Float32Array.of(0.1, 16_777_216, 1e-7) } };
  expect(readWeights(traceToNpz(withBias))).toEqual(kept);
  expect(readWeights(traceToJson(withBias))).toEqual(kept);
});

test.each([traceToJson, traceToNpz])("%o refuses anything but a trace", (write) => {
  for (const wrong of [null, {}, { steps: 1 }, "trace"]) {
    expect(refusal(() => write(wrong as never))).toMatchObject({
      code: "wrong-type",
      details: { field: "trace" },
    });
  }
});
