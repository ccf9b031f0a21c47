import { useReactFlow } from '@xyflow/react';
import { type PointerEvent, useCallback } from 'react';
import type { GraphEdge } from '#projection';
import { type CanvasStore, useCanvasStore } from './canvasStore';
import type { Point } from './gestures';
import { nodeKeyAt, spotAt, type ToCanvas } from './spots';

/** A pointer that moved less than this was a click. Client pixels. */
const CLICK = 5;

interface ConnectionGround {
  readonly store: CanvasStore;
  readonly toCanvas: ToCanvas;
  /** The canvas' element: what is pressed outside of it ends a held connection. */
  readonly canvas: Element | null;
}

/**
 * A connection from the press on a port to its end. Dragged, it ends where the pointer lets go; after a click it
 * is held by the pointer and ends with the next click. The whole card is the target, not only its dot. Ending on a
 * card connects, or says why not; where nothing is, or on the port again, it asks for a new node.
 */
function beginConnection(ground: ConnectionGround, from: string, port: string, start: Point): void {
  const { store, toCanvas } = ground;
  const listening = new AbortController();
  const on = <Type extends keyof WindowEventMap>(
    type: Type,
    listener: (event: WindowEventMap[Type]) => void,
  ) => window.addEventListener(type, listener, { capture: true, signal: listening.signal });
  let moved = false;
  let held = false;

  const show = (client: Point): void => {
    moved ||= Math.hypot(client.x - start.x, client.y - start.y) >= CLICK;
    const over = targetAt(ground, from, client);
    const { dragged, gestures } = store.getState();
    const known = dragged !== null && dragged.over === over;
    const answer = over === null ? true : (gestures.canConnect?.(from, port, over) ?? true);
    const refusal = known ? dragged.refusal : answer === true ? null : answer;
    const pointer = toCanvas({ ...client }, { snapToGrid: false });
    store.setState({ dragged: { from, port, pointer, over, refusal } });
  };
  const close = (): void => {
    listening.abort();
    store.setState({ dragged: null });
  };
  const end = (client: Point): void => {
    show(client);
    const { dragged, gestures } = store.getState();
    close();
    if (dragged?.over) gestures.onConnect?.(from, port, dragged.over);
    else if (asksForNew(ground, from, client, start))
      gestures.onConnectToNew?.(from, port, spotAt(store.getState(), client, toCanvas));
  };
  /** After a click: the next press and click are the connection's, and nobody else's. */
  const hold = (): void => {
    let pressed = false;
    held = true;
    on('pointerdown', (event) => {
      if (!isInside(ground, event)) return close();
      pressed = true;
      swallow(event);
    });
    on('click', (event) => {
      swallow(event);
      if (pressed) end(pointOf(event));
    });
  };

  on('pointermove', (event) => show(pointOf(event)));
  on('pointerup', (event) => {
    if (held) return;
    if (moved) end(pointOf(event));
    else hold();
  });
  on('pointercancel', close);
  on('keydown', (event) => {
    if (event.key !== 'Escape') return;
    swallow(event);
    close();
  });
  show(start);
}

/** The card under the pointer; not the one it begins at, nor a box that holds both. */
function targetAt({ store }: ConnectionGround, from: string, client: Point): string | null {
  const under = nodeKeyAt(client);
  const { nodes } = store.getState();
  if (under === null || under === from || `${from}/`.startsWith(`${under}/`)) return null;
  return nodes.has(under) ? under : null;
}

/** Letting go over the card it began at means nothing, unless it was a click on the port. */
function asksForNew({ canvas }: ConnectionGround, from: string, client: Point, start: Point): boolean {
  const element = document.elementFromPoint(client.x, client.y);
  if (canvas !== null && !canvas.contains(element)) return false;
  const onPort = Math.hypot(client.x - start.x, client.y - start.y) < 2 * CLICK;
  return onPort || nodeKeyAt(client) !== from;
}

function isInside({ canvas }: ConnectionGround, event: Event): boolean {
  return canvas === null || (event.target instanceof Node && canvas.contains(event.target));
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function pointOf(event: { readonly clientX: number; readonly clientY: number }): Point {
  return { x: event.clientX, y: event.clientY };
}

/** @returns what a port calls when the pointer goes down on it: a connection begins there */
export function useConnect(): (event: PointerEvent<HTMLElement>, from: string, port: string) => void {
  const store = useCanvasStore();
  const { screenToFlowPosition } = useReactFlow();
  return useCallback(
    (event, from, port) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.preventDefault();
      const canvas = event.currentTarget.closest('.plan-canvas');
      beginConnection({ store, toCanvas: screenToFlowPosition, canvas }, from, port, pointOf(event));
    },
    [store, screenToFlowPosition],
  );
}

type Used = ReadonlyMap<string, ReadonlySet<string>>;

const KNOWN = new WeakMap<readonly GraphEdge[], Used>();
const NONE: ReadonlySet<string> = new Set();

/** The ports of a node that edges leave from: those have their name on the edge. Worked out once for all nodes. */
export function usedPorts(edges: readonly GraphEdge[], key: string): ReadonlySet<string> {
  const used = KNOWN.get(edges) ?? indexOf(edges);
  KNOWN.set(edges, used);
  return used.get(key) ?? NONE;
}

function indexOf(edges: readonly GraphEdge[]): Used {
  const used = new Map<string, Set<string>>();
  for (const { from, port } of edges) {
    const ports = used.get(from);
    if (ports) ports.add(port);
    else used.set(from, new Set([port]));
  }
  return used;
}
