import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ConnectingState } from '#editor';
import { type Rect, RouteBook } from '#picture';
import type { Boxes, GraphBox, GraphEdge, GraphNode, NodeStatus } from '#projection';
import type { Gestures, Point } from './gestures';
import type { FittedView, StoodView } from './standing';

/** A connection that is being drawn with the pointer, from a port. */
interface DraggedConnection {
  readonly from: string;
  readonly port: string;
  /** Where the pointer is, in canvas pixels. */
  readonly pointer: Point;
  /** The node under the pointer. */
  readonly over: string | null;
  /** Why the connection may not end there; null when it may. */
  readonly refusal: string | null;
}

/** What cards, edges and controls read. Each reads its own part, so that one status redraws one card. */
export interface CanvasState {
  readonly mode: 'edit' | 'view';
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
  readonly boxes: Boxes;
  /** Rectangles in canvas pixels from the origin, with what is being dragged where the pointer has it. */
  readonly rects: ReadonlyMap<string, Rect>;
  readonly selection: ReadonlySet<string>;
  readonly selectedEdges: ReadonlySet<string>;
  readonly pinned: ReadonlySet<string>;
  readonly results: ReadonlyMap<string, CardResult>;
  readonly foreseen: ReadonlyMap<string, ForeseenMark>;
  /** The step that a planner streamed last: it has a halo. */
  readonly newest: string | null;
  readonly dragged: DraggedConnection | null;
  /** A connection that is being made by keyboard. */
  readonly connecting: ConnectingState | null;
  /** The edge whose tools are shown. */
  readonly activeEdge: string | null;
  /** The edge that what is being dragged would be dropped on. */
  readonly dropEdge: string | null;
  /** The box that what is being dragged would be dropped in. */
  readonly dropBox: string | null;
  readonly gestures: Gestures;
  /** Ways of the edges: ask it with this state. */
  readonly routeBook: RouteBook;
  /** The view in which the whole was fitted last; who has moved since has another. */
  readonly fitted: FittedView | null;
  /** How the view stood before the room around it changed; null once it stands so again. */
  readonly stood: StoodView | null;
  /** How far down on the page the canvas is, as far as its view takes that into account. CSS pixels; null before it is there. */
  readonly top: number | null;
  /** Drawn whole on one canvas, because cards would be too small to read. */
  readonly far: boolean;
  /** Nodes that are cards in the page; what else is seen is painted until its card is there. */
  readonly cards: ReadonlySet<string>;
}

export type CanvasStore = StoreApi<CanvasState>;

export function createCanvasStore(): CanvasStore {
  return createStore<CanvasState>(() => ({
    mode: 'view',
    nodes: new Map(),
    edges: [],
    boxes: new Map(),
    rects: new Map(),
    selection: new Set(),
    selectedEdges: new Set(),
    pinned: new Set(),
    results: new Map(),
    foreseen: new Map(),
    newest: null,
    dragged: null,
    connecting: null,
    activeEdge: null,
    dropEdge: null,
    dropBox: null,
    gestures: {},
    routeBook: new RouteBook(),
    fitted: null,
    stood: null,
    top: null,
    far: false,
    cards: new Set(),
  }));
}

export const CanvasContext = createContext<CanvasStore>(createCanvasStore());

export function useCanvasStore(): CanvasStore {
  return useContext(CanvasContext);
}

/** Reads one part of the canvas' state and draws anew only when that part changes. */
export function useCanvas<Part>(select: (state: CanvasState) => Part): Part {
  return useStore(useContext(CanvasContext), select);
}

export function useGraphNode(key: string): GraphNode | undefined {
  return useCanvas((state) => state.nodes.get(key));
}

/** What a card tells of a run besides its own status (D7). */
export function useResult(key: string): CardResult | undefined {
  return useCanvas((state) => state.results.get(key));
}

/** What a run that is about to start would do with the node of a card (D1). */
export function useForeseen(key: string): ForeseenMark | undefined {
  return useCanvas((state) => state.foreseen.get(key));
}

export function useBox(key: string): GraphBox | undefined {
  return useCanvas((state) => state.boxes.get(key));
}

/** What a card tells of a run besides its own status (D7). */
export interface CardResult {
  /** What the node came to in a run that is not shown any more; null where the card has a status itself. */
  readonly status: NodeStatus | null;
  readonly stale: StaleMark | null;
}

/** A result that does not hold any more (D11), or may not: why, in a sentence. */
export interface StaleMark {
  readonly word: 'stale' | 'may be stale';
  readonly reason: string;
}

/** What a run that is about to start would do with a node (D1, D3), in words for its badge. */
export interface ForeseenMark {
  /** `stale`: called again, because what the record has does not hold any more; `asks`: only after a yes. */
  readonly kind: 'reused' | 'called' | 'stale' | 'asks';
  readonly word: string;
}
