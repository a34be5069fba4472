/** Where something stands, in CSS pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}
