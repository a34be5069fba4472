/** Orders the items within the layers so that few edges cross. */

/** A vertex, or a joint of an edge. Edges from one vertex share their joints. */
export interface Item {
  readonly key: string;
  /** The vertex, or for a joint, the vertex that its edges come from. */
  readonly vertex: string;
  readonly isJoint: boolean;
}

/** An edge between items of neighbouring layers. */
export interface Link {
  readonly from: string;
  readonly to: string;
}

const SWEEPS = 8;

type Neighbours = ReadonlyMap<string, readonly string[]>;

/**
 * The barycentre heuristic: sorts items by the mean place of their neighbours, then swaps adjacent items to remove crossings.
 */
export function ordered(start: readonly (readonly Item[])[], links: readonly Link[]): Item[][] {
  const before = grouped(links, "to", "from");
  const after = grouped(links, "from", "to");
  let best = start.map((items) => [...items]);
  let fewest = crossings(best, links);
  let current = best;
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    current = swapped(sorted(current, sweep % 2 === 0 ? before : after, sweep % 2 === 0), before, after);
    const count = crossings(current, links);
    if (count < fewest) [best, fewest] = [current.map((items) => [...items]), count];
  }
  return best;
}

function grouped(links: readonly Link[], by: keyof Link, of: keyof Link): Neighbours {
  const found = new Map<string, string[]>();
  for (const link of links) found.set(link[by], [...(found.get(link[by]) ?? []), link[of]]);
  return found;
}

const placesOf = (items: readonly Item[] = []): ReadonlyMap<string, number> =>
  new Map(items.map(({ key }, i) => [key, i]));

function sorted(layers: readonly Item[][], neighbours: Neighbours, isForward: boolean): Item[][] {
  const next = layers.map((items) => [...items]);
  const order = next.map((_, at) => at);
  for (const at of isForward ? order : order.reverse()) {
    const places = placesOf(next[isForward ? at - 1 : at + 1]);
    const means = new Map(
      next[at]?.map(({ key }, index) => {
        const adjacent = neighbours.get(key) ?? [];
        const sum = adjacent.reduce((total, neighbour) => total + (places.get(neighbour) ?? 0), 0);
        return [key, adjacent.length === 0 ? index : sum / adjacent.length];
      }),
    );
    next[at]?.sort((a, b) => (means.get(a.key) ?? 0) - (means.get(b.key) ?? 0));
  }
  return next;
}

const MOST_ROUNDS = 20;

function swapped(layers: Item[][], before: Neighbours, after: Neighbours): Item[][] {
  let isBetter = true;
  for (let round = 0; isBetter && round < MOST_ROUNDS; round++) {
    isBetter = false;
    layers.forEach((items, at) => {
      const sides = [
        [before, placesOf(layers[at - 1])],
        [after, placesOf(layers[at + 1])],
      ] as const;
      /** The number of crossings if `a` comes before `b`. */
      const cost = (a: Item, b: Item): number =>
        sides.reduce((sum, [neighbours, places]) => {
          const of = ({ key }: Item): number[] =>
            (neighbours.get(key) ?? []).map((one) => places.get(one) ?? 0);
          const others = of(b);
          return sum + of(a).reduce((count, x) => count + others.filter((y) => x > y).length, 0);
        }, 0);
      for (let i = 0; i + 1 < items.length; i++) {
        const [a, b] = [items[i] as Item, items[i + 1] as Item];
        if (cost(b, a) >= cost(a, b)) continue;
        items.splice(i, 2, b, a);
        isBetter = true;
      }
    });
  }
  return layers;
}

/** How many pairs of links cross. */
export function crossings(layers: readonly (readonly Item[])[], links: readonly Link[]): number {
  const after = grouped(links, "from", "to");
  return layers.reduce((count, items, at) => {
    const places = placesOf(layers[at + 1]);
    const ends = items.map(({ key }) => (after.get(key) ?? []).map((one) => places.get(one) ?? 0));
    const ofPair = (a: readonly number[], b: readonly number[]): number =>
      a.reduce((sum, x) => sum + b.filter((y) => x > y).length, 0);
    return (
      count + ends.reduce((sum, a, i) => sum + ends.slice(i + 1).reduce((s, b) => s + ofPair(a, b), 0), 0)
    );
  }, 0);
}
