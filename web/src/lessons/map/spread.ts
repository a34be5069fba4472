/**
 * The positions of items within their layers: each as near as possible to its neighbours in the layers before and after, in
 * order and without overlap.
 */
import type { Layered } from "./layers.js";

const SWEEPS = 24;
/** Joints of one edge pull harder, so that long edges are straight. */
const STRAIGHT = 8;

export interface SpreadOptions {
  /** How far each item reaches before and after the point where its edges meet it. */
  readonly reach: (key: string) => readonly [before: number, after: number];
  readonly gap: number;
  /** The space available to a layer; a layer that needs more space takes more. */
  readonly room?: number;
}

/** The point of each item where its edges meet it. */
export function spread({ layers, links }: Layered, options: SpreadOptions): ReadonlyMap<string, number> {
  const room = options.room ?? Math.max(...layers.map((items) => extent(items, options)));
  const centre = new Map<string, number>();
  for (const items of layers) settle(items, centre, options, room, () => [{ at: room / 2, weight: 1 }]);
  const joints = new Set(layers.flat().flatMap((item) => (item.isJoint ? item.key : [])));
  const weight = (a: string, b: string): number =>
    joints.has(a) && joints.has(b) ? STRAIGHT : joints.has(a) || joints.has(b) ? 2 : 1;
  const sides = { from: new Map<string, Neighbour[]>(), to: new Map<string, Neighbour[]>() };
  for (const { from, to } of links) {
    const pull = weight(from, to);
    sides.from.set(to, [...(sides.from.get(to) ?? []), { key: from, weight: pull }]);
    sides.to.set(from, [...(sides.to.get(from) ?? []), { key: to, weight: pull }]);
  }
  const pulls = (key: string, side: "from" | "to"): Pull[] =>
    (sides[side].get(key) ?? []).map((one) => ({ at: centre.get(one.key) ?? 0, weight: one.weight }));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isForward = sweep % 2 === 0;
    const isLate = sweep >= SWEEPS - 6;
    for (const items of isForward ? layers : [...layers].reverse())
      settle(items, centre, options, room, (key) => {
        const before = isForward || isLate ? pulls(key, "from") : [];
        const found = [...before, ...(!isForward || isLate ? pulls(key, "to") : [])];
        return found.length > 0 ? found : [{ at: centre.get(key) ?? 0, weight: 1 }];
      });
  }
  return centre;
}

interface Neighbour {
  readonly key: string;
  readonly weight: number;
}

interface Pull {
  readonly at: number;
  readonly weight: number;
}

type Items = readonly { readonly key: string }[];

const extent = (items: Items, { reach, gap }: SpreadOptions): number =>
  items.reduce((sum, { key }) => sum + reach(key)[0] + reach(key)[1], 0) + gap * (items.length - 1);

/**
 * Puts the items of a layer where they are pulled to, as far as order, size and room allow: least squares under these
 * constraints, solved by pooling neighbours that would overlap.
 */
function settle(
  items: Items,
  centre: Map<string, number>,
  options: SpreadOptions,
  room: number,
  pulls: (key: string) => readonly Pull[],
): void {
  const { reach, gap } = options;
  const pools: { at: number; weight: number; count: number }[] = [];
  const offsets: number[] = [];
  let used = 0;
  for (const { key } of items) {
    const [before, after] = reach(key);
    const offset = used + before;
    offsets.push(offset);
    used = offset + after + gap;
    const wanted = pulls(key);
    const weight = wanted.reduce((sum, one) => sum + one.weight, 0);
    const at = wanted.reduce((sum, one) => sum + one.at * one.weight, 0) / weight - offset;
    pools.push({ at, weight, count: 1 });
    for (
      let last = pools.length - 1;
      last > 0 && (pools[last - 1]?.at ?? 0) > (pools[last]?.at ?? 0);
      last--
    ) {
      const [a, b] = [pools[last - 1], pools[last]] as [(typeof pools)[0], (typeof pools)[0]];
      const sum = a.weight + b.weight;
      const mean = (a.at * a.weight + b.at * b.weight) / sum;
      pools.splice(last - 1, 2, { at: mean, weight: sum, count: a.count + b.count });
    }
  }
  const lastStart = Math.max(0, room - extent(items, options));
  const starts = pools.flatMap(({ at, count }) =>
    Array<number>(count).fill(Math.max(0, Math.min(lastStart, at))),
  );
  items.forEach(({ key }, i) => {
    centre.set(key, (starts[i] ?? 0) + (offsets[i] ?? 0));
  });
}
