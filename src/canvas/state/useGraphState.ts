import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Boxes, GraphNode } from '#projection';
import { absoluteRects, type Moved } from '../geometry/rect';
import type { PlanCanvasProps } from './canvasProps';
import { useCanvasStore } from './canvasStore';
import { keepEqualBoxes, keepEqualNodes } from './keepEqual';
import { newestStep } from './newestStep';

/** What of the graph decides where things are: it stays the same object while only statuses change. */
export interface Placement {
  readonly boxes: Boxes;
  readonly nodes: readonly GraphNode[];
}

const NONE: ReadonlySet<string> = new Set();

/** Hands the graph to the cards: each is told of its own node only. */
export function useGraphState(props: PlanCanvasProps, moved: Moved, far: boolean): Placement {
  const store = useCanvasStore();
  const { graph, mode, selection, gestures } = props;
  const selectedEdges = props.selectedEdges ?? NONE;
  const connecting = props.connecting ?? null;
  const boxes = useKept(props.boxes, keepEqualBoxes);
  const nodes = useKept(graph.nodes, keepPlacement);
  const rects = useMemo(() => absoluteRects(nodes, boxes, moved), [nodes, boxes, moved]);
  useLayoutEffect(() => {
    const before = store.getState();
    const next = keepEqualNodes(graph.nodes, before.nodes);
    const newest = next === before.nodes ? before.newest : newestStep(next, before.nodes, before.newest);
    store.setState({ nodes: next, edges: graph.edges, newest });
  }, [store, graph]);
  useLayoutEffect(() => {
    store.setState({ boxes, rects, mode, selection, selectedEdges, gestures, far, connecting });
  }, [store, boxes, rects, mode, selection, selectedEdges, gestures, far, connecting]);
  return { boxes, nodes };
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
