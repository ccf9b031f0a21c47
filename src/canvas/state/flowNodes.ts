import type { Node, NodeChange, OnNodesChange } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import type { Moved } from '#picture';
import type { Boxes, BoxForm, GraphBox, GraphNode } from '#projection';
import type { Gestures } from './gestures';

/** A node as React Flow holds it: where it is. What it shows, its card reads from the canvas' state by key. */
export type FlowNode = Node<Record<string, never>, BoxForm>;

interface FlowNodesInput {
  readonly nodes: readonly GraphNode[];
  readonly boxes: Boxes;
  readonly moved: Moved;
  readonly selection: ReadonlySet<string>;
  readonly editable: boolean;
  /** Which nodes are cards in the page; chosen ones and what holds them are given besides. */
  readonly cards: ReadonlySet<string>;
}

interface Made {
  readonly box: GraphBox;
  readonly node: FlowNode;
}

const NO_DATA: Record<string, never> = {};
/** Ports are our own. React Flow mounts every node whose handles it does not know, seen or not, to measure them. */
const NO_HANDLES: NonNullable<FlowNode['handles']> = [];
/** React Flow calls every wrapper a "node"; ours has its own role and name inside. */
const WRAPPER = { 'aria-roledescription': undefined };

/**
 * Makes React Flow's nodes and keeps those that did not change, so that React Flow draws anew only what moved.
 * One instance a canvas; parents come before their children.
 */
export class FlowNodes {
  #made: ReadonlyMap<string, Made> = new Map();
  #list: FlowNode[] = [];
  #byKey: ReadonlyMap<string, GraphNode> = new Map();
  #indexed: readonly GraphNode[] = [];

  make(input: FlowNodesInput): FlowNode[] {
    const made = new Map<string, Made>();
    const shown = this.#index(input.nodes);
    const add = (node: GraphNode): void => {
      const box = input.boxes.get(node.key);
      if (!box || made.has(node.key)) return;
      const parent = node.parent === null ? undefined : shown.get(node.parent);
      if (parent) add(parent);
      made.set(node.key, this.#keep(node, box, parent !== undefined && made.has(parent.key), input));
    };
    for (const node of input.nodes) if (input.cards.has(node.key) || input.selection.has(node.key)) add(node);
    const list = [...made.values()].map((one) => one.node);
    this.#made = made;
    if (list.length !== this.#list.length || list.some((node, index) => node !== this.#list[index]))
      this.#list = list;
    return this.#list;
  }

  #index(nodes: readonly GraphNode[]): ReadonlyMap<string, GraphNode> {
    if (nodes !== this.#indexed) this.#byKey = new Map(nodes.map((node) => [node.key, node]));
    this.#indexed = nodes;
    return this.#byKey;
  }

  #keep(node: GraphNode, box: GraphBox, inParent: boolean, input: FlowNodesInput): Made {
    const old = this.#made.get(node.key);
    const at = input.moved.get(node.key) ?? box;
    const selected = input.selection.has(node.key);
    const draggable = input.editable && !node.dynamic && node.lane === null;
    if (
      old?.box === box &&
      old.node.position.x === at.x &&
      old.node.position.y === at.y &&
      old.node.selected === selected &&
      old.node.draggable === draggable &&
      (old.node.parentId !== undefined) === inParent
    )
      return old;
    return { box, node: flowNode(node, box, at, { selected, draggable, inParent }) };
  }
}

function flowNode(
  node: GraphNode,
  box: GraphBox,
  at: { readonly x: number; readonly y: number },
  state: { readonly selected: boolean; readonly draggable: boolean; readonly inParent: boolean },
): FlowNode {
  return {
    id: node.key,
    type: box.form,
    data: NO_DATA,
    position: { x: at.x, y: at.y },
    width: box.width,
    height: box.height,
    handles: NO_HANDLES,
    selected: state.selected,
    draggable: state.draggable,
    connectable: false,
    // The box around a lane is what is clicked and dragged.
    ...(box.form === 'lane' ? { selectable: false } : {}),
    focusable: false,
    domAttributes: WRAPPER,
    ...(state.inParent && node.parent !== null ? { parentId: node.parent } : {}),
  };
}

/**
 * Turns React Flow's changes into one new selection. Changes of one gesture come in several calls before the new
 * selection is back as a prop, so they are added up here.
 */
export function useSelection(
  selection: ReadonlySet<string>,
  gestures: Gestures,
  onMoved: (changes: readonly NodeChange<FlowNode>[]) => void,
): OnNodesChange<FlowNode> {
  const chosen = useRef(selection);
  useEffect(() => {
    chosen.current = selection;
  }, [selection]);
  return useCallback(
    (changes) => {
      const next = new Set(chosen.current);
      for (const change of changes) {
        if (change.type !== 'select') continue;
        if (change.selected) next.add(change.id);
        else next.delete(change.id);
      }
      if (!sameSet(next, chosen.current)) {
        chosen.current = next;
        gestures.onSelect?.([...next], []);
      }
      onMoved(changes);
    },
    [gestures, onMoved],
  );
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((key) => b.has(key));
}
