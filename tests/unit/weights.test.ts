/** Weight files: safetensors, .npz and JSON give the same tensors. */
import { describe, expect, test } from "vitest";
import { readWeights } from "../../web/src/module/weights/read_weights.js";
import type { StateDict } from "../../web/src/module/weights/state_dict_builder.js";
import {
  ascii,
  fixture,
  fixtureJson,
  floats,
  joined,
  npy,
  npyHeader,
  safetensors,
  zip,
} from "./weight_files.js";

type Nested = number | readonly Nested[];
const flat = (nested: Nested): number[] => (typeof nested === "number" ? [nested] : nested.flatMap(flat));
const shapeOf = (nested: Nested): number[] =>
  typeof nested === "number" ? [] : [nested.length, ...shapeOf(nested[0] ?? 0)];

/** The layer of the course notes, from Python's tolist(). */
const course: Readonly<Record<string, Nested>> = fixtureJson("course.json");

function expectCourse(weights: StateDict): void {
  expect(Object.keys(weights)).toEqual(Object.keys(course));
  for (const [name, nested] of Object.entries(course)) {
    const { shape, dtype, data } = weights[name] ?? expect.fail(`no ${name}`);
    expect(shape, name).toEqual(shapeOf(nested));
    expect(dtype, name).toBe("float32");
    expect(data, name).toEqual(Float32Array.from(flat(nested)));
  }
}

describe("one layer in four files", () => {
  test.each(["course.safetensors", "course.npz", "course_compressed.npz", "course.json"])("%s", (name) => {
    expectCourse(readWeights(fixture(name), name));
  });
  test("reads JSON as text, with a byte order mark, and after white space", () => {
    const text = new TextDecoder().decode(fixture("course.json"));
    expectCourse(readWeights(text));
    expectCourse(readWeights(joined([0xef, 0xbb, 0xbf], ascii(text))));
    expectCourse(readWeights(ascii(`${" ".repeat(99)}\n${text}\n`)));
  });
  test("reads an ArrayBuffer, and a view with an offset into one", () => {
    const bytes = fixture("course.safetensors");
    expectCourse(readWeights(bytes.buffer));
    expectCourse(readWeights(Buffer.concat([Buffer.from("x"), bytes]).subarray(1)));
  });
});

describe("unusual but valid numbers and orders", () => {
  const odd = [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    -0,
    2 ** -149,
    3.4028234663852886e38,
  ];
  const counted = Float32Array.from({ length: 24 }, (_, i) => i);

  test("NaN, infinities, -0 and the extremes of float32, from NumPy and from Python's JSON", () => {
    expect(readWeights(fixture("odd.npz"))["odd"]).toEqual({
      ...{ shape: [2, 3], dtype: "float32", data: Float32Array.from(odd) },
    });
    expect(readWeights(fixture("odd.json"))["odd"]?.data).toEqual(Float32Array.from(odd));
  });
  test.each(["fortran", "big_endian", "fortran_big_endian"])("%s is read row by row", (name) => {
    expect(readWeights(fixture("odd.npz"))[name]).toEqual({
      shape: [2, 3, 4],
      dtype: "float32",
      data: counted,
    });
  });
  test("tensors without axes, and without numbers", () => {
    const weights = readWeights(fixture("odd.npz"));
    expect(weights["scalar"]).toEqual({ shape: [], dtype: "float32", data: Float32Array.of(0.5) });
    expect(weights["empty"]).toEqual({ shape: [0, 3], dtype: "float32", data: new Float32Array() });
  });
  test("JSON objects of shape and data; a text that needed rounding is rounded once", () => {
    const text =
      '{"a": {"shape": [2, 1], "data": ["nan", 0.1]}, "b": [[1, 2]], "__metadata__": {"by": "me"}}';
    expect(readWeights(text)).toEqual({
      a: { shape: [2, 1], dtype: "float32", data: Float32Array.of(Number.NaN, 0.1) },
      b: { shape: [1, 2], dtype: "float32", data: Float32Array.of(1, 2) },
    });
  });
  test.each([[1], [2], [3]])("version %i.0 of .npy", (major) => {
    const file = zip({ "a.npy": npy(npyHeader("(2,)"), floats(1, 2), [major, 0]) });
    expect(readWeights(file)["a"]?.data).toEqual(Float32Array.of(1, 2));
  });
});

test("a safetensors header of 19,280 bytes, which begins with the letters of a zip archive", () => {
  const header = '{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}'.padEnd(0x4b50);
  const file = safetensors(header, floats(1, 2));
  expect(new TextDecoder().decode(file.subarray(0, 2))).toBe("PK");
  expect(readWeights(file)["a"]?.data).toEqual(Float32Array.of(1, 2));
});

test("names of JavaScript built-ins are ordinary names", () => {
  const names = ["__proto__", "constructor", "toString"];
  const one = npy(npyHeader("(1,)"), floats(1));
  for (const weights of [
    readWeights(`{${names.map((name) => `"${name}": [1]`)}}`),
    readWeights(zip(Object.fromEntries(names.map((name) => [`${name}.npy`, one])))),
  ]) {
    expect(Object.keys(weights)).toEqual(names);
    expect(Object.getPrototypeOf(weights)).toBe(Object.prototype);
    expect(Object.entries(weights).map(([, { data }]) => [...data])).toEqual([[1], [1], [1]]);
  }
});
