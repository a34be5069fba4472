/**
 * Why scores are divided by the root of d_k: dot products of random queries with random keys, which are sums of d_k products
 * each, and the weights that a softmax makes of five of them. Every number comes from the core.
 */
import { type Core, rootOf, rowSums, scaled, softmaxOf, sumOf } from "../draw/asides/arithmetic.js";
import { range } from "../module/shape.js";
import { HEAD_SIZES } from "./offers.js";

/** How many queries and keys, and how many of their dot products are taken for one row of scores. */
const [PAIRS, KEYS] = [200, 5];
/**
 * The seed of `torch.randn(2, PAIRS, 256)`: with it the spread of each size differs from the root by at most 3.5 %, the sampling
 * error of 200 numbers being 5 %, and the five scores tell the same story for every size.
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
  /** The root of their mean square. */
  readonly spread: number;
  /** For each divisor what it is, the divided scores, and their softmax. */
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
