/** What marks are painted with: a canvas context, or a recorder of the same strokes without images (svg.ts). */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | ("fillStyle" | "strokeStyle" | "lineWidth" | "globalAlpha" | "font" | "textAlign" | "textBaseline")
  | ("fillRect" | "strokeRect" | "fillText" | "setLineDash")
  | ("beginPath" | "moveTo" | "lineTo" | "roundRect" | "fill" | "stroke")
> &
  Partial<Pick<CanvasRenderingContext2D, "drawImage" | "imageSmoothingEnabled">>;
