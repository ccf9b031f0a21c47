import { contains, type Rect } from '#picture';
import { isContainer } from '#plan';
import type { GraphNode } from '#projection';
import type { CanvasState } from './canvasStore';
import type { Point, Spot } from './gestures';

/** React Flow's `screenToFlowPosition`. */
export type ToCanvas = (client: { x: number; y: number }, options?: { snapToGrid: boolean }) => Point;

/** The node under a point of the screen, by key. */
export function nodeKeyAt(client: Point): string | null {
  const element = document.elementFromPoint(client.x, client.y);
  return element?.closest<HTMLElement>('[data-key]')?.dataset.key ?? null;
}

/** What is under a point of the screen, and where that is on the canvas. */
export function spotAt(
  state: CanvasState,
  client: Point,
  toCanvas: ToCanvas,
  edge: string | null = null,
): Spot {
  const at = toCanvas({ ...client }, { snapToGrid: false });
  const parent = boxAt(state, at);
  const origin = parent === null ? { x: 0, y: 0 } : (state.rects.get(parent) ?? { x: 0, y: 0 });
  return { client, at: { x: at.x - origin.x, y: at.y - origin.y }, parent, edge };
}

/** The innermost open container, or lane of one, at a point of the canvas: what may be dropped into. */
export function boxAt(
  { nodes, boxes, rects }: Pick<CanvasState, 'nodes' | 'boxes' | 'rects'>,
  at: Point,
  except: ReadonlySet<string> = new Set(),
): string | null {
  let found: string | null = null;
  let smallest = Number.POSITIVE_INFINITY;
  for (const [key, node] of nodes) {
    if (!takesNodes(node) || isIn(key, except) || isInside(node, except, nodes)) continue;
    const rect: Rect | undefined = rects.get(key);
    if (!rect || boxes.get(key)?.collapsed !== false || !contains(rect, at.x, at.y)) continue;
    if (rect.width * rect.height < smallest) {
      smallest = rect.width * rect.height;
      found = key;
    }
  }
  return found;
}

/** Whether a state lies in one of these: its key does not say so. */
function isInside(
  node: GraphNode,
  keys: ReadonlySet<string>,
  nodes: ReadonlyMap<string, GraphNode>,
): boolean {
  if (node.type !== 'STATE') return false;
  for (let parent = node.parent; parent !== null; parent = nodes.get(parent)?.parent ?? null)
    if (keys.has(parent)) return true;
  return false;
}

/** A TRY_CATCH takes nodes in its lanes only. */
export function takesNodes(node: GraphNode): boolean {
  if (node.type === 'STATE') return !node.dynamic && (node.container || node.shape.region);
  return !node.dynamic && isContainer(node.node) && (node.type !== 'TRY_CATCH' || node.lane !== null);
}

/** Whether a key is one of these, or that of a lane of one of these. */
function isIn(key: string, keys: ReadonlySet<string>): boolean {
  return keys.has(key) || keys.has(key.replace(/\.(?:try|catch|finally)$/, ''));
}
