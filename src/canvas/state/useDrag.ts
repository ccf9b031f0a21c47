import type { NodeChange, OnNodeDrag } from '@xyflow/react';
import { useCallback, useMemo, useState } from 'react';
import type { Moved } from '#picture';
import { type CanvasState, useCanvasStore } from './canvasStore';
import type { FlowNode } from './flowNodes';
import type { Move, Point } from './gestures';
import { boxAt, takesNodes } from './spots';
import { edgeNear } from './useEdgeHover';

const NOTHING: Moved = new Map();
/** How near its middle a loose node must come to an edge to be spliced in. Canvas pixels. */
const SPLICE = 28;

interface Drag {
  /** Where dragged nodes are now, from their parents' corners. */
  readonly moved: Moved;
  onNodesChange(changes: readonly NodeChange<FlowNode>[]): void;
  readonly onNodeDragStop: OnNodeDrag<FlowNode>;
}

/** Dragging: places live here until the pointer lets go; then they are one gesture. */
export function useDrag(): Drag {
  const store = useCanvasStore();
  const [moved, setMoved] = useState<Moved>(NOTHING);
  const onNodesChange = useCallback(
    (changes: readonly NodeChange<FlowNode>[]) => {
      const places = changes.flatMap((change) =>
        change.type === 'position' && change.position && change.dragging !== false
          ? [[change.id, change.position] as const]
          : [],
      );
      if (places.length === 0) return;
      setMoved((before) => new Map([...before, ...places]));
      const [first] = places;
      const state = store.getState();
      const middle = first && middleOf(state, ...first);
      if (middle)
        store.setState(
          dropTargets(
            state,
            places.map(([key]) => key),
            middle,
          ),
        );
    },
    [store],
  );
  const stop = useCallback(
    (nodes: readonly FlowNode[]) => {
      const state = store.getState();
      const { dropBox, dropEdge, gestures } = state;
      setMoved(NOTHING);
      store.setState({ dropBox: null, dropEdge: null });
      const moves = nodes.map((node): Move => moveOf(state, node, dropEdge === null ? dropBox : undefined));
      if (moves.some((move) => changed(state, move))) gestures.onMove?.(moves, dropEdge);
    },
    [store],
  );
  return useMemo(
    () => ({
      moved,
      onNodesChange,
      // React Flow calls it for a whole selection too, besides `onSelectionDragStop`.
      onNodeDragStop: (_event, _node, nodes) => stop(nodes),
    }),
    [moved, onNodesChange, stop],
  );
}

/** Worked out from the new place: React Flow's own node is still where it was one move ago. */
function middleOf(state: CanvasState, key: string, at: Point): Point {
  const from = corner(state, state.nodes.get(key)?.parent ?? null);
  const { width, height } = state.boxes.get(key) ?? { width: 0, height: 0 };
  return { x: from.x + at.x + width / 2, y: from.y + at.y + height / 2 };
}

/** What the dragged nodes would land on: an edge for a single loose one, a group for any. */
function dropTargets(
  state: CanvasState,
  keys: readonly string[],
  middle: Point,
): Pick<CanvasState, 'dropBox' | 'dropEdge'> {
  const [key] = keys;
  const box = boxAt(state, middle, new Set(keys));
  const parent = state.nodes.get(key ?? '')?.parent ?? null;
  const dropBox = box === parent ? null : box;
  const loose = keys.length === 1 && !state.edges.some((edge) => edge.from === key || edge.to === key);
  const node = state.nodes.get(key ?? '');
  if (!loose || !node?.hasInput || node.ports.length === 0) return { dropBox, dropEdge: null };
  return { dropBox, dropEdge: edgeNear(state, middle, SPLICE) };
}

/** `into` undefined keeps the parent. A node that leaves its group keeps its place on the canvas. */
function moveOf(state: CanvasState, flowNode: FlowNode, into: string | null | undefined): Move {
  const node = state.nodes.get(flowNode.id);
  const parent = node?.parent ?? null;
  const { x, y } = flowNode.position;
  const from = corner(state, parent);
  const size = state.boxes.get(flowNode.id) ?? { width: 0, height: 0 };
  const middle = { x: from.x + x + size.width / 2, y: from.y + y + size.height / 2 };
  const target = into ?? homeOf(state, parent, middle);
  const to = corner(state, target);
  return {
    key: flowNode.id,
    parent: target,
    x: Math.round(x + from.x - to.x),
    y: Math.round(y + from.y - to.y),
  };
}

/** Its own group while its middle is in it; else the top: dragging far out takes it out. */
function homeOf(state: CanvasState, parent: string | null, middle: Point): string | null {
  const home = parent === null ? undefined : state.nodes.get(parent);
  if (home === undefined || !takesNodes(home) || boxAt(state, middle) === parent) return parent;
  // Out of a lane is out of the box around it.
  return home.lane === null || home.parent === null
    ? home.parent
    : (state.nodes.get(home.parent)?.parent ?? null);
}

function corner(state: CanvasState, key: string | null): Point {
  return (key === null ? undefined : state.rects.get(key)) ?? { x: 0, y: 0 };
}

function changed(state: CanvasState, move: Move): boolean {
  const box = state.boxes.get(move.key);
  const parent = state.nodes.get(move.key)?.parent ?? null;
  return box?.x !== move.x || box.y !== move.y || parent !== move.parent;
}
