/** Refused input leaks nothing: the module's memory does not grow. What was read is not held any longer than the call. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { BareModule } from "../../dist/package/heads-up.js";
import { exhaustive, sampled } from "../sampled.js";
import { type HeadsUp, imported, importedBare, installed } from "./packed.js";

/** Enough rounds that a single leaked argument per call would show as growth. */
const ROUNDS = [500, 2_000];

/** Returns a function that gives the memory size of the next loaded module. */
function nextMemory(): () => number {
  const instantiate = WebAssembly.instantiate;
  let memory: WebAssembly.Memory | undefined;
  WebAssembly.instantiate = (async (...args: Parameters<typeof instantiate>) => {
    const made = await instantiate(...args);
    // Bytes give a module and its instance, a module just its instance.
    const instance = ("instance" in made ? made.instance : made) as WebAssembly.Instance;
    memory = Object.values(instance.exports).find((item) => item instanceof WebAssembly.Memory);
    WebAssembly.instantiate = instantiate;
    return made;
  }) as typeof instantiate;
  return () => memory?.buffer.byteLength ?? expect.fail("no memory was seen");
}

test.each(sampled(ROUNDS))(
  "memory does not grow in %d rounds of refused calls with large arguments",
  async (rounds) => {
    const { HeadsUpError, load } = await imported(installed());
    const bytes = nextMemory();
    const hu = await load();
    const big = { shape: [100, 100], data: new Float32Array(10_000) };
    const long = Array.from({ length: 1000 }, (_, i) => i % 90);
    const trace = hu.run({ lesson: "masked-multi-head" });
    const refused: readonly (() => unknown)[] = [
      () => hu.linear(big, { shape: [3, 4], data: new Float32Array(12) }),
      () => hu.linear({ shape: [7, 7], data: big.data }, big),
      () => hu.scaledDotProductAttention(big, big, [[1, 2]]),
      () => hu.embedding([5000, 1], big),
      () => hu.pad([long, [1, 2.5]]),
      () => hu.run({ lesson: "masked-multi-head", sequences: [long, [500]] }),
      () => hu.createMultiHeadAttention({ dModel: 100, numHeads: 2, weights: { "w_q.weight": big } }),
      () => hu.explain(trace, "scores", [0, 0, 0, 99]),
    ];
    const round = (): void => {
      for (const call of refused) expect(call).toThrow(HeadsUpError);
    };
    round();
    const before = bytes();
    for (let i = 0; i < rounds; i++) round();
    expect(bytes()).toBe(before);
    expect(hu.explain(trace, "scores", [0, 0, 1, 1]).value).toBe(
      trace.steps.find((s) => s.name === "scores")?.data[11],
    );
  },
  120_000,
);

test.each([
  ["by the core", (hu: BareModule) => hu.linear([[1]], [[1, 2]])],
  ["of an argument", (hu: BareModule) => hu.softmax({ shape: [4, 8], data: new Float32Array(40) })],
])("a refusal %s leaves nothing on the stack", async (_, call) => {
  const { default: createHeadsUp } = await importedBare(installed());
  const hu = (await createHeadsUp()) as BareModule & Inside;
  expect(() => call(hu)).toThrow(hu.HeadsUpError);
  const before = hu.stackSave();
  for (let i = 0; i < 1000; i++) expect(() => call(hu)).toThrow(hu.HeadsUpError);
  expect(hu.stackSave()).toBe(before);
});

/** Emscripten's own members of the module. */
interface Inside {
  stackSave(): number;
}

exhaustive(
  "a forward pass over 8192 positions, 512 wide, stays within 128 MB",
  async () => {
    const { load } = await imported(installed());
    const bytes = nextMemory();
    const hu = await load();
    const layer = hu.createMultiHeadAttention({ dModel: 512, numHeads: 8 });
    const x = { shape: [1, 8192, 512], data: new Float32Array(8192 * 512).fill(0.5) };
    const { shape, data } = layer.forward(x);
    expect(shape).toEqual(x.shape);
    // All positions are equal, and so are their weighted averages.
    const [first] = data;
    const rows = Array.from({ length: 8192 }, (_, i) => data[512 * i] ?? Number.NaN);
    expect(Math.max(...rows.map((number) => Math.abs(number - (first ?? Number.NaN))))).toBeLessThan(1e-6);
    expect(bytes()).toBeLessThanOrEqual(128 * 2 ** 20);
  },
  60_000,
);

test.each(
  sampled([
    ["as float32", (hu, data) => hu.softmax({ shape: [2, 2], data })],
    ["as float64", (hu, data) => hu.paddingMask({ shape: [2, 2], data })],
  ] satisfies [string, (hu: HeadsUp, data: Float32Array) => unknown][]),
)("an array that was read %s can be freed after the call", async (_, call) => {
  const { load } = await imported(installed());
  const hu = await load();
  const read = (): WeakRef<Float32Array> => {
    const data = new Float32Array(4);
    call(hu, data);
    return new WeakRef(data);
  };
  const array = read();
  setFlagsFromString("--expose-gc");
  const collectGarbage: () => void = runInNewContext("gc");
  // Not the array itself: the error of a failed poll would hold it.
  await expect
    .poll(() => {
      collectGarbage();
      return array.deref() === undefined;
    })
    .toBe(true);
});
