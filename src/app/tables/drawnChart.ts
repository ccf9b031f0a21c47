import type { Chart } from '#tables';

/** What a drawn chart gets: how wide it may be, and the point that is looked at. */
export interface DrawnChart {
  readonly chart: Chart;
  readonly width: number;
  readonly at: number | null;
  readonly onLook: (index: number | null) => void;
}
