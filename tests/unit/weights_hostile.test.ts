/** Malformed weight files, broken by mistake or on purpose, quickly give a HeadsUpError that says what is wrong and where. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MOST_TOKENS } from "../../web/src/module/training/block_lesson.js";
import { readWeights } from "../../web/src/module/weights/read_weights.js";
import { MOST_NUMBERS } from "../../web/src/module/weights/state_dict_builder.js";
import { ascii, fixture, floats, joined, npy, npyHeader, refusal, safetensors, zip } from "./weight_files.js";

/** The input, and words that the error must contain besides the file's name. */
type Case = readonly [what: string, file: Uint8Array<ArrayBuffer> | string, ...words: string[]];

const one = { dtype: "F32", shape: [1], data_offsets: [0, 4] };
const two = { dtype: "F32", shape: [2], data_offsets: [4, 12] };
const header = (change: object, numbers = floats(1)) => safetensors({ w: { ...one, ...change } }, numbers);

const safetensorsCases: readonly Case[] = [
  ["a header beyond the file", safetensors({ w: one }, floats(1), 1000n), "header", "1000", "at most"],
  ["a header of 2⁶⁴ − 1 bytes", safetensors({ w: one }, floats(1), 2n ** 64n - 1n), "beginning"],
  ["a header of 2⁶³ bytes", safetensors({ w: one }, floats(1), 2n ** 63n), "header", "9223372036854775808"],
  ["a header that ends early", safetensors({ w: one }, floats(1), 9n), "header", "JSON"],
  ["a header that is no text", safetensors(`{"w": "`, joined([0xff])), "header"],
  ["no tensor", safetensors({}, floats()), "tensors", "none"],
  ["no tensor but metadata", safetensors({ __metadata__: { a: "b" } }, floats()), "tensors", "none"],
  ["an entry that is none", safetensors({ w: 3 }, floats(1)), "w", "data_offsets", "undefined"],
  ["half precision", header({ dtype: "F16", shape: [2] }), "w", '"F16"', "float32", "float()"],
  ["bfloat16", header({ dtype: "BF16", shape: [2] }), "w", '"BF16"', "float32"],
  ["float64", header({ dtype: "F64", data_offsets: [0, 8] }, floats(1, 2)), "w", '"F64"', "float32"],
  ["whole numbers", header({ dtype: "I32" }), "w", '"I32"', "float32"],
  ["a dtype that is none", header({ dtype: [["F32"]] }), "w", "a list of 1", "float32"],
  ["a shape that its bytes do not fill", header({ shape: [2] }), "w", "4 bytes", "8"],
  ["a shape that its bytes overfill", header({ shape: [] }, floats(1, 2)), "data", "8 bytes", "4"],
  ["a negative size", header({ shape: [-1] }), "w", "shape", "whole numbers"],
  ["a size that is not whole", header({ shape: [0.5] }), "w", "shape"],
  ["a size that is no number", header({ shape: ["1"] }), "w", "shape"],
  ["a product beyond every limit", header({ shape: [2 ** 52, 2 ** 52, 2 ** 52] }), "w", `${MOST_NUMBERS}`],
  ["a product that overflows to nothing", header({ shape: [2 ** 32, 2 ** 32] }), "w", `${MOST_NUMBERS}`],
  ["more axes than NumPy has", header({ shape: Array(33).fill(1) }), "w", "33 axes", "32"],
  ["offsets that go back", header({ data_offsets: [4, 0] }), "w", "data_offsets 4, 0"],
  ["offsets below 0", header({ data_offsets: [-4, 0] }), "w", "data_offsets -4, 0"],
  ["offsets that are not whole", header({ data_offsets: [0.5, 4.5] }), "w", "data_offsets 0.5"],
  ["offsets that are huge", header({ data_offsets: [2 ** 60, 2 ** 60 + 4096] }), "w", "data_offsets"],
  ["one offset", header({ data_offsets: [0] }), "w", "data_offsets 0, undefined"],
  ["three offsets", header({ data_offsets: [0, 4, 8] }), "w", "data_offsets"],
  ["numbers beyond the file", header({ data_offsets: [0, 8], shape: [2] }), "data", "4 bytes", "8"],
  [
    "a gap in the data",
    safetensors({ a: one, b: { ...two, data_offsets: [8, 16] } }, floats(1, 2, 3, 4)),
    "b",
    "8",
    "4",
  ],
  ["an overlap", safetensors({ a: one, b: { ...two, data_offsets: [0, 8] } }, floats(1, 2)), "b", "0", "4"],
  ["bytes that belong to nobody", header({}, floats(1, 2)), "data", "8 bytes", "4"],
  [
    "a duplicate name",
    safetensors(`{"a":${JSON.stringify(one)},"\\u0061":${JSON.stringify(two)}}`, floats(1, 2, 3)),
    "a",
    "twice",
  ],
];

const array = npy(npyHeader("(1,)"), floats(1));
const npyCases: readonly Case[] = [
  ["float64", fixture("float64.npz"), "w_q.weight", "<f8", "float32"],
  ["Python objects", fixture("object.npz"), "w_q.weight", "|O", "float32"],
  ["half precision", zip({ "w.npy": npy(npyHeader("(2,)", "'<f2'"), floats(1)) }), "w", "<f2", "float32"],
  ["whole numbers", zip({ "w.npy": npy(npyHeader("(1,)", "'<i4'"), floats(1)) }), "w", "<i4", "float32"],
  ["fields", zip({ "w.npy": npy(npyHeader("(1,)", "[('a', '<f4')]"), floats(1)) }), "w", "descr"],
  ["a shape that is none", zip({ "w.npy": npy(npyHeader("(1)"), floats(1)) }), "w", "shape"],
  ["a negative size", zip({ "w.npy": npy(npyHeader("(-1,)"), floats(1)) }), "w", "shape"],
  ["a huge size", zip({ "w.npy": npy(npyHeader("(99999999999999999999,)"), floats(1)) }), "w", "shape"],
  ["a huge product", zip({ "w.npy": npy(npyHeader("(65536, 65536)"), floats(1)) }), "w", "(65536, 65536)"],
  ["an order that is none", zip({ "w.npy": npy(npyHeader("(1,)", "'<f4'", "Maybe"), floats(1)) }), "w"],
  ["code in the header", zip({ "w.npy": npy("__import__('os').system('true')", floats(1)) }), "w", "descr"],
  ["too few numbers", zip({ "w.npy": npy(npyHeader("(2,)"), floats(1)) }), "w", "4 bytes", "8"],
  ["too many numbers", zip({ "w.npy": npy(npyHeader("(1,)"), floats(1, 2)) }), "w", "8 bytes", "4"],
  ["another magic", zip({ "w.npy": joined([0x92], array.subarray(1)) }), "w", "no array"],
  ["version 0", zip({ "w.npy": npy(npyHeader("(1,)"), floats(1), [0, 0]) }), "w", "version 0.0"],
  ["version 4", zip({ "w.npy": npy(npyHeader("(1,)"), floats(1), [4, 0]) }), "w", "version 4.0"],
  ["a header beyond the member", zip({ "w.npy": array.subarray(0, 40) }), "w", "header"],
  ["a member of eight bytes", zip({ "w.npy": array.subarray(0, 8) }), "w", "8 bytes"],
  ["an empty member", zip({ "w.npy": new Uint8Array() }), "w", "no array"],
  ["a member that is no array", zip({ "w.txt": array }), "w.txt", ".npy"],
  ["a member that climbs out", zip({ "../w.npy": array }), "../w.npy", "a path"],
  ["a member below a folder", zip({ "a/w.npy": array }), "a/w.npy", "a path"],
  ["what torch.save wrote", fixture("torch_save.pt"), "data.pkl", "torch.save", "safetensors"],
  ["an archive without members", zip({}), "tensors", "none"],
];

/** The archive with these bytes at `offset` in the directory's only entry, or from its end if negative. */
function changed(file: Uint8Array<ArrayBuffer>, offset: number, ...bytes: number[]): Uint8Array<ArrayBuffer> {
  const at = file.findIndex((_, i) => ascii("PK\u0001\u0002").every((byte, k) => file[i + k] === byte));
  const copy = file.slice();
  copy.set(bytes, offset < 0 ? copy.length + offset : at + offset);
  return copy;
}
const archive = zip({ "w.npy": array });
const deflated = zip({ "w.npy": array }, 6);
const zeros = zip({ "w.npy": npy(npyHeader("(1000000,)"), new Uint8Array(4_000_000)) }, 6);
const LOCAL_HEADER = 30;
const bytesOf = (n: number): number[] => [n & 255, (n >> 8) & 255, (n >> 16) & 255, (n >> 24) & 255];

/** An archive whose first member claims to end where the second one does. */
function shared(): Uint8Array<ArrayBuffer> {
  const long = npy(npyHeader("(100,)"), new Uint8Array(400));
  const file = zip({ "a.npy": long, "b.npy": long });
  const size = bytesOf(2 * long.length + LOCAL_HEADER + "b.npy".length);
  return changed(changed(file, 20, ...size), 24, ...size);
}

const zipCases: readonly Case[] = [
  ["half an archive", archive.subarray(0, archive.length >> 1), "zip", "no end"],
  ["a comment longer than its declared length", joined(archive, [1]), "zip", "no end"],
  ["another checksum", changed(archive, 16, 1, 2, 3, 4), "w.npy", "checksum"],
  ["an encrypted member", changed(archive, 8, 1, 0), "w.npy", "encrypted"],
  ["a method that is none", changed(archive, 10, 99, 0), "w.npy", "compression 99"],
  ["a zip64 entry", changed(archive, 24, ...bytesOf(-1)), "w.npy", "zip64"],
  ["a zip64 directory", changed(archive, -6, ...bytesOf(-1)), "zip", "zip64"],
  ["another number of members", changed(archive, -14, 2, 0, 2, 0), "zip", "no entry"],
  ["fewer members than entries", changed(archive, -14, 0, 0, 0, 0), "zip", "0 members"],
  ["a second disk", changed(archive, -18, 1, 0), "zip", "disks"],
  ["a local header elsewhere", changed(archive, 42, 7), "w.npy", "local header"],
  ["a local header beyond the file", changed(archive, 42, ...bytesOf(0x7fffffff)), "w.npy", "local header"],
  ["a member beyond the archive", changed(archive, 20, ...bytesOf(5000)), "w.npy", "beyond"],
  [
    "a stored size that differs from the actual size",
    changed(archive, 24, ...bytesOf(array.length - 1)),
    "w.npy",
    "bytes",
  ],
  ["a bomb that is declared", changed(zeros, 24, ...bytesOf(2_000_000_000)), "zip", "2000000000 bytes"],
  ["a bomb that is not declared", changed(zeros, 24, ...bytesOf(200)), "w.npy", "more bytes", "200"],
  ["less than was declared", changed(deflated, 24, ...bytesOf(5000)), "w.npy", "5000"],
  ["members that share their bytes", shared(), "zip", "bytes of members"],
  ["a name that is no text", changed(archive, 46, 0xff), "name of a member", "no text"],
  ["a deflated member that is none", changed(archive, 10, 8, 0), "w.npy"],
];

const deep = "[".repeat(5_000_000);
const jsonCases: readonly Case[] = [
  ["no JSON", "w_q.weight", "text", "JSON"],
  ["half a file", '{"w": [1', "text", "JSON"],
  ["no object", "[1]", "text", "an object"],
  ["null", "null", "text", "an object"],
  ["no tensor", "{}", "tensors", "none"],
  ["a lone number", '{"w": 1}', "w", "1", "lists"],
  ["a lone null", '{"w": null}', "w", "null"],
  ["a word among numbers", '{"w": [1, "one"]}', "w[1]", '"one"'],
  ["null among numbers", '{"w": [[1], [null]]}', "w[1][0]", "null"],
  ["a bit among numbers", '{"w": [true]}', "w[0]", "true"],
  ["a number beyond float32", '{"w": [1e39]}', "w[0]", "1e+39"],
  ["a number beyond float64", '{"w": [1e999]}', "w[0]", "Infinity"],
  ["rows of other lengths", '{"w": [[1, 2], [3]]}', "w[1]", "a list of 1", "2"],
  ["a number among rows", '{"w": [[1, 2], 3]}', "w[1]", "3"],
  ["a row among numbers", '{"w": [1, [2]]}', "w[1]", "a list"],
  ["too many axes", `{"w": ${"[".repeat(40)}1${"]".repeat(40)}}`, "w", "33 axes"],
  ["far too many axes", `{"w": ${deep}${"]".repeat(deep.length)}}`, "text", "deeper brackets", "64"],
  ["brackets that never close", `{"w": ${deep}`, "text", "deeper brackets"],
  ["a duplicate name", '{"w": [1], "\\u0077": [2]}', "w", "twice"],
  ["data for another shape", '{"w": {"shape": [2], "data": [1]}}', "w", "1 numbers", "2"],
  ["a shape without data", '{"w": {"shape": [2]}}', "w", "data"],
  ["data that are no list", '{"w": {"shape": [1], "data": {"0": 1, "length": 1}}}', "w", "data"],
  ["a shape that is huge", '{"w": {"shape": [1e9, 1e9], "data": []}}', "w", `${MOST_NUMBERS}`],
  ["another dtype", '{"w": {"shape": [1], "dtype": "int32", "data": [1]}}', "w", '"int32"', "float32"],
  [
    "a trace without parameters",
    '{"spec": {}, "steps": [{"name": "ids", "shape": [1], "data": [1]}]}',
    "tensors",
  ],
  [
    "a duplicate parameter",
    `{"spec": {}, "steps": [${Array(2).fill('{"name": "w_q.bias", "shape": [1], "data": [1]}')}]}`,
    "w_q.bias",
    "twice",
  ],
  ["no text", joined(ascii('{"w": [1], "'), [0xc3, 0x28]), "text", "UTF-8"],
];

const otherCases: readonly Case[] = [
  ["nothing", new Uint8Array(), "beginning", "an empty file", ".npz"],
  ["one array", array, "beginning", ".npy", ".npz"],
  ["a pickle", joined([0x80, 0x02, 0x7d]), "beginning", "pickle", "torch.save"],
  ["a picture", joined([0x89], ascii("PNG\r\n"), [0x1a, 0x0a]), "beginning", "89 50 4e 47"],
];

describe.each([
  ["safetensors", safetensorsCases],
  ["an array", npyCases],
  ["an archive", zipCases],
  ["JSON", jsonCases],
  ["no weight file", otherCases],
])("%s", (_name, cases) => {
  test.each(cases)("%s", (_what, file, ...words) => {
    const { code, message, details } = refusal(() => readWeights(file, "my.file"));
    expect(code).toBe("bad-file");
    expect(Object.keys(details).slice(0, 4)).toEqual(["file", "field", "got", "wants"]);
    for (const word of ["my.file", ...words]) expect(message).toContain(word);
  });
});

test.each([
  ["dtype", header({ dtype: "F16", shape: [2] })],
  ["dtype", fixture("float64.npz")],
  ["dtype", '{"w": {"shape": [1], "dtype": "int32", "data": [1]}}'],
  ["torchSave", fixture("torch_save.pt")],
  ["torchSave", joined([0x80, 0x02, 0x7d])],
  ["notWeights", new Uint8Array()],
  ["notWeights", joined([0x89], ascii("PNG\r\n"), [0x1a, 0x0a])],
  ["tooLarge", header({ shape: [2 ** 16, 2 ** 16] })],
  // Damaged files, whatever their own text or the limits in the message say.
  [undefined, "{ torch.save"],
  [undefined, '{"safetensors": 1}'],
  [undefined, `{"a":${"[".repeat(100)}${"]".repeat(100)}}`],
  [undefined, safetensors({ w: one }, floats(1), 1000n)],
] as const)("a page can tell what is wrong without reading the message: %s", (kind, file) => {
  expect(refusal(() => readWeights(file, "my.file")).details["kind"]).toBe(kind);
});

test("text from a file cannot control a terminal, and is shortened", () => {
  const { message } = refusal(() =>
    readWeights(JSON.stringify({ ["\u001b[2J\u009b\u202e".repeat(50)]: 1 }), "a\nb"),
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
  expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  expect(message.length).toBeLessThan(200);
});

test.each([[null], [undefined], [3], [[1]], [{}], [new Float32Array(4)]])("%s is not a file", (file) => {
  expect(refusal(() => readWeights(file as never)).code).toBe("wrong-type");
});

test.each([
  ["cells", MOST_NUMBERS],
  ["length", MOST_TOKENS],
])("the limit of %s equals the core's", (name, limit) => {
  const spec = readFileSync(new URL("../../cpp/include/headsup/lesson/spec.h", import.meta.url), "utf8");
  const [, digits = ""] = new RegExp(` Index ${name} = ([\\d']+);`).exec(spec) ?? [];
  expect(Number(digits.replaceAll("'", ""))).toBe(limit);
});

test("deflated members are read about as fast as stored ones, however many there are", () => {
  const members = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`w${i}.npy`, array]));
  const timeMs = (file: Uint8Array<ArrayBuffer>): number => {
    const start = performance.now();
    readWeights(file);
    return performance.now() - start;
  };
  const [stored, packed] = [zip(members), zip(members, 6)];
  const best = (file: Uint8Array<ArrayBuffer>): number => Math.min(...[1, 2, 3].map(() => timeMs(file)));
  best(stored);
  expect(best(packed)).toBeLessThan(5 * best(stored));
});
