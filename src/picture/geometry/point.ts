/** A place on the canvas, in canvas pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
