/** The edges of the map as lines: curved between layers, straight where they pass a layer. */
import type { LessonGraph } from "./graph.js";
import type { Layered } from "./layers.js";
import type { PlacedEdge, PlacedNode, Point } from "./places.js";

interface Columns {
  /** The left end of every item. */
  readonly points: ReadonlyMap<string, Point>;
  readonly width: number;
  readonly room: number;
  readonly bandOf: (key: string) => number;
  /** The bottom of every band. */
  readonly ends: readonly number[];
}

interface Rows {
  /** The middle of every item. */
  readonly points: ReadonlyMap<string, Point>;
  readonly width: number;
  readonly rows: readonly { readonly top: number; readonly bottom: number }[];
  readonly placed: ReadonlyMap<string, PlacedNode>;
}

export function routed(graph: LessonGraph, whole: Layered, routes: Columns | Rows): readonly PlacedEdge[] {
  const layer = new Map(whole.layers.flatMap((items, at) => items.map(({ key }) => [key, at] as const)));
  const line = "room" in routes ? lineThroughColumns(routes) : lineThroughRows(routes, layer);
  return graph.nodes.flatMap(({ id: to, inputs }) =>
    inputs.map((from): PlacedEdge => {
      const keys = [from];
      for (let at = (layer.get(from) ?? 0) + 1; at < (layer.get(to) ?? 0); at++) keys.push(`${from}@${at}`);
      return { from, to, points: line([...keys, to]) };
    }),
  );
}

type Line = (keys: readonly string[]) => readonly Point[];

const ORIGIN: Point = [0, 0];
/** Distance between the lines that lead from one band to the next. */
const LANE_GAP = 4;
/** How far from a node's corner an edge enters it from the side. */
const ENTRY = 5;

function lineThroughColumns({ points, width, room, bandOf, ends }: Columns): Line {
  let laneCount = 0;
  const laneOf = new Map<string, number>();
  return (keys) => {
    const line: Point[] = [];
    keys.forEach((key, i) => {
      const [x, y] = points.get(key) ?? ORIGIN;
      const before = keys[i - 1];
      const last = line.at(-1);
      if (last && before !== undefined) {
        if (bandOf(before) === bandOf(key)) line.push(...curve(last, [x, y], 0));
        else {
          // Edges from the same tensor share a lane.
          const lane = laneOf.get(before) ?? laneCount++;
          laneOf.set(before, lane);
          const offset = lane * LANE_GAP;
          const between = (ends[bandOf(before)] ?? 0) + 10 + offset;
          const [right, left] = [room - 4 - offset, 4 + offset];
          line.push([right, last[1]], [right, between], [left, between], [left, y], [x, y]);
        }
      }
      if (!last || i < keys.length - 1) line.push([x + width, y]);
    });
    return line;
  };
}

function lineThroughRows({ points, width, rows, placed }: Rows, layer: ReadonlyMap<string, number>): Line {
  return (keys) => {
    const line: Point[] = [];
    keys.forEach((key, i) => {
      const [x, y] = points.get(key) ?? ORIGIN;
      const row = rows[layer.get(key) ?? 0] ?? { top: 0, bottom: 0 };
      const last = line.at(-1);
      if (!last) {
        const { box } = placed.get(key) ?? { box: { y: 0, height: 0 } };
        line.push([x, box.y + box.height], [x, row.bottom]);
        return;
      }
      const isLast = i === keys.length - 1;
      // A node with weights above it is entered from the side.
      const isBeside = isLast && (placed.get(key)?.parameters.length ?? 0) > 0;
      const to = isBeside ? x - width / 2 - ENTRY : x;
      line.push(...curve(last, [to, row.top], 1));
      if (isBeside) line.push([to, y + ENTRY], [x - width / 2, y + ENTRY]);
      else if (isLast) line.push([x, y]);
      else line.push([x, row.bottom]);
    });
    return line;
  };
}

const CURVE_SEGMENTS = 12;

/** A curve between two points that starts and ends parallel to an axis (0 for x, 1 for y). */
function curve([x0, y0]: Point, [x1, y1]: Point, along: 0 | 1): Point[] {
  if (along === 0 ? y0 === y1 : x0 === x1) return [[x1, y1]];
  return Array.from({ length: CURVE_SEGMENTS }, (_, i) => {
    const t = (i + 1) / CURVE_SEGMENTS;
    const eased = t * t * (3 - 2 * t);
    const [right, down] = along === 0 ? [t, eased] : [eased, t];
    return [x0 + (x1 - x0) * right, y0 + (y1 - y0) * down];
  });
}
