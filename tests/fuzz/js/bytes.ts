/**
 * Values made from a fuzzer's bytes, as bytes.h makes them for C++: each call takes some from the front, and returns a default
 * when they are used up.
 */

/** Numbers at which code tends to go wrong. */
const CORNERS: readonly number[] = [
  ...[Number.NaN, Infinity, -Infinity, -0, 0.5, -1, -1.5, 1e-45, 3.5e38, 1e300, Number.MIN_VALUE],
  ...[127, 128, 255, 256, 1024, 2048, 2049, 65_536, 100_000, 100_001],
  ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 32 - 1, 2 ** 32],
  ...[Number.MAX_SAFE_INTEGER, 2 ** 53, Number.MIN_SAFE_INTEGER, Number.MAX_VALUE],
];

export class Bytes {
  readonly #data: Uint8Array;
  #at = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  get areUsedUp(): boolean {
    return this.#at >= this.#data.length;
  }

  byte(): number {
    return this.#data[this.#at++] ?? 0;
  }

  /** 0 … count − 1, count up to 256: one byte. */
  below(count: number): number {
    return this.byte() % count;
  }

  coin(): boolean {
    return this.below(2) === 1;
  }

  /** True once in `count` times, and never when the bytes are used up. */
  oneIn(count: number): boolean {
    return this.below(count) === count - 1;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** A list of up to `most` items. */
  list<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }

  /** A size that lessons use, 1 … 8; one in sixteen is any number at all. */
  size(): number {
    const choice = this.below(128);
    return choice >= 120 ? this.odd() : (choice % 8) + 1;
  }

  /** A number from −4 to 4; one in sixteen is any number at all. */
  number(): number {
    const choice = this.byte();
    return choice >= 240 ? this.odd() : choice / 30 - 4;
  }

  /** A corner case, or any float64 by its bits. */
  odd(): number {
    const choice = this.below(CORNERS.length + 4);
    return (
      CORNERS[choice] ?? new Float64Array(Uint8Array.from({ length: 8 }, () => this.byte()).buffer)[0] ?? 0
    );
  }

  /** Up to 31 UTF-16 code units of any kind, including lone surrogates. */
  text(): string {
    const shape = this.byte();
    const wide = shape >= 224;
    const codes = Array.from({ length: shape % 32 }, () => this.byte() + (wide ? this.byte() * 256 : 0));
    return String.fromCharCode(...codes);
  }

  /** All remaining bytes, decoded as UTF-8. */
  restAsText(): string {
    const rest = this.#data.subarray(this.#at);
    this.#at = this.#data.length;
    return new TextDecoder().decode(rest);
  }
}
