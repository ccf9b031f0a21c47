import { useStore } from '@xyflow/react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { absoluteRects, type Moved } from '#picture';
import {
  type Boxes,
  type GraphBox,
  type GraphNode,
  sameAgent,
  samePicture,
  sameRounds,
  sameShape,
} from '#projection';
import type { PlanCanvasProps } from './canvasProps';
import { type CardResult, type ForeseenMark, useCanvasStore } from './canvasStore';
import { ALL_IN_PAGE, useCardsInPage } from './cardsInPage';

/** What of the graph decides where things are: it stays the same object while only statuses change. */
interface Placement {
  readonly boxes: Boxes;
  readonly nodes: readonly GraphNode[];
  /** Which of them are cards in the page. */
  readonly cards: ReadonlySet<string>;
  /** Whether they are too many to be in the page all at once. */
  readonly many: boolean;
  /** Whether they are so small that all of them are painted. */
  readonly far: boolean;
}

const NONE: ReadonlySet<string> = new Set();
const NO_RESULTS: ReadonlyMap<string, CardResult> = new Map();
const NOTHING_FORESEEN: ReadonlyMap<string, ForeseenMark> = new Map();

/** Hands the graph to the cards: each is told of its own node only. */
export function useGraphState(props: PlanCanvasProps, moved: Moved): Placement {
  const store = useCanvasStore();
  const { graph, mode, selection, gestures } = props;
  const selectedEdges = props.selectedEdges ?? NONE;
  const pinned = props.pinned ?? NONE;
  const results = props.results ?? NO_RESULTS;
  const foreseen = props.foreseen ?? NOTHING_FORESEEN;
  const connecting = props.connecting ?? null;
  const boxes = useKept(props.boxes, keepEqualBoxes);
  const nodes = useKept(graph.nodes, keepPlacement);
  const rects = useMemo(() => absoluteRects(nodes, boxes, moved), [nodes, boxes, moved]);
  const many = graph.nodes.length > ALL_IN_PAGE;
  const far = useFarView(many);
  const cards = useCardsInPage({ rects, many, far });
  useLayoutEffect(() => {
    const before = store.getState();
    const next = keepEqualNodes(graph.nodes, before.nodes);
    const newest = next === before.nodes ? before.newest : newestStep(next, before.nodes, before.newest);
    store.setState({ nodes: next, edges: graph.edges, newest });
  }, [store, graph]);
  useLayoutEffect(() => {
    store.setState({
      boxes,
      rects,
      mode,
      selection,
      selectedEdges,
      pinned,
      results,
      foreseen,
      gestures,
      far,
      cards,
      connecting,
    });
  }, [
    store,
    boxes,
    rects,
    mode,
    selection,
    selectedEdges,
    pinned,
    results,
    foreseen,
    gestures,
    far,
    cards,
    connecting,
  ]);
  return { boxes, nodes, cards, many, far };
}

function useKept<Value>(value: Value, keep: (value: Value, before: Value) => Value): Value {
  const kept = useRef(value);
  kept.current = keep(value, kept.current);
  return kept.current;
}

function keepPlacement(nodes: readonly GraphNode[], before: readonly GraphNode[]): readonly GraphNode[] {
  const same =
    nodes.length === before.length &&
    nodes.every((node, index) => {
      const old = before[index];
      return old?.key === node.key && old.parent === node.parent && old.dynamic === node.dynamic;
    });
  return same ? before : nodes;
}

/**
 * Indexes nodes by key and keeps the objects of `before` that say the same, so that a new graph redraws only the
 * cards it changes.
 */
export function keepEqualNodes(
  nodes: readonly GraphNode[],
  before: ReadonlyMap<string, GraphNode>,
): ReadonlyMap<string, GraphNode> {
  const next = new Map<string, GraphNode>();
  let same = nodes.length === before.size;
  for (const node of nodes) {
    const old = before.get(node.key);
    const kept = old !== undefined && sameNode(old, node) ? old : node;
    same &&= kept === old;
    next.set(node.key, kept);
  }
  return same ? before : next;
}

/** Keeps boxes that say the same, and the whole map when all of them do. */
export function keepEqualBoxes(boxes: Boxes, before: Boxes): Boxes {
  if (boxes === before) return before;
  const next = new Map<string, GraphBox>();
  let same = boxes.size === before.size;
  for (const [key, box] of boxes) {
    const old = before.get(key);
    const kept = old !== undefined && sameBox(old, box) ? old : box;
    same &&= kept === old;
    next.set(key, kept);
  }
  return same ? before : next;
}

function sameNode(a: GraphNode, b: GraphNode): boolean {
  return (
    a === b ||
    (a.status === b.status &&
      a.line === b.line &&
      a.title === b.title &&
      a.mark === b.mark &&
      a.reason === b.reason &&
      a.node === b.node &&
      a.parent === b.parent &&
      a.address === b.address &&
      a.hasInput === b.hasInput &&
      a.container === b.container &&
      a.dynamic === b.dynamic &&
      a.progress?.done === b.progress?.done &&
      a.progress?.total === b.progress?.total &&
      sameShape(a, b) &&
      samePicture(a, b) &&
      sameAgent(a, b) &&
      sameRounds(a.rounds, b.rounds) &&
      sameList(a.ports, b.ports))
  );
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => item === b[index]));
}

function sameBox(a: GraphBox, b: GraphBox): boolean {
  return (
    a === b ||
    (a.x === b.x &&
      a.y === b.y &&
      a.width === b.width &&
      a.height === b.height &&
      a.form === b.form &&
      a.scale === b.scale &&
      a.collapsed === b.collapsed &&
      a.overflow === b.overflow &&
      a.color === b.color &&
      a.picture === b.picture)
  );
}

/**
 * The step that has just been streamed (D4): the last dynamic node that was not there before; the one from before
 * while nothing new has come and it is still only planned.
 */
export function newestStep(
  nodes: ReadonlyMap<string, GraphNode>,
  before: ReadonlyMap<string, GraphNode>,
  last: string | null,
): string | null {
  let newest = last !== null && nodes.get(last)?.status === 'planned' ? last : null;
  if (before.size === 0) return newest;
  for (const node of nodes.values()) {
    if (node.dynamic && node.status === 'planned' && !before.has(node.key)) newest = node.key;
  }
  return newest;
}

/** Below this zoom, a large graph is painted whole instead of drawn card by card (measured: frames of 233 ms become 17 ms). */
const FAR = 0.4;

/** Whether a large graph is looked at from far away. Draws anew only when that changes. */
function useFarView(many: boolean): boolean {
  return useStore((flow) => many && flow.transform[2] < FAR);
}
