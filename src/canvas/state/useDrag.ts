import { type NodeChange, type OnNodeDrag, useReactFlow } from '@xyflow/react';
import { type DragEvent, type MouseEvent as ReactMouseEvent, useCallback, useMemo, useState } from 'react';
import type { Moved } from '#picture';
import { type CanvasState, useCanvasStore } from './canvasStore';
import type { FlowNode } from './flowNodes';
import { type Move, NODE_MIME, type Point } from './gestures';
import { boxAt, spotAt, takesNodes } from './spots';
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

const REACH = 28;

interface Drop {
  onDragOver(event: DragEvent<HTMLElement>): void;
  onDragLeave(event: DragEvent<HTMLElement>): void;
  onDrop(event: DragEvent<HTMLElement>): void;
}

/** Dropping from the palette: on an edge to insert, into a group, or where nothing is. Files are not for the canvas. */
export function useDrop(): Drop {
  const store = useCanvasStore();
  const { screenToFlowPosition } = useReactFlow();
  return useMemo(() => {
    const clear = (): void => store.setState({ dropEdge: null, dropBox: null });
    return {
      onDragOver: (event) => {
        const { gestures, mode } = store.getState();
        if (mode !== 'edit' || !gestures.onDropItem || !event.dataTransfer.types.includes(NODE_MIME)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        const at = screenToFlowPosition({ x: event.clientX, y: event.clientY }, { snapToGrid: false });
        const state = store.getState();
        const dropEdge = edgeNear(state, at, REACH);
        store.setState({ dropEdge, dropBox: dropEdge === null ? boxAt(state, at) : null });
      },
      onDragLeave: (event) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget))
          clear();
      },
      onDrop: (event) => {
        const state = store.getState();
        const item = event.dataTransfer.getData(NODE_MIME);
        if (item === '') return;
        event.preventDefault();
        const client = { x: event.clientX, y: event.clientY };
        const at = screenToFlowPosition({ ...client }, { snapToGrid: false });
        const spot = spotAt(state, client, screenToFlowPosition, edgeNear(state, at, REACH));
        clear();
        state.gestures.onDropItem?.(item, spot);
      },
    };
  }, [store, screenToFlowPosition]);
}

type AnyMouseEvent = MouseEvent | ReactMouseEvent;

interface Menu {
  onNode(event: ReactMouseEvent, node: { readonly id: string }): void;
  onPane(event: AnyMouseEvent): void;
  onSelection(event: ReactMouseEvent): void;
}

/** A right click asks for a menu; without a listener the browser's own stays. */
export function useMenu(): Menu {
  const store = useCanvasStore();
  const { screenToFlowPosition } = useReactFlow();
  return useMemo(() => {
    const open = (event: AnyMouseEvent, key: string | null): void => {
      const state = store.getState();
      if (!state.gestures.onMenu) return;
      event.preventDefault();
      const client = { x: event.clientX, y: event.clientY };
      state.gestures.onMenu(key, spotAt(state, client, screenToFlowPosition, state.activeEdge));
    };
    return {
      onNode: (event, node) => open(event, node.id),
      onPane: (event) => open(event, null),
      onSelection: (event) => open(event, [...store.getState().selection][0] ?? null),
    };
  }, [store, screenToFlowPosition]);
}
