/**
 * Lays out the map of a lesson in pixels: from left to right in a wide window, in as many bands as needed, and from top to
 * bottom in a narrow one. Weights and biases are above the operation that reads them.
 */
import { bandsOf } from "./bands.js";
import { routed } from "./edges.js";
import type { LessonGraph, MapNode } from "./graph.js";
import { type Layered, layered } from "./layers.js";
import { nameLines, shapeLines } from "./node_text.js";
import type { PlacedNode, Plan, Point } from "./places.js";
import { spread } from "./spread.js";

/** From this width on the map reads from left to right. */
const WIDE = 640;
const LEAST_WIDTH = 66;
const MOST_WIDTH = 112;
const PICTURE = 30;
const NAME_LINE = 15;
const SHAPE_LINE = 14;
/** A weight or bias, whose picture is beside its name and its shape. */
export const PARAMETER = { height: 27, picture: 22, heading: 15, below: 8 } as const;
const JOINT = 4;
const ROOM_FOR_JOINTS = 24;
/** Distances between layers, and between the nodes of a layer in either layout. */
const LAYER_GAP = 24;
const NODE_GAP = { horizontal: 12, vertical: 10 } as const;
/** Margins of the bands, for the edges that lead from one to the next. */
const GUTTER = 22;
const BETWEEN_BANDS = 34;

interface Sizes {
  readonly width: number;
  /** The height above and below the top of the node's picture. */
  readonly above: (node: MapNode) => number;
  readonly below: (node: MapNode) => number;
}

const sizesFor = (width: number): Sizes => ({
  width,
  above: ({ parameters }) =>
    parameters.length === 0 ? 0 : PARAMETER.heading + parameters.length * PARAMETER.height + PARAMETER.below,
  below: ({ id, step }) =>
    PICTURE + nameLines(id, width).length * NAME_LINE + shapeLines(step, width).length * SHAPE_LINE,
});

export function planOf(graph: LessonGraph, width: number): Plan {
  if (width >= WIDE) return horizontalPlan(graph, layered(graph.nodes), width);
  const fitting = Math.floor((width - ROOM_FOR_JOINTS) / (LEAST_WIDTH + NODE_GAP.vertical));
  return verticalPlan(graph, layered(graph.nodes, Math.max(1, fitting)), width);
}

const byId = ({ nodes }: LessonGraph) => new Map(nodes.map((node) => [node.id, node]));

/** Layers are columns. */
function horizontalPlan(graph: LessonGraph, whole: Layered, room: number): Plan {
  const inner = room - 2 * GUTTER;
  const bands = bandsOf(whole, Math.max(1, Math.floor(inner / (LEAST_WIDTH + LAYER_GAP))));
  const columns = Math.max(...bands.map(({ length }) => length));
  const pitch = Math.min(MOST_WIDTH + LAYER_GAP, inner / columns);
  const sizes = sizesFor(pitch - LAYER_GAP);
  const nodes = byId(graph);
  const reach = (key: string): readonly [number, number] => {
    const node = nodes.get(key);
    return node ? [sizes.above(node) + PICTURE / 2, sizes.below(node) - PICTURE / 2] : [JOINT, JOINT];
  };
  const across = spread(whole, { reach, gap: NODE_GAP.horizontal });
  const left = (room - columns * pitch) / 2 + LAYER_GAP / 2;
  const points = new Map<string, Point>();
  const ends: number[] = [];
  let top = 0;
  for (const band of bands) {
    const keys = band.flat().map(({ key }) => key);
    const start = Math.min(...keys.map((key) => (across.get(key) ?? 0) - reach(key)[0]));
    band.forEach((items, i) => {
      for (const { key } of items) points.set(key, [left + i * pitch, top + (across.get(key) ?? 0) - start]);
    });
    top += Math.max(...keys.map((key) => (across.get(key) ?? 0) + reach(key)[1])) - start;
    ends.push(top);
    top += BETWEEN_BANDS;
  }
  const placed = graph.nodes.map((node) => {
    const [x, y] = points.get(node.id) ?? [0, 0];
    return placedAt(node, sizes, x, y - PICTURE / 2);
  });
  const bandOf = new Map(bands.flatMap((band, i) => band.flat().map(({ key }) => [key, i] as const)));
  const routes = { points, width: sizes.width, room, ends, bandOf: (key: string) => bandOf.get(key) ?? 0 };
  return {
    width: room,
    height: Math.max(0, top - BETWEEN_BANDS),
    isVertical: false,
    nodes: placed,
    edges: routed(graph, whole, routes),
  };
}

/** Layers are rows. */
function verticalPlan(graph: LessonGraph, whole: Layered, room: number): Plan {
  const widths = whole.layers.map((items) => {
    const joints = items.filter(({ isJoint }) => isJoint).length;
    const rest = room - 2 * JOINT * joints - NODE_GAP.vertical * items.length;
    return rest / Math.max(1, items.length - joints);
  });
  const width = Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, ...widths));
  const sizes = sizesFor(width);
  const nodes = byId(graph);
  const reach = (key: string): readonly [number, number] =>
    nodes.has(key) ? [width / 2 + NODE_GAP.vertical / 2, width / 2] : [JOINT, JOINT];
  const across = spread(whole, { reach, gap: NODE_GAP.vertical / 2, room });
  const placed: PlacedNode[] = [];
  const points = new Map<string, Point>();
  const rows: { top: number; bottom: number }[] = [];
  let top = 0;
  for (const items of whole.layers) {
    const rowNodes = items.flatMap(({ key }) => nodes.get(key) ?? []);
    const above = Math.max(0, ...rowNodes.map(sizes.above));
    const bottom = top + above + Math.max(0, ...rowNodes.map(sizes.below));
    for (const { key } of items) {
      const [x, node] = [across.get(key) ?? 0, nodes.get(key)];
      points.set(key, [x, top + above]);
      if (node) placed.push(placedAt(node, sizes, x - width / 2, top + above));
    }
    rows.push({ top, bottom });
    top = bottom + LAYER_GAP;
  }
  const order = new Map(graph.nodes.map(({ id }, i) => [id, i]));
  placed.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  const rightmost = Math.max(room, ...placed.map(({ cell }) => Math.floor(cell.x + cell.width)));
  return {
    width: rightmost,
    height: Math.max(0, top - LAYER_GAP),
    isVertical: true,
    nodes: placed,
    edges: routed(graph, whole, {
      points,
      width,
      rows,
      placed: new Map(placed.map((node) => [node.id, node])),
    }),
  };
}

/** A node whose picture begins at this point. */
function placedAt(node: MapNode, { width, above, below }: Sizes, x: number, y: number): PlacedNode {
  const start = y - above(node);
  const box = { x, y, width, height: below(node) };
  const parameters = node.parameters.map((step, i) => {
    const at = start + PARAMETER.heading + i * PARAMETER.height;
    return {
      id: step.name,
      step,
      box: { x, y: at, width, height: PARAMETER.height },
      picture: { x, y: at + 2, width: PARAMETER.picture, height: PARAMETER.picture },
    };
  });
  return {
    id: node.id,
    step: node.step,
    box,
    picture: { x, y, width, height: PICTURE },
    parameters,
    heading: parameters.length > 0 ? { x, y: start, width, height: PARAMETER.heading } : undefined,
    cell: { x, y: start, width, height: above(node) + box.height },
  };
}
