/** Breaks the layers into bands, one below the other like lines of text: as few as fit, cut where the fewest edges cross. */
import type { Item } from "./crossings.js";
import type { Layered } from "./layers.js";

type Layers = readonly (readonly Item[])[];

interface Cut {
  /** The index of the first layer of each band. */
  readonly starts: readonly number[];
  /** How many edges cross the cuts. */
  readonly crossing: number;
  /** The number of layers in the longest band. */
  readonly longest: number;
}

/** A band has at most `most` layers. */
export function bandsOf({ layers, links }: Layered, most: number): readonly Layers[] {
  const layerOf = new Map(layers.flatMap((items, i) => items.map(({ key }) => [key, i] as const)));
  const crossing = layers.map((_, i) => links.filter(({ to }) => layerOf.get(to) === i).length);
  const count = Math.ceil(layers.length / most);
  const cut = bestCut(layers.length, count, most, crossing);
  return cut.starts.map((from, i) => layers.slice(from, cut.starts[i + 1] ?? layers.length));
}

const isBetter = (a: Cut, b: Cut | undefined): boolean =>
  !b || a.crossing < b.crossing || (a.crossing === b.crossing && a.longest < b.longest);

/** The best way to cut the first `length` layers into `count` bands. */
function bestCut(length: number, count: number, most: number, crossing: readonly number[]): Cut {
  if (count <= 1) return { starts: [0], crossing: 0, longest: length };
  let best: Cut | undefined;
  for (let start = Math.max(1, length - most); start < length; start++) {
    if (start > most * (count - 1) || start < count - 1) continue;
    const before = bestCut(start, count - 1, most, crossing);
    const cut = {
      starts: [...before.starts, start],
      crossing: before.crossing + (crossing[start] ?? 0),
      longest: Math.max(before.longest, length - start),
    };
    if (isBetter(cut, best)) best = cut;
  }
  return best ?? { starts: [0], crossing: 0, longest: length };
}
