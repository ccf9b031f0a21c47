/** What painters need of React Flow: where the viewport is. Sizes in CSS pixels. */
export interface PaintView {
  readonly transform: readonly [number, number, number];
  readonly width: number;
  readonly height: number;
}
