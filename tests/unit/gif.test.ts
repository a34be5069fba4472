/** An animated GIF decodes to the frames that were put into it. */
import { expect, test } from "vitest";
import { ColorCount, Gif } from "../../web/src/draw/paint/gif.js";

/** The pixels of every frame, by a decoder that knows only what the encoder uses. */
function decoded(bytes: Uint8Array): number[][] {
  const word = (at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  const [width, height] = [word(6), word(8)];
  const colorAt = (i: number): number =>
    ((bytes[13 + 3 * i] ?? 0) << 16) | ((bytes[14 + 3 * i] ?? 0) << 8) | (bytes[15 + 3 * i] ?? 0);
  const shown = new Array<number>(width * height).fill(-1);
  const frames: number[][] = [];
  let at = 13 + 3 * 256;
  const blocks = (): number[] => {
    const data: number[] = [];
    for (let size = bytes[at++] ?? 0; size > 0; size = bytes[at++] ?? 0) {
      data.push(...bytes.subarray(at, at + size));
      at += size;
    }
    return data;
  };
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      at += 2;
      blocks();
      continue;
    }
    const [left, top, across] = [word(at + 1), word(at + 3), word(at + 5)];
    at += 11;
    unpacked(blocks()).forEach((index, i) => {
      const place = (top + Math.floor(i / across)) * width + left + (i % across);
      if (index !== 255) shown[place] = colorAt(index);
    });
    frames.push([...shown]);
  }
  return frames;
}

function unpacked(data: readonly number[]): number[] {
  const [CLEAR, END] = [256, 257];
  const out: number[] = [];
  let [bits, at] = [9, 0];
  let table: number[][] = [];
  let last: readonly number[] | undefined;
  for (;;) {
    let code = 0;
    for (let bit = 0; bit < bits; bit++, at++) code |= (((data[at >> 3] ?? 0) >> (at & 7)) & 1) << bit;
    if (code === END) return out;
    if (code === CLEAR) {
      [bits, last] = [9, undefined];
      table = Array.from({ length: 258 }, (_, i) => [i]);
      continue;
    }
    const entry: readonly number[] = table[code] ?? [...(last ?? []), last?.[0] ?? 0];
    out.push(...entry);
    if (last && table.length < 4096) table.push([...last, entry[0] ?? 0]);
    if (table.length === 1 << bits && bits < 12) bits++;
    last = entry;
  }
}

/** A frame of random pixels of few colours, the same each time; its middle changes with `seed`. */
function frame(width: number, height: number, seed: number): Uint8ClampedArray {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  let random = 1;
  for (let i = 0; i < width * height; i++) {
    random = (Math.imul(random, 1103515245) + 12345) >>> 0;
    const isMiddle = i > (width * height) / 3 && i < (width * height) / 2;
    const color = ((random >>> 16) + (isMiddle ? seed : 0)) % 200;
    data.set([color, 255 - color, (color * 7) % 256], 4 * i);
  }
  return data;
}

const pixelsOf = (data: Uint8ClampedArray): number[] =>
  Array.from(
    { length: data.length / 4 },
    (_, i) => ((data[4 * i] ?? 0) << 16) | ((data[4 * i + 1] ?? 0) << 8) | (data[4 * i + 2] ?? 0),
  );

async function encoded(
  frames: readonly Uint8ClampedArray[],
  width: number,
  height: number,
): Promise<Uint8Array> {
  const colors = new ColorCount();
  for (const one of frames) colors.add(one);
  const gif = new Gif(width, height, colors.palette(), 3);
  for (const one of frames) gif.add(one, 80);
  const bytes = new Uint8Array(await gif.file().arrayBuffer());
  expect(gif.size).toBe(bytes.length - 1);
  return bytes;
}

test("frames of up to 255 colours come back exactly, also where the table of codes is full", async () => {
  const [width, height] = [160, 120];
  const frames = [0, 1, 1, 7].map((seed) => frame(width, height, seed));
  expect(decoded(await encoded(frames, width, height))).toEqual(frames.map(pixelsOf));
});

test("of more colours the frequent ones stay, and the others become near ones", async () => {
  const [width, height] = [64, 64];
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let i = 0; i < (width * height) / 2; i++) data.set([i % 256, (i * 3) % 256, (i >> 3) % 256], 4 * i);
  const [result = []] = decoded(await encoded([data], width, height));
  const wanted = pixelsOf(data);
  expect(result.slice(-100)).toEqual(wanted.slice(-100));
  const apart = result.map((color, i) => Math.abs((color & 255) - ((wanted[i] ?? 0) & 255)));
  expect(Math.max(...apart)).toBeLessThan(40);
});

test("a frame that changes nothing is one pixel", async () => {
  const still = frame(40, 30, 0);
  const [one, two] = [await encoded([still], 40, 30), await encoded([still, still], 40, 30)];
  expect(two.length - one.length).toBeLessThan(40);
});
