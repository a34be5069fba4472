/** A plane as SVG: vectors as labelled points, an arrow from the origin, and the numbers of its axes. */
import { type SVGTemplateResult, svg } from "lit";
import type { Point } from "../../lessons/query_plane.js";

/** The plane's side in its own units, and the half of it that ±reach takes. */
export const SIDE = 400;
const HALF = SIDE / 2;
const DRAWN = HALF - 12;
/** The radius of a point without weight, and what the whole weight adds. */
const [SMALLEST, MORE] = [3, 15];
const LABEL = { advance: 8, height: 15 } as const;

export interface Dot {
  readonly text: string;
  readonly at: Point;
  readonly weight: number;
}

/** From the vector's numbers to the plane's units, and back. */
export const placeOf = ([x, y]: Point, reach: number): Point => [
  HALF + (x / reach) * DRAWN,
  HALF - (y / reach) * DRAWN,
];
const vectorAt = ([x, y]: Point, reach: number): Point => [
  ((x - HALF) / DRAWN) * reach,
  ((HALF - y) / DRAWN) * reach,
];

/**
 * The same for the query, whose length is drawn as its square root: a plane in which one key can get most of the weight is
 * so wide that the lesson's own query would hardly be seen. Directions and the edges are those of `placeOf`.
 */
export function placeOfQuery([x, y]: Point, reach: number): Point {
  const share = Math.max(Math.abs(x), Math.abs(y)) / reach;
  const factor = share > 0 ? 1 / Math.sqrt(share) : 0;
  return placeOf([x * factor, y * factor], reach);
}
export function queryAt(place: Point, reach: number): Point {
  const [x, y] = vectorAt(place, reach);
  const share = Math.max(Math.abs(x), Math.abs(y)) / reach;
  return [x * share, y * share];
}

/** Whether the line on which the score is 0 rises to the right. */
const rises = ([x, y]: Point): boolean => x * y < 0;

/** `ends` says where the plane ends, such as "1.5". The labels lie on the side of the axes that is clear of the query's zero line. */
export const planeAxes = (ends: string, query: Point = [0, 0]): SVGTemplateResult => svg`
  <rect class="frame" x="0.5" y="0.5" width=${SIDE - 1} height=${SIDE - 1} />
  <path class="axis" d="M0 ${HALF}H${SIDE}M${HALF} 0V${SIDE}" />
  <text class="number" x=${SIDE - 6} y=${rises(query) ? HALF + 16 : HALF - 6} text-anchor="end">[0] ${ends}</text>
  <text class="number" x=${rises(query) ? HALF - 6 : HALF + 6} y="16" text-anchor=${rises(query) ? "end" : "start"}
    >[1] ${ends}</text>`;

export const dots = (points: readonly Dot[], reach: number): SVGTemplateResult[] => {
  const placed = points.map((dot) => ({ ...dot, at: placeOf(dot.at, reach), radius: radiusOf(dot) }));
  return [
    ...placed.map(({ at: [x, y], radius }) => svg`<circle class="point" cx=${x} cy=${y} r=${radius} />`),
    ...labelPlaces(placed).map(({ text, x, y }) => svg`<text x=${x} y=${y}>${text}</text>`),
  ];
};

const radiusOf = ({ weight }: Dot): number => SMALLEST + MORE * Math.sqrt(Math.max(0, weight || 0));

interface Placed {
  readonly text: string;
  readonly at: Point;
  readonly radius: number;
}
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Places each label right, left, above or below its point, where it covers no label and, if possible, no point; omits the others. */
function labelPlaces(placed: readonly Placed[]): readonly (Box & { readonly text: string })[] {
  const taken: (Box & { text: string })[] = [];
  for (const {
    text,
    at: [x, y],
    radius,
  } of placed) {
    const width = [...text].length * LABEL.advance;
    const places = [
      { x: x + radius + 2, y: y + 5 },
      { x: x - radius - 2 - width, y: y + 5 },
      { x: x - width / 2, y: y - radius - 3 },
      { x: x - width / 2, y: y + radius + 13 },
    ].map((place) => ({ ...place, width, text }));
    const clear = places.filter(
      (box) => box.x > 2 && box.x + width < SIDE - 2 && taken.every((other) => isApart(box, other)),
    );
    const others = placed.filter(({ at }) => at[0] !== x || at[1] !== y).map(boxOf);
    const chosen = clear.find((box) => others.every((other) => isApart(box, other))) ?? clear[0];
    if (chosen) taken.push(chosen);
  }
  return taken;
}

const boxOf = ({ at: [x, y], radius }: Placed): Box => ({ x: x - radius, y: y + 5, width: 2 * radius });

const isApart = (a: Box, b: Box): boolean =>
  a.x + a.width < b.x || b.x + b.width < a.x || Math.abs(a.y - b.y) > LABEL.height;

/** From the origin to a place in the plane's units. */
export const arrow = ([x, y]: Point): SVGTemplateResult =>
  svg`<path class="arrow" d="M${HALF} ${HALF}L${x} ${y}" />`;

/** Where the score is 0: across the query, through the origin, with a label at its left end. Empty for a query of length 0. */
export const zeroLine = ([x, y]: Point): SVGTemplateResult => {
  const length = Math.hypot(x, y);
  if (length === 0) return svg``;
  const left = y < 0 ? -DRAWN : DRAWN;
  const [dx, dy] = [(-y / length) * left, (x / length) * left];
  return svg`<path class="zero" d="M${HALF - dx} ${HALF + dy}L${HALF + dx} ${HALF - dy}" />
    <text class="number" x=${HALF + 0.9 * dx + 6} y=${HALF - 0.9 * dy + 14}>0</text>`;
};
