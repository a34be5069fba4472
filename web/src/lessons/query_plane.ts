/**
 * A query in the plane of a head's first two dimensions, beside the keys and values of one sentence. The reader moves the
 * query; the core computes its scores, its weights and the mix of values.
 */
import { tokensOf } from "../draw/names.js";
import type { Focus, Tokens } from "../draw/picture.js";
import { queryOf } from "../draw/scenes/opening.js";
import { hasStep, type Slice, sliceOf, stepOf } from "../draw/tensor_view.js";
import type { Operations } from "../module/bare.js";
import type { Trace } from "../module/types.js";

/** A vector's numbers in the two dimensions shown, the first two of the head. */
export type Point = readonly [number, number];

export interface PlaneKey {
  readonly text: string;
  readonly key: Point;
  readonly value: Point;
}

export interface Plane {
  /** The tensors that the points are taken from. */
  readonly names: { readonly queries: string; readonly keys: string; readonly values: string };
  readonly focus: Focus;
  /** The token whose query this is, its position, and its query in this lesson. */
  readonly token: string;
  readonly at: number;
  readonly own: Point;
  /** The sentence's tokens without padding. */
  readonly keys: readonly PlaneKey[];
  /** How many dimensions the head has. */
  readonly dK: number;
  /**
   * Each plane extends from −reach to reach. The query has its own reach, because its length matters only in comparison with
   * other queries.
   */
  readonly reach: number;
  readonly keyReach: number;
  readonly valueReach: number;
}

export interface PlaneAttention {
  readonly scores: readonly number[];
  readonly weights: readonly number[];
  readonly mix: Point;
}

/** The product of the longest query and the longest key: enough for one key to get most of the weight. */
const LARGEST_PRODUCT = 6;

const vectorsOf = (trace: Trace, letter: "q" | "k" | "v") =>
  stepOf(trace, hasStep(trace, `${letter}_heads`) ? `${letter}_heads` : letter);

const pointOf = ({ value }: Slice, row: number): Point => [value(row, 0), value(row, 1)];

const largestCoordinate = (points: readonly Point[]): number => Math.max(...points.flat().map(Math.abs));

/** Rounded up to a multiple of a half. */
const roundedUp = (size: number): number => Math.max(0.5, Math.ceil(2 * size) / 2);

/** Undefined if the heads have a single dimension. */
export function planeOf(trace: Trace, wanted: Focus, tokens: Tokens | undefined): Plane | undefined {
  const [queries, keys, values] = (["q", "k", "v"] as const).map((letter) => vectorsOf(trace, letter));
  if (!queries || !keys || !values) return undefined;
  const focus = { batch: wanted.batch, head: keys.axes.includes("H") ? wanted.head : 0 };
  const [querySlice, keySlice, valueSlice] = [queries, keys, values].map((step) => sliceOf(step, focus));
  if (!querySlice || !keySlice || !valueSlice || keySlice.cols.size < 2) return undefined;
  const tokensIn = (slice: Slice) => tokensOf({ trace, focus, tokens }, slice.rows.letter) ?? [];
  const at = queryOf(trace, focus.batch);
  const own = pointOf(querySlice, at);
  const points = tokensIn(keySlice)
    .filter(({ isPadding }) => !isPadding)
    .map(({ text, at: row }) => ({ text, key: pointOf(keySlice, row), value: pointOf(valueSlice, row) }));
  const keyReach = largestCoordinate(points.map(({ key }) => key)) || 1;
  return {
    names: { queries: queries.name, keys: keys.name, values: values.name },
    ...{ focus, token: tokensIn(querySlice)[at]?.text ?? String(at), at, own, keys: points },
    dK: keySlice.cols.size,
    reach: roundedUp(Math.max(LARGEST_PRODUCT / keyReach, largestCoordinate([own]))),
    keyReach: roundedUp(keyReach),
    valueReach: roundedUp(largestCoordinate(points.map(({ value }) => value))),
  };
}

/** softmax(q Kᵀ / √2) V in these two dimensions alone. */
export function attend(
  hu: Pick<Operations, "scaledDotProductAttention">,
  plane: Plane,
  query: Point,
): PlaneAttention {
  const [keys, values] = [plane.keys.map(({ key }) => key), plane.keys.map(({ value }) => value)];
  const { scores, attention, values: mixed } = hu.scaledDotProductAttention([query], keys, values);
  const [x = 0, y = 0] = mixed.data;
  return { scores: [...scores.data], weights: [...attention.data], mix: [x, y] };
}

/** The points of a plane with their labels. Equal ids have equal vectors, so tokens at the same point share one label. */
export function labelsOf(points: readonly { readonly text: string; readonly at: Point }[]) {
  const places = new Map<string, { text: string; at: Point; count: number }>();
  for (const { text, at } of points) {
    const key = `${text} ${at.join()}`;
    places.set(key, { text, at, count: (places.get(key)?.count ?? 0) + 1 });
  }
  return [...places.values()].map(({ text, at, count }) => ({
    at,
    text: count > 1 ? `${text} ×${count}` : text,
  }));
}

/** A query, rounded to hundredths and clamped to the plane. */
export const clampToPlane = ({ reach }: Plane, [x, y]: Point): Point => {
  const clamped = (size: number): number => Math.round(100 * Math.max(-reach, Math.min(reach, size))) / 100;
  return [clamped(x), clamped(y)];
};

/** The query given in a URL as "x,y"; the lesson's own query for any other text. */
export function queryFromText(plane: Plane, text: string): Point {
  const [x, y, ...more] = text.split(",").map(Number);
  const isPoint = more.length === 0 && Number.isFinite(x) && Number.isFinite(y);
  return isPoint ? clampToPlane(plane, [x ?? 0, y ?? 0]) : plane.own;
}
