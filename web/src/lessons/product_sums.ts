/**
 * Why scores are divided by the root of d_k: dot products of random queries with random keys, which are sums of d_k products
 * each, and the weights that a softmax makes of five of them. Every number comes from the core.
 */
import { type Core, rootOf, rowSums, scaled, softmaxOf, sumOf } from "../draw/asides/arithmetic.js";
import { range } from "../module/shape.js";
import { HEAD_SIZES } from "./offers.js";

/** How many pairs of a query and a key are drawn, and how many of their dot products make one row of scores. */
const [PAIRS, KEYS] = [200, 5];
/**
 * The seed of `torch.randn(2, PAIRS, 256)`. It was chosen so that each spread is within 3.5 % of √d_k (the sampling error of 200
 * numbers is 5 %) and ÷ √d_k never leaves all weight to one of the five keys.
 */
const SEED = 247;

/** What the scores are divided by: by nothing, by √d_k, by d_k. */
export const DIVISORS = ["one", "root", "size"] as const;
export type Divisor = (typeof DIVISORS)[number];

export interface ProductSums {
  readonly dK: number;
  readonly root: number;
  /** The dot products; the first ones are the scores. */
  readonly sums: readonly number[];
  /** The root mean square of the sums: how far they usually lie from 0. */
  readonly spread: number;
  /** For each divisor its value, the divided scores, and their softmax. */
  readonly divided: Readonly<
    Record<
      Divisor,
      { readonly by: number; readonly scores: readonly number[]; readonly weights: readonly number[] }
    >
  >;
}

export function productSums(hu: Core): readonly ProductSums[] {
  const width = Math.max(...HEAD_SIZES.map(Number));
  const drawn = hu.randn(SEED, [2, PAIRS, width]).data;
  const products = hu.mul(
    { shape: [PAIRS, width], data: drawn.subarray(0, PAIRS * width) },
    { shape: [PAIRS, width], data: drawn.subarray(PAIRS * width) },
  ).data;
  return HEAD_SIZES.map(Number).map((dK) => {
    const sums = rowSums(
      hu,
      range(PAIRS).map((pair) => [...products.subarray(pair * width, pair * width + dK)]),
    );
    const meanSquare = sumOf(hu, Array.from(hu.mul(sums, sums).data)) / PAIRS;
    const root = rootOf(hu, dK);
    const dividedBy = (by: number) => {
      const scores = scaled(hu, sums.slice(0, KEYS), 1 / by);
      return { by, scores, weights: softmaxOf(hu, scores) };
    };
    return {
      ...{ dK, root, sums, spread: rootOf(hu, meanSquare) },
      divided: { one: dividedBy(1), root: dividedBy(root), size: dividedBy(dK) },
    };
  });
}
