/**
 * An animated GIF, which every browser, slide program and messenger plays. A frame after the first holds only the rectangle
 * that changed, with the pixels in it that did not left transparent; all frames share one palette.
 */

/** The index of a pixel that shows the frame before; the palette has the others. */
const TRANSPARENT = 255;
const MOST_COLORS = 255;
/** Rarer colours are blends at the edges of text, for which a near one will do. */
const CANDIDATES = 6000;
/** How far apart chosen colours are at first, as a squared distance; then closer ones fill the palette. */
const APART = [1200, 300, 60, 0] as const;

/** Red, green and blue as one number. */
type Color = number;

const distance = (a: Color, b: Color): number => {
  const [r, g, blue] = [(a >> 16) - (b >> 16), ((a >> 8) & 255) - ((b >> 8) & 255), (a & 255) - (b & 255)];
  return r * r + g * g + blue * blue;
};

/** Counts the colours of frames, to choose a palette. */
export class ColorCount {
  readonly #counts = new Map<Color, number>();

  /** `data` is red, green, blue and alpha of each pixel, as a canvas gives it. */
  add(data: Uint8ClampedArray): void {
    const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
    let [last, run] = [pixels[0] ?? 0, 0];
    const count = (): void => {
      const color = colorOf(last);
      this.#counts.set(color, (this.#counts.get(color) ?? 0) + run);
    };
    for (let i = 0; i < pixels.length; i++) {
      const pixel = pixels[i] ?? 0;
      if (pixel === last) run++;
      else {
        count();
        [last, run] = [pixel, 1];
      }
    }
    count();
  }

  /** The most frequent colours, so far from each other that all parts of the picture have a near one. */
  palette(): readonly Color[] {
    const candidates = [...this.#counts]
      .sort(([a, many], [b, more]) => more - many || a - b)
      .slice(0, CANDIDATES)
      .map(([color]) => color);
    const chosen: Color[] = [];
    for (const apart of APART)
      for (const color of candidates) {
        if (chosen.length === MOST_COLORS) return chosen;
        if (chosen.every((one) => distance(one, color) > apart)) chosen.push(color);
      }
    return chosen;
  }
}

/** From a pixel of a canvas in memory: its lowest byte is red. */
const colorOf = (pixel: number): Color => ((pixel & 255) << 16) | (pixel & 0xff00) | ((pixel >>> 16) & 255);

export class Gif {
  readonly #width: number;
  readonly #height: number;
  readonly #palette: readonly Color[];
  readonly #parts: Uint8Array<ArrayBuffer>[] = [];
  /** By colour, the place of the nearest in the palette plus one; 0 until it is asked for. */
  readonly #nearest = new Uint8Array(1 << 24);
  #before: Uint8Array | undefined;
  /** Bytes so far. */
  size = 0;

  /** `plays`: how many times the animation is played before it stands on its last frame. */
  constructor(width: number, height: number, palette: readonly Color[], plays: number) {
    [this.#width, this.#height, this.#palette] = [width, height, palette];
    const table = Array.from({ length: 256 }, (_, i) => palette[i] ?? 0);
    this.#write([
      ...[...new TextEncoder().encode("GIF89a"), ...word(width), ...word(height), 0xf7, 0, 0],
      ...table.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]),
      // The count of a GIF is of repeats after the first.
      ...[0x21, 0xff, 11, ...new TextEncoder().encode("NETSCAPE2.0"), 3, 1, ...word(plays - 1), 0],
    ]);
  }

  /** Adds a frame that is shown for `ms`, which GIF counts in hundredths of a second. */
  add(data: Uint8ClampedArray, ms: number): void {
    const now = this.#indexed(data);
    const box = this.#before ? changedBox(this.#before, now, this.#width) : this.#whole;
    const { left, top, width, height } = box;
    const inside = new Uint8Array(width * height);
    for (let y = 0, to = 0; y < height; y++)
      for (let x = 0; x < width; x++, to++) {
        const at = (top + y) * this.#width + left + x;
        inside[to] = this.#before?.[at] === now[at] ? TRANSPARENT : (now[at] ?? 0);
      }
    this.#before = now;
    this.#write([
      // Keep what is there, and leave one colour out.
      ...[0x21, 0xf9, 4, 5, ...word(Math.round(ms / 10)), TRANSPARENT, 0],
      ...[0x2c, ...word(left), ...word(top), ...word(width), ...word(height), 0],
    ]);
    this.#write(compressed(inside));
  }

  file(): Blob {
    return new Blob([...this.#parts, new Uint8Array([0x3b])], { type: "image/gif" });
  }

  get #whole(): Box {
    return { left: 0, top: 0, width: this.#width, height: this.#height };
  }

  #write(bytes: ArrayLike<number>): void {
    this.#parts.push(Uint8Array.from(bytes));
    this.size += bytes.length;
  }

  /** In plain loops, because a frame has a million pixels. */
  #indexed(data: Uint8ClampedArray): Uint8Array {
    const pixels = new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
    const indices = new Uint8Array(pixels.length);
    const nearest = this.#nearest;
    for (let i = 0; i < pixels.length; i++) {
      const color = colorOf(pixels[i] ?? 0);
      indices[i] = (nearest[color] || this.#findNearest(color)) - 1;
    }
    return indices;
  }

  /** One more than its place in the palette. */
  #findNearest(color: Color): number {
    let [best, least] = [0, Number.POSITIVE_INFINITY];
    this.#palette.forEach((one, i) => {
      const away = distance(one, color);
      if (away < least) [best, least] = [i, away];
    });
    this.#nearest[color] = best + 1;
    return best + 1;
  }
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The rectangle outside which nothing changed; one pixel if nothing did. */
function changedBox(before: Uint8Array, now: Uint8Array, width: number): Box {
  let [left, right, top, bottom] = [width, 0, -1, 0];
  for (let at = 0; at < now.length; at++) {
    if (before[at] === now[at]) continue;
    const x = at % width;
    bottom = (at - x) / width;
    if (top < 0) top = bottom;
    if (x < left) left = x;
    if (x > right) right = x;
  }
  if (top < 0) return { left: 0, top: 0, width: 1, height: 1 };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

const word = (value: number): readonly [number, number] => [value & 255, value >> 8];

const BITS = 8;
const CLEAR = 1 << BITS;
const MOST_CODES = 4096;
/** Slots of the table of known sequences: a power of two, and twice as many as there are codes. */
const SLOTS = 8192;

/** The image data of a frame: its pixels in the LZW of GIF, in blocks of at most 255 bytes. */
function compressed(pixels: Uint8Array): number[] {
  const out: number[] = [BITS];
  let block: number[] = [];
  let [held, heldBits] = [0, 0];
  const putByte = (byte: number): void => {
    block.push(byte);
    if (block.length < 255) return;
    out.push(255, ...block);
    block = [];
  };
  const put = (code: number, bits: number): void => {
    held |= code << heldBits;
    heldBits += bits;
    for (; heldBits >= 8; heldBits -= 8, held >>>= 8) putByte(held & 255);
  };
  // A known sequence is a known one (its code) and a pixel more; the table finds its code.
  const keys = new Int32Array(SLOTS);
  const codes = new Int16Array(SLOTS);
  let [next, bits] = [CLEAR + 2, BITS + 1];
  const forget = (): void => {
    put(CLEAR, bits);
    keys.fill(-1);
    [next, bits] = [CLEAR + 2, BITS + 1];
  };
  const slotOf = (key: number): number => {
    let slot = Math.imul(key, 0x9e3779b1) >>> 19;
    while (keys[slot] !== -1 && keys[slot] !== key) slot = (slot + 1) % SLOTS;
    return slot;
  };
  forget();
  let code = pixels[0] ?? 0;
  for (let i = 1; i < pixels.length; i++) {
    const pixel = pixels[i] ?? 0;
    const key = (code << BITS) | pixel;
    const slot = slotOf(key);
    if (keys[slot] === key) {
      code = codes[slot] ?? 0;
      continue;
    }
    put(code, bits);
    if (next === MOST_CODES) forget();
    else {
      if (next === 1 << bits) bits++;
      [keys[slot], codes[slot]] = [key, next];
      next++;
    }
    code = pixel;
  }
  put(code, bits);
  put(CLEAR + 1, bits);
  if (heldBits > 0) putByte(held & 255);
  if (block.length > 0) out.push(block.length, ...block);
  out.push(0);
  return out;
}
