/** A position in CSS pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}
