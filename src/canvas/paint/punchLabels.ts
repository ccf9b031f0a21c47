import type { RoutedEdge } from '#picture';
import type { Colours } from './colours';

const TEXT = 11;
const HEIGHT = 20;
const AROUND = 18;
const WIDEST = 220;

/** Takes the labels of transitions, which are elements below, out of what is painted: lines seem to pass behind them. */
export function punchLabels(
  context: CanvasRenderingContext2D,
  colours: Colours,
  routes: readonly RoutedEdge[],
  scale: number,
): void {
  context.globalCompositeOperation = 'destination-out';
  context.font = `500 ${TEXT}px ${colours.font}`;
  context.beginPath();
  for (const { edge, middle } of routes) {
    const { transition } = edge;
    if (transition === undefined || transition.label === '') continue;
    const width = scale * Math.min(WIDEST, context.measureText(transition.label).width + AROUND);
    const height = scale * HEIGHT;
    const x = middle.x + (transition.offset?.x ?? 0);
    const y = middle.y + (transition.offset?.y ?? 0);
    context.roundRect(x - width / 2, y - height / 2, width, height, height / 2);
  }
  context.fill();
  context.globalCompositeOperation = 'source-over';
}
