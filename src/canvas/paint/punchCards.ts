import { HALF_BEAM, intersects, type Rect } from '#picture';
import type { CanvasState } from '../state/canvasStore';

const CARD_RADIUS = 12;
const BOX_RADIUS = 16;

/** Takes the nodes of one depth out of what is painted, so that edges seem to pass behind them. */
export function punchCards(
  context: CanvasRenderingContext2D,
  { rects, boxes, cards }: Pick<CanvasState, 'rects' | 'boxes' | 'cards'>,
  seen: Rect,
  keys: readonly string[],
): void {
  context.globalCompositeOperation = 'destination-out';
  context.beginPath();
  for (const key of keys) {
    const rect = rects.get(key);
    const box = boxes.get(key);
    if (!rect || !box || !cards.has(key) || !intersects(rect, seen)) continue;
    // Nothing passes through a lane or a region: their edges lie deeper.
    if (box.form === 'lane' || box.form === 'region') continue;
    if (box.form === 'bar') {
      const half = HALF_BEAM * box.scale;
      context.rect(rect.x + rect.width / 2 - half, rect.y, 2 * half, rect.height);
      continue;
    }
    const radius = (box.form === 'box' ? BOX_RADIUS : CARD_RADIUS) * box.scale;
    context.roundRect(rect.x, rect.y, rect.width, rect.height, radius);
  }
  context.fill();
  context.globalCompositeOperation = 'source-over';
}
