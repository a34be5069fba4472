/** Tens of thousands of damaged weight files, the same in every run: each is refused or read whole, and quickly. */
import { describe, expect, test } from "vitest";
import { HeadsUpError } from "../../web/src/module/errors.js";
import { cellCount } from "../../web/src/module/shape.js";
import { readWeights } from "../../web/src/module/weights/read_weights.js";
import { MOST_NUMBERS } from "../../web/src/module/weights/state_dict_builder.js";
import { sampled } from "../sampled.js";
import { fixture, npy, npyHeader, zip } from "./weight_files.js";

type Bytes = Uint8Array<ArrayBuffer>;

const numbers = new Uint8Array(Float32Array.from({ length: 24 }, Math.sqrt).buffer);
const arrays = { "a.npy": npy(npyHeader("(2, 3, 4)"), numbers), "b.npy": npy(npyHeader("(24,)"), numbers) };
const FILES: readonly (readonly [name: string, file: Bytes])[] = [
  ...["course.safetensors", "odd.npz", "odd.json", "course.npz", "course.json"].map(
    (name) => [name, fixture(name)] as const,
  ),
  ["a deflated archive", zip(arrays, 6)],
];
const RANDOM_ROUNDS = 2_000;

type Outcome = "read" | "refused";

/** Reads the file, and fails unless it is properly refused or all of its tensors are complete. */
function outcome(file: Bytes, what: () => string): Outcome {
  try {
    for (const { shape, data } of Object.values(readWeights(file))) {
      if (cellCount(shape) !== data.length || data.length > MOST_NUMBERS)
        expect.fail(`${what()}: half a tensor`);
    }
    return "read";
  } catch (error) {
    if (!(error instanceof HeadsUpError) || error.code !== "bad-file") expect.fail(`${what()}: ${error}`);
    return "refused";
  }
}

/** Reproducible whole numbers below `most`: a linear congruential generator. */
function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** The file with one kind of damage; most kinds keep its length. */
function damaged(file: Bytes, roll: (most: number) => number): Bytes {
  const copy = file.slice();
  const at = roll(file.length);
  const size = 1 + roll(16);
  switch (roll(6)) {
    case 0:
      copy[at] = roll(256);
      return copy;
    case 1:
      return copy.fill(roll(2) * 255, at, at + size);
    case 2: // another piece of the same file
      return copy.fill(0, at, at + size).copyWithin(at, roll(file.length), roll(file.length) + size);
    case 3: // a piece lost
      return new Uint8Array([...copy.subarray(0, at), ...copy.subarray(at + size)]);
    case 4: // a piece twice
      return new Uint8Array([...copy.subarray(0, at), ...copy.subarray(Math.max(0, at - size))]);
    default: // a field of four bytes, little-endian as sizes and offsets are
      if (at + 4 <= copy.length) new DataView(copy.buffer).setUint32(at, roll(2 ** 32) >>> roll(32), true);
      return copy;
  }
}

/** `npm test` damages one file of each format. */
describe.each(sampled(FILES, 3))("%s", { timeout: 30_000 }, (_name, good) => {
  test("is refused if truncated anywhere", () => {
    for (let length = 0; length < good.length; length++) {
      const file = good.slice(0, length);
      expect(
        outcome(file, () => `${length} bytes`),
        `${length} bytes`,
      ).toBe("refused");
    }
  });

  test("is refused or read whole if any byte is changed", () => {
    const seen = new Set<Outcome>();
    for (let at = 0; at < good.length; at++) {
      const was = good[at] ?? 0;
      for (const byte of [0, 255, was ^ 1, was ^ 0x80, was + 1]) {
        const file = good.with(at, byte);
        seen.add(outcome(file, () => `byte ${at} = ${byte & 255}`));
      }
    }
    expect([...seen].toSorted()).toEqual(["read", "refused"]);
  });

  test("is refused or read whole if damaged several times", () => {
    const seen = new Set<Outcome>();
    for (let round = 0; round < RANDOM_ROUNDS; round++) {
      const roll = dice(round);
      let file: Bytes = good;
      for (let damages = roll(5); damages >= 0; damages--) file = damaged(file, roll);
      seen.add(outcome(file, () => `round ${round}`));
    }
    expect([...seen].toSorted()).toEqual(["read", "refused"]);
  });
});
