/** The positions of everything on the map of a lesson, in pixels. */

import type { Rect } from "../../draw/layout/rect.js";
import type { StageStep } from "../../draw/scene.js";

export type Point = readonly [x: number, y: number];

/** A tensor on the map: the box of its picture with its words, and the box of the picture alone. */
export interface PlacedTensor {
  readonly id: string;
  readonly step: StageStep;
  readonly box: Rect;
  readonly picture: Rect;
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
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}
