/**
 * The layers of an acyclic graph: every edge leads from one layer to the next. A vertex's layer is the length of the longest
 * path to it; an edge that spans several layers gets a joint in each layer between.
 */
import { type Item, type Link, ordered } from "./crossings.js";

export interface Vertex {
  readonly id: string;
  readonly inputs: readonly string[];
}

export interface Layered {
  readonly layers: readonly (readonly Item[])[];
  readonly links: readonly Link[];
}

/** At most `most` vertices share a layer. */
export function layered(vertices: readonly Vertex[], most = Number.POSITIVE_INFINITY): Layered {
  const layer = layersOf(vertices, most);
  const layers: Item[][] = Array.from({ length: Math.max(0, ...layer.values()) + 1 }, () => []);
  const links = new Map<string, Link>();
  const place = (item: Item, at: number): void => {
    if (!layers[at]?.some(({ key }) => key === item.key)) layers[at]?.push(item);
  };
  for (const { id } of vertices) place({ key: id, vertex: id, isJoint: false }, layer.get(id) ?? 0);
  for (const { id, inputs } of vertices)
    for (const input of inputs) {
      let from = input;
      for (let at = (layer.get(input) ?? 0) + 1; at <= (layer.get(id) ?? 0); at++) {
        const isLast = at === layer.get(id);
        const to = isLast ? id : `${input}@${at}`;
        if (!isLast) place({ key: to, vertex: input, isJoint: true }, at);
        links.set(`${from} ${to}`, { from, to });
        from = to;
      }
    }
  const all = [...links.values()];
  return { layers: ordered(layers, all), links: all };
}

/** The layer of each vertex. Vertices without inputs go just before their first reader. */
function layersOf(vertices: readonly Vertex[], most: number): ReadonlyMap<string, number> {
  const layer = new Map<string, number>();
  const isFull = (at: number): boolean => [...layer.values()].filter((one) => one === at).length >= most;
  for (const { id, inputs } of vertices.filter((one) => one.inputs.length > 0)) {
    let at = Math.max(0, ...inputs.map((input) => layer.get(input) ?? 0)) + 1;
    while (isFull(at)) at++;
    layer.set(id, at);
  }
  for (const { id } of vertices.filter((one) => one.inputs.length === 0)) {
    const readers = vertices.flatMap((one) => (one.inputs.includes(id) ? (layer.get(one.id) ?? 0) : []));
    let at = Math.max(0, Math.min(...readers, Number.MAX_SAFE_INTEGER) - 1);
    if (readers.length === 0) at = 0;
    while (at > 0 && isFull(at)) at--;
    layer.set(id, at);
  }
  return layer;
}
