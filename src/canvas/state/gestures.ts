import type { Point } from '#picture';

/** On the screen in client pixels, or on the canvas in canvas pixels. */
export type { Point };

/** Where a node was dragged to. `parent` is the box it was dropped in, by key; null is the top. */
export interface Move {
  readonly key: string;
  readonly parent: string | null;
  /** Top left corner, from the parent's. */
  readonly x: number;
  readonly y: number;
}

/** A spot on the canvas, and what is there. */
export interface Spot {
  /** Client pixels, for menus and popovers. */
  readonly client: Point;
  /** Canvas pixels from the top left corner of `parent`. */
  readonly at: Point;
  /** Key of the box under the spot; null is the top. */
  readonly parent: string | null;
  /** Key of the edge under the spot. */
  readonly edge: string | null;
}

/** The place that the canvas shows: canvas point (0, 0) is drawn at (x, y), one canvas pixel is `zoom` pixels. */
export interface CanvasViewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/**
 * What people do on the canvas, as callbacks: the canvas changes nothing by itself, and shows the change when it
 * comes back as a new graph. A gesture without a callback is not offered. Keys are those of `GraphNode.key`.
 */
export interface Gestures {
  /** `edges` holds an edge that was clicked. */
  onSelect?(keys: readonly string[], edges: readonly string[]): void;
  /** Nodes were dragged; `ontoEdge` when a single loose node was dropped on an edge, to be spliced in. */
  onMove?(moves: readonly Move[], ontoEdge: string | null): void;
  onResize?(key: string, size: { readonly width: number; readonly height: number }): void;
  onConnect?(from: string, port: string, to: string): void;
  /** Whether an edge may be drawn: true, or why not in one sentence. Asked while the pointer is over a card. */
  canConnect?(from: string, port: string, to: string): true | string;
  /** A connection ended where nothing is, or its port was clicked twice: the adder may open there. */
  onConnectToNew?(from: string, port: string, spot: Spot): void;
  /** The plus of an edge. */
  onInsert?(edge: string, client: Point): void;
  onDeleteEdge?(edge: string): void;
  /** Something of the type `NODE_MIME` was dropped; `item` is its text. */
  onDropItem?(item: string, spot: Spot): void;
  /** Double click, or the button of a box. */
  onOpen?(key: string): void;
  /** Fold or unfold a container. */
  onFold?(key: string, collapsed: boolean): void;
  /** Another round of a container that repeats shall be drawn, from 0. */
  onRound?(key: string, round: number): void;
  /** Right click, or the menu key; `key` is null on the bare canvas. */
  onMenu?(key: string | null, spot: Spot): void;
  /** The label of a transition was dragged: how far from the middle of its line it is now, in canvas pixels. */
  onMoveLabel?(edge: string, offset: Point): void;
  /** A transition that can be taken now was pressed (M7). */
  onTakeTransition?(edge: string): void;
  /** The pointer is on a transition, or on none any more. */
  onLookAtTransition?(edge: string | null): void;
  /** Tidy was pressed in the zoom bar. */
  onTidy?(): void;
}

/** The type under which the palette puts a node on the clipboard of a drag (HTML drag and drop). */
export const NODE_MIME = 'application/x-planloom-node';
