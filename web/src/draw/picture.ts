/**
 * What one frame is made of: a list of marks in CSS pixels, painted in order. A picture holds resolved colours and no
 * functions, so that the canvas, a figure and a test all read the same frame.
 */

/** Which number of the trace a mark shows. */
export interface CellRef {
  readonly name: string;
  readonly index: readonly number[];
}

export interface CellMark {
  readonly kind: "cell";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill: string;
  readonly text?: string;
  readonly textColor?: string;
  readonly fontSize?: number;
  readonly opacity?: number;
  /** Masked cells are hatched as well as grey, so that colour is never the only sign. */
  readonly hatch?: string;
  readonly outline?: string;
  readonly outlineWidth?: number;
  readonly ref?: CellRef;
}

export interface TextMark {
  readonly kind: "text";
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly color: string;
  readonly align?: "start" | "middle" | "end";
  readonly font?: "sans" | "mono";
  readonly bold?: boolean;
  readonly opacity?: number;
}

export interface LineMark {
  readonly kind: "line";
  readonly points: readonly (readonly [number, number])[];
  readonly color: string;
  readonly width: number;
  readonly dash?: readonly number[];
  readonly opacity?: number;
  readonly arrow?: boolean;
}

export interface RectMark {
  readonly kind: "rect";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill?: string;
  readonly stroke?: string;
  readonly strokeWidth?: number;
  readonly dash?: readonly number[];
  readonly radius?: number;
  readonly opacity?: number;
}

export type Mark = CellMark | TextMark | LineMark | RectMark;

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
}

export const sameRef = (a: CellRef | undefined, b: CellRef | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.name === b.name &&
  a.index.length === b.index.length &&
  a.index.every((x, i) => x === b.index[i]);

/** The topmost cell with a reference under a point, or undefined. */
export function cellAt(picture: Picture, x: number, y: number): CellMark | undefined {
  for (let i = picture.marks.length - 1; i >= 0; i--) {
    const m = picture.marks[i];
    if (
      m?.kind === "cell" &&
      m.ref &&
      (m.opacity ?? 1) > 0.3 &&
      x >= m.x &&
      x < m.x + m.width &&
      y >= m.y &&
      y < m.y + m.height
    )
      return m;
  }
  return undefined;
}

/** Every mark of the picture that shows this number. */
export const cellsOf = (picture: Picture, ref: CellRef): CellMark[] =>
  picture.marks.filter((m): m is CellMark => m.kind === "cell" && sameRef(m.ref, ref));
