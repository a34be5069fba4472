/**
 * Lays out the map of a lesson in pixels. Each lesson places its tensors by hand in a grid of layers and lanes; the grid is
 * drawn from left to right in a wide window, in as many bands as needed, and from top to bottom in a narrow one. Weights and
 * biases are above the operation that reads them.
 */

import { monoWidth } from "../../draw/measure.js";
import type { Rect, StageStep } from "../../draw/picture.js";
import type { LessonGraph, MapNode } from "./graph.js";

type Point = readonly [x: number, y: number];

export interface AxisText {
  readonly letter: string;
  readonly text: string;
}

/** A tensor on the map: the box of its picture with its words, and the box of the picture alone. */
export interface PlacedTensor {
  readonly id: string;
  readonly step: StageStep;
  readonly box: Rect;
  readonly picture: Rect;
  /** Its name and its shape, in lines that fit. */
  readonly name: readonly string[];
  readonly shape: readonly (readonly AxisText[])[];
}

export interface PlacedNode extends PlacedTensor {
  readonly parameters: readonly PlacedTensor[];
  /** The box of the name that its parameters share. */
  readonly heading: Rect | undefined;
  /** The box of the whole node, with its heading and parameters. */
  readonly cell: Rect;
}

export interface PlacedEdge {
  readonly from: string;
  readonly to: string;
  readonly points: readonly Point[];
}

export interface Plan {
  readonly width: number;
  readonly height: number;
  readonly isVertical: boolean;
  /** The size of the names, in pixels. */
  readonly nameSize: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

/** From this width on the map reads from left to right. */
const WIDE = 640;
const LEAST_WIDTH = 66;
const MOST_WIDTH = 112;
const PICTURE = 30;
const LINE = { name: 15, shape: 14 } as const;
/** A weight or bias, whose picture is beside its name and its shape. */
const PARAMETER = { height: 27, picture: 22, heading: 15, below: 8 } as const;
/** Distances between layers and between lanes, in which edges run. */
const LAYER_GAP = 24;
const LANE_GAP = 12;
/** Margins of the bands, for the edges that lead from one to the next. */
const GUTTER = 22;
const BETWEEN_BANDS = 34;
/** Distance between the edges of different tensors in the same track. */
const TRACK = 4;
/** A lane without a tensor is as wide as the edges in it. */
const EMPTY_LANE = 8;

/** The width from which on names are written larger. */
const LARGE_NAMES = 74;

/** A name breaks after an underscore and before a dot. */
export function nameLines(name: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const part of name.split(/(?<=_)|(?=\.)/)) {
    const longer = `${lines.at(-1) ?? ""}${part}`;
    const fits = lines.length > 0 && monoWidth(longer, width < LARGE_NAMES ? 11 : 12) <= width;
    lines.splice(fits ? -1 : lines.length, 1, fits ? longer : part);
  }
  return lines;
}

/** Every axis of a shape, its letter with its size, broken between axes. */
export function shapeLines({ axes, shape }: Pick<StageStep, "axes" | "shape">, width: number): AxisText[][] {
  const lines: AxisText[][] = [];
  for (const [i, size] of shape.entries()) {
    const letter = axes[i] ?? "1";
    const axis = { letter, text: letter === "1" ? "1" : `${letter}${size}` };
    const line = lines.at(-1);
    const longer = [...(line ?? []), axis];
    const used = longer.reduce((sum, { text }) => sum + monoWidth(text, 11) + 4, -4);
    if (line && used <= width) line.push(axis);
    else lines.push([axis]);
  }
  return lines;
}

/** The place of a tensor: layers follow each other in reading direction, lanes are side by side. */
interface Cell {
  readonly layer: number;
  readonly lane: number;
}

/**
 * Reads a map: a line for each layer, with a name for each lane or "·" for none. A name may stand twice; the place that
 * counts is the first one after all inputs. Layers without a tensor of this graph are left out.
 */
function cellsOf({ nodes }: LessonGraph, map: string): ReadonlyMap<string, Cell> {
  const places = map.split("\n").map((line) => line.trim().split(/\s+/));
  const cells = new Map<string, Cell>();
  for (const { id, inputs } of nodes) {
    const after = Math.max(-1, ...inputs.map((input) => cells.get(input)?.layer ?? -1));
    const found = places.findIndex((names, layer) => layer > after && names.includes(id));
    // A tensor that the map lacks gets a layer of its own at the end.
    const layer = found < 0 ? places.push([id]) - 1 : found;
    cells.set(id, { layer, lane: places[layer]?.indexOf(id) ?? 0 });
  }
  const used = [...new Set([...cells.values()].map(({ layer }) => layer))].sort((a, b) => a - b);
  return new Map([...cells].map(([id, { layer, lane }]) => [id, { layer: used.indexOf(layer), lane }]));
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const most = (values: readonly number[]): number => Math.max(0, ...values);
const aboveOf = ({ parameters: { length } }: MapNode): number =>
  length === 0 ? 0 : PARAMETER.heading + length * PARAMETER.height + PARAMETER.below;
const belowOf = ({ id, step }: MapNode, width: number): number =>
  PICTURE + nameLines(id, width).length * LINE.name + shapeLines(step, width).length * LINE.shape;

/** The line along which the edges of a lane run, and the end of its tensors. */
interface Lane {
  readonly middle: number;
  readonly end: number;
}

/** The grid in pixels. */
interface Grid {
  readonly isVertical: boolean;
  readonly cellOf: (id: string) => Cell;
  /** Where a layer begins and ends, in reading direction. */
  readonly layer: (at: number) => readonly [from: number, to: number];
  readonly lanes: (layer: number) => readonly Lane[];
  /** The way from a layer to the first one of the next band, or none within a band. */
  readonly turn: (layer: number, source: string, from: number, to: number) => readonly Point[];
}

export function planOf(graph: LessonGraph, map: string, room: number): Plan {
  const cells = cellsOf(graph, map);
  const cellOf = (id: string): Cell => cells.get(id) ?? { layer: 0, lane: 0 };
  const layers = most([...cells.values()].map(({ layer }) => layer)) + 1;
  const lanes = most([...cells.values()].map(({ lane }) => lane)) + 1;
  const isVertical = room < WIDE;
  const inner = room - 2 * GUTTER;
  const bands = isVertical ? 1 : Math.ceil(layers / Math.floor(inner / (LEAST_WIDTH + LAYER_GAP)));
  const columns = Math.ceil(layers / bands);
  const share = isVertical ? (room + LANE_GAP) / lanes - LANE_GAP : inner / columns - LAYER_GAP;
  const width = Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, share));
  const nodesIn = (is: (cell: Cell) => boolean): MapNode[] => graph.nodes.filter(({ id }) => is(cellOf(id)));
  const above = (nodes: readonly MapNode[]): number => most(nodes.map(aboveOf));
  const below = (nodes: readonly MapNode[]): number => most(nodes.map((node) => belowOf(node, width)));

  if (isVertical) {
    const rows: (readonly [number, number])[] = [];
    for (const at of range(layers)) {
      const row = nodesIn(({ layer }) => layer === at);
      const start = (rows.at(-1)?.[1] ?? -LAYER_GAP) + LAYER_GAP;
      rows.push([start, start + above(row) + below(row)]);
    }
    const left = Math.max(0, (room - lanes * (width + LANE_GAP) + LANE_GAP) / 2);
    const columnsOf = range(lanes).map((lane): Lane => {
      const start = left + lane * (width + LANE_GAP);
      return { middle: start + width / 2, end: start + width };
    });
    const layer = (at: number) => rows[at] ?? [0, 0];
    const nodes = graph.nodes.map((node) => {
      const cell = cellOf(node.id);
      const top = layer(cell.layer)[0] + above(nodesIn((other) => other.layer === cell.layer));
      return placedAt(node, width, (columnsOf[cell.lane]?.middle ?? 0) - width / 2, top);
    });
    const grid = { isVertical, cellOf, layer, lanes: () => columnsOf, turn: () => [] };
    const [right, bottom] = [columnsOf.at(-1)?.end ?? 0, rows.at(-1)?.[1] ?? 0];
    return planWith(graph, grid, nodes, Math.max(room, Math.floor(right)), bottom, width);
  }

  const bandOf = (at: number): number => Math.floor(at / columns);
  const bandLanes: Lane[][] = [];
  let top = 0;
  for (const band of range(bands)) {
    bandLanes.push([]);
    for (const at of range(lanes)) {
      const nodes = nodesIn(({ lane, layer }) => lane === at && bandOf(layer) === band);
      const half = nodes.length > 0 ? PICTURE / 2 : EMPTY_LANE / 2;
      const middle = top + above(nodes) + half;
      const end = middle + Math.max(half, below(nodes) - half);
      bandLanes[band]?.push({ middle, end });
      top = end + (at < lanes - 1 ? LANE_GAP : BETWEEN_BANDS);
    }
  }
  const left = (room - columns * (width + LAYER_GAP) + LAYER_GAP) / 2;
  const layer = (at: number) => {
    const x = left + (at % columns) * (width + LAYER_GAP);
    return [x, x + width] as const;
  };
  const lanesOf = (at: number): readonly Lane[] => bandLanes[bandOf(at)] ?? [];
  const nodes = graph.nodes.map((node) => {
    const cell = cellOf(node.id);
    const middle = lanesOf(cell.layer)[cell.lane]?.middle ?? 0;
    return placedAt(node, width, layer(cell.layer)[0], middle - PICTURE / 2);
  });
  const sources: string[] = [];
  const turn: Grid["turn"] = (at, source, from, to) => {
    if (bandOf(at) === bandOf(at + 1)) return [];
    // Edges of the same tensor share their way to the next band.
    if (!sources.includes(source)) sources.push(source);
    const offset = 4 + sources.indexOf(source) * TRACK;
    const between = (lanesOf(at).at(-1)?.end ?? 0) + 6 + offset;
    const right = room - offset;
    return [
      [right, from],
      [right, between],
      [offset, between],
      [offset, to],
    ];
  };
  const grid = { isVertical, cellOf, layer, lanes: lanesOf, turn };
  return planWith(graph, grid, nodes, room, Math.max(0, top - BETWEEN_BANDS), width);
}

function planWith(
  graph: LessonGraph,
  grid: Grid,
  nodes: readonly PlacedNode[],
  width: number,
  height: number,
  nodeWidth: number,
): Plan {
  const nameSize = nodeWidth < LARGE_NAMES ? 11 : 12;
  return { width, height, isVertical: grid.isVertical, nameSize, nodes, edges: edgesOf(graph, grid, nodes) };
}

/** How far from a node's corner an edge enters it from the side. */
const ENTRY = 5;

/**
 * An edge that spans layers runs in the lane of its source or of its reader if no tensor is in the way there, else beside the
 * lane of its reader. Edges of one tensor share their track.
 */
function edgesOf(graph: LessonGraph, grid: Grid, nodes: readonly PlacedNode[]): readonly PlacedEdge[] {
  const { isVertical, cellOf, layer, lanes, turn } = grid;
  const point = (along: number, across: number): Point => (isVertical ? [across, along] : [along, across]);
  const taken: { from: string; track: number; start: number; end: number; place: number }[] = [];
  const isFree = (lane: number, start: number, end: number): boolean =>
    !graph.nodes.some(({ id }) => {
      const cell = cellOf(id);
      return cell.lane === lane && cell.layer > start && cell.layer < end;
    });
  const placeIn = (from: string, track: number, start: number, end: number): number => {
    const others = taken.filter((one) => one.track === track && one.start < end && start < one.end);
    const own = others.find((one) => one.from === from)?.place;
    const place = own ?? range(others.length + 1).find((i) => !others.some((one) => one.place === i)) ?? 0;
    taken.push({ from, track, start, end, place });
    return (place % 2 === 0 ? -1 : 1) * Math.ceil(place / 2) * TRACK;
  };
  const edge = (from: string, to: string): PlacedEdge => {
    const [a, b] = [cellOf(from), cellOf(to)];
    const beside = a.lane < b.lane || b.lane === lanes(0).length - 1 ? b.lane - 0.5 : b.lane + 0.5;
    const track = [a.lane, b.lane].find((lane) => isFree(lane, a.layer, b.layer)) ?? beside;
    const shift = b.layer - a.layer > 1 ? placeIn(from, track, a.layer, b.layer) : 0;
    const across = (at: number): number => {
      const lane = lanes(at)[Math.floor(track)];
      return shift + (Number.isInteger(track) ? (lane?.middle ?? 0) : (lane?.end ?? 0) + LANE_GAP / 2);
    };
    const source = lanes(a.layer)[a.lane]?.middle ?? 0;
    const reader = nodes.find(({ id }) => id === to);
    const middle = lanes(b.layer)[b.lane]?.middle ?? 0;
    // From above, a node with weights over it is entered from the side.
    const isFromSide = isVertical && (reader?.parameters.length ?? 0) > 0;
    const target = isFromSide && reader ? reader.box.x - ENTRY : middle;
    const line: Point[] = [point(layer(a.layer)[1], source)];
    let last = source;
    for (let at = a.layer + 1; at <= b.layer; at++) {
      const next = at < b.layer ? across(at) : target;
      const [before, start] = [layer(at - 1)[1], layer(at)[0]];
      const way = turn(at - 1, from, last, next);
      if (way.length > 0) line.push(...way, point(start, next));
      else line.push(...curve(before, last, start, next).map(([u, v]) => point(u, v)));
      if (at < b.layer) line.push(point(layer(at)[1], next));
      last = next;
    }
    if (!isVertical || !reader) return { from, to, points: line };
    const { box, picture } = nodes.find(({ id }) => id === from) ?? reader;
    line.unshift([source, box.y + box.height]);
    const { x, y } = reader.picture;
    if (isFromSide) line.push([x - ENTRY, y + ENTRY], [x, y + ENTRY]);
    else line.push([picture ? middle : x, y]);
    return { from, to, points: line };
  };
  return graph.nodes.flatMap(({ id, inputs }) => inputs.map((input) => edge(input, id)));
}

const CURVE_SEGMENTS = 12;

/** A curve that starts and ends in reading direction. */
function curve(u0: number, v0: number, u1: number, v1: number): Point[] {
  if (v0 === v1) return [[u1, v1]];
  return range(CURVE_SEGMENTS).map((i) => {
    const t = (i + 1) / CURVE_SEGMENTS;
    return [u0 + (u1 - u0) * t, v0 + (v1 - v0) * t * t * (3 - 2 * t)] as const;
  });
}

/** A node whose picture begins at this point. */
function placedAt(node: MapNode, width: number, x: number, y: number): PlacedNode {
  const start = y - aboveOf(node);
  const { id, step } = node;
  const height = belowOf(node, width);
  const parameters = node.parameters.map((parameter, i): PlacedTensor => {
    const at = start + PARAMETER.heading + i * PARAMETER.height;
    return {
      id: parameter.name,
      step: parameter,
      box: { x, y: at, width, height: PARAMETER.height },
      picture: { x, y: at + 2, width: PARAMETER.picture, height: PARAMETER.picture },
      name: [parameter.name.split(".")[1] ?? parameter.name],
      shape: shapeLines(parameter, Number.POSITIVE_INFINITY),
    };
  });
  return {
    id,
    step,
    box: { x, y, width, height },
    picture: { x, y, width, height: PICTURE },
    name: nameLines(id, width),
    shape: shapeLines(step, width),
    parameters,
    heading: parameters.length > 0 ? { x, y: start, width, height: PARAMETER.heading } : undefined,
    cell: { x, y: start, width, height: aboveOf(node) + height },
  };
}
