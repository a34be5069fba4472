/** The arcs from the query to its keys; their thickness is proportional to the attention weight. */
import { lerp } from "../../../timeline/easing.js";
import { fontFor, framedCell } from "../../marks/cell.js";
import { stroke } from "../../marks/marks.js";
import type { Mark } from "../../picture.js";
import type { Point } from "../../point.js";
import type { Key } from "./layout.js";
import { arcProgress, type Opening, queryRooms } from "./parts.js";

/** Width of the arc with the largest weight. */
const MAX_WIDTH = 10;
const POINTS = 28;
/** The fraction of its way at which an arc to a masked key ends. */
const CUT = 0.62;

/** A Bézier curve from the query down to a key, drawn up to the fraction `upTo`. */
export function curve(from: Point, to: Point, upTo = 1): (readonly [number, number])[] {
  const [controlY1, controlY2] = [lerp(from.y, to.y, 0.35), lerp(from.y, to.y, 0.6)];
  const last = Math.max(1, Math.ceil(POINTS * upTo));
  return Array.from({ length: last + 1 }, (_, i) => {
    const u = Math.min(upTo, i / POINTS);
    const [a, b, c, d] = [(1 - u) ** 3, 3 * u * (1 - u) ** 2, 3 * u * u * (1 - u), u ** 3];
    return [
      (a + b) * from.x + (c + d) * to.x,
      a * from.y + b * controlY1 + c * controlY2 + d * to.y,
    ] as const;
  });
}

/** A faint line until the arc is drawn. The arc to a masked key is dashed and ends before the key. */
export function arcMarks(scene: Opening, { weight }: Key, i: number): Mark[] {
  const { layout, theme, keys } = scene;
  const { up } = queryRooms(scene);
  const start = { x: up.x + ((i + 0.5) / keys.length) * up.width, y: up.y + up.height };
  const end = { x: (layout.columns[i] ?? 0) + layout.cell / 2, y: layout.weightY };
  const faded = arcProgress(scene, i).arc;
  const line = (upTo: number) => ({ kind: "line", points: curve(start, end, upTo) }) as const;
  const ghost: Mark = { ...line(1), color: theme.hairline, width: 1.5, opacity: 1 - faded };
  const ghosts = faded < 1 ? [ghost] : [];
  if (faded <= 0) return ghosts;
  if (weight === 0) {
    const cut = line(CUT * faded);
    const [x, y] = cut.points.at(-1) ?? [0, 0];
    const bar = stroke(x - 7, y, x + 7, y, theme.muted, { width: 2, opacity: faded });
    return [...ghosts, { ...cut, color: theme.muted, width: 1.5, dash: [4, 4] }, bar];
  }
  const maxWidth = Math.min(MAX_WIDTH, (0.9 * up.width) / keys.length);
  const largest = Math.max(...keys.map((key) => key.weight || 0));
  const width = Math.max(1, (maxWidth * (weight || 0)) / (largest || 1));
  return [...ghosts, { ...line(faded), color: theme.accent, width, opacity: 0.55 }];
}

/** The weight at the end of an arc, hatched if it is exactly 0. */
export function weightMarks(scene: Opening, key: Key, i: number): Mark[] {
  const { layout, weights, theme, query } = scene;
  const shown = arcProgress(scene, i).weight;
  if (shown <= 0) return [];
  const at = { x: layout.columns[i] ?? 0, y: layout.weightY, width: layout.cell, height: layout.weight };
  const style = weights.scale(key.weight);
  const hatched = key.weight === 0 ? { ...style, hatch: theme.hatch } : style;
  return [framedCell(at, hatched, fontFor(at, 4), theme, shown, weights.ref(query.at, key.at))];
}
