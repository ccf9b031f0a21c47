import { useLayoutEffect, useMemo, useRef } from 'react';
import { absoluteRects, type Moved } from '#picture';
import type { Boxes, GraphNode } from '#projection';
import type { PlanCanvasProps } from './canvasProps';
import { useCanvasStore } from './canvasStore';
import type { CardResult } from './cardResult';
import { ALL_IN_PAGE, useCardsInPage } from './cardsInPage';
import type { ForeseenMark } from './foreseenMark';
import { keepEqualBoxes, keepEqualNodes } from './keepEqual';
import { newestStep } from './newestStep';
import { useFarView } from './useFarView';

/** What of the graph decides where things are: it stays the same object while only statuses change. */
export interface Placement {
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
