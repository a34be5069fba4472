/**
 * The peak arithmetic rate in WebAssembly: 128-bit multiplications and additions on registers only, without loads and
 * stores; and, where the engine has relaxed SIMD, fused multiply-adds.
 */

const I32 = 0x7f;
const F32 = 0x7d;
const V128 = 0x7b;
const SIMD = 0xfd;
const END = 0x0b;

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const splat = (value: number): number[] => [
  0x43,
  ...new Uint8Array(Float32Array.of(value).buffer),
  SIMD,
  0x13,
];
const ADD = [SIMD, 0xe4, 0x01];
const MULTIPLY = [SIMD, 0xe6, 0x01];
const RELAXED_MADD = [SIMD, 0x85, 0x02];
const EXTRACT_LANE_0 = [SIMD, 0x1f, 0x00];

function leb128(value: number): number[] {
  const low = value & 0x7f;
  return value < 0x80 ? [low] : [low | 0x80, ...leb128(value >> 7)];
}
const section = (id: number, content: readonly number[]): number[] => [
  id,
  ...leb128(content.length),
  ...content,
];

/** Independent chains repeat x ← x · ½ + ½; one iteration of the loop takes this many steps of each chain. */
const STEPS = 4;

/** (i32 turns) → f32 */
function moduleOf(chains: number, fused: boolean): Uint8Array<ArrayBuffer> {
  const half = chains + 1; // local 0 is the number of turns, the chains follow
  const step = Array.from({ length: chains }, (_, i) => [
    ...get(i + 1),
    ...get(half),
    ...(fused ? [] : MULTIPLY),
    ...get(half),
    ...(fused ? RELAXED_MADD : ADD),
    ...set(i + 1),
  ]).flat();
  const begin = Array.from({ length: chains }, (_, i) => [...splat(i), ...set(i + 1)]).flat();
  const countDown = [...get(0), 0x41, 0x01, 0x6b, 0x22, 0x00, 0x0d, 0x00]; // turns ← turns − 1, again unless 0
  const loop = [0x03, 0x40, ...Array.from({ length: STEPS }, () => step).flat(), ...countDown, END];
  const sum = Array.from({ length: chains - 1 }, (_, i) => [...get(i + 2), ...ADD]).flat();
  const code = [...begin, ...splat(0.5), ...set(half), ...loop, ...get(1), ...sum, ...EXTRACT_LANE_0, END];
  const body = [0x01, ...leb128(chains + 1), V128, ...code];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(0x01, [0x01, 0x60, 0x01, I32, 0x01, F32]),
    ...section(0x03, [0x01, 0x00]),
    ...section(0x07, [0x01, 0x03, ...new TextEncoder().encode("run"), 0x00, 0x00]),
    ...section(0x0a, [0x01, ...leb128(body.length), ...body]),
  ]);
}

/** Numbers of chains to try. Both operations take four cycles and two start per cycle: fewer chains stall, more spill. */
const CHAINS = [8, 10, 12, 13];
/** About 40 ms, because some browsers' clocks have a resolution of a millisecond. */
const TURNS = 4_000_000;
const RUNS = 6;

/** Rates in 10⁹ multiplications and additions a second. */
export interface Ceiling {
  readonly plain: number;
  /** Null where the engine has no relaxed SIMD. */
  readonly fused: number | null;
}

export async function ceiling(): Promise<Ceiling> {
  const hasFused = WebAssembly.validate(moduleOf(1, true));
  return { plain: await best(false), fused: hasFused ? await best(true) : null };
}

/** The better of two measurements. */
export const higher = (a: Ceiling, b: Ceiling): Ceiling => ({
  plain: Math.max(a.plain, b.plain),
  fused: a.fused === null || b.fused === null ? null : Math.max(a.fused, b.fused),
});

/** The best of several runs of several kernels. */
async function best(fused: boolean): Promise<number> {
  let gflops = 0;
  for (const chains of CHAINS) {
    const { instance } = await WebAssembly.instantiate(moduleOf(chains, fused));
    const run = instance.exports["run"] as (turns: number) => number;
    run(TURNS / 10);
    for (let i = 0; i < RUNS; i++) {
      const began = performance.now();
      run(TURNS);
      const ms = performance.now() - began;
      gflops = Math.max(gflops, (TURNS * STEPS * chains * 8) / ms / 1e6); // two operations in four lanes per step
    }
  }
  return gflops;
}
