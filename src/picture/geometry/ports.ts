import type { GraphBox, GraphNode } from '#projection';
import type { Point } from './point';
import type { Rect } from './rect';

/** Which side of a card an edge leaves or enters. */
export type Side = 'left' | 'right' | 'top' | 'bottom';

const PITCH = 20;
/** Half the beam of a bar: lines run up to it. */
const HALF_BEAM = 4;
const ERROR_INSET = 28;
/** Half a card: a card and an open box whose tops are level are joined by a straight line. */
const LEVEL = 28;

/**
 * Where a port is, from the card's top left corner and at the card's own scale: ports stand on the right side in
 * their order, `error` below, so that the way of failure always leaves downwards.
 */
export function portOffset(node: Pick<GraphNode, 'ports'>, port: string, box: GraphBox): Point {
  if (port === 'error')
    return { x: Math.max(box.width / 2, box.width - ERROR_INSET * box.scale), y: box.height };
  if (box.form === 'bar') return { x: box.width / 2 + HALF_BEAM * box.scale, y: middleOf(box) };
  const ports = node.ports.filter((name) => name !== 'error');
  const index = Math.max(0, ports.indexOf(port));
  return { x: box.width, y: middleOf(box) + (index - (ports.length - 1) / 2) * PITCH * box.scale };
}

/** Where edges enter a node, from its top left corner. */
export function inputOffset(box: GraphBox): Point {
  return { x: box.form === 'bar' ? box.width / 2 - HALF_BEAM * box.scale : 0, y: middleOf(box) };
}

/** Edges of an open container meet its title bar, where its name is. */
function middleOf(box: GraphBox): number {
  return box.form === 'box' && !box.collapsed ? LEVEL * box.scale : box.height / 2;
}

/** Of a bar only its beam is drawn, in the middle of its rectangle. */
export function beamIn({ x, y, width, height }: Rect, scale = 1): Rect {
  const half = HALF_BEAM * scale;
  return { x: x + width / 2 - half, y, width: 2 * half, height };
}

export function shift(rect: Rect, offset: Point): Point {
  return { x: rect.x + offset.x, y: rect.y + offset.y };
}
