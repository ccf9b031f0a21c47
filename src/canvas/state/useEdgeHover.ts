import { useReactFlow } from '@xyflow/react';
import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import { distanceTo } from '#picture';
import { type CanvasState, type CanvasStore, useCanvasStore } from './canvasStore';
import type { Point } from './gestures';

/** Half the 40 px hit area of an edge, in client pixels. */
const REACH = 20;
/** How near a click must be to choose an edge, in client pixels. */
const CLICK_REACH = 8;
/** How long the tools of an edge stay after the pointer has left it. */
const LINGER_MS = 500;
/** What lies over edges: there the pointer means something else. */
const COVERED = '.node:not(.box, .region), .port, .title, .react-flow__panel';
/** The label of a transition: it may stand on the line of another. */
const LABEL = '[data-transition]';

interface EdgeHover {
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerLeave(): void;
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onClick(event: MouseEvent<HTMLElement>): void;
}

/** Shows the tools of the edge that the pointer is near, and chooses the one that is clicked; a tap does both. */
export function useEdgeHover(): EdgeHover {
  const store = useCanvasStore();
  const { screenToFlowPosition, getZoom } = useReactFlow();
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return useMemo(() => {
    const stay = (): void => {
      window.clearTimeout(timer.current);
      timer.current = 0;
    };
    const show = (edge: string): void => {
      stay();
      if (store.getState().activeEdge !== edge) store.setState({ activeEdge: edge });
    };
    const leave = (): void => {
      if (store.getState().activeEdge === null || timer.current !== 0) return;
      timer.current = window.setTimeout(() => {
        timer.current = 0;
        store.setState({ activeEdge: null });
      }, LINGER_MS);
    };
    const look = (event: PointerEvent<HTMLElement>): void => {
      const { target } = event;
      if (!(target instanceof Element) || !offersTools(store)) return;
      if (target.closest('.edge-tools')) {
        stay();
        return;
      }
      const at = screenToFlowPosition({ x: event.clientX, y: event.clientY }, { snapToGrid: false });
      const covered = target.closest(COVERED) !== null;
      const label = target.closest<HTMLElement>(LABEL)?.dataset.transition;
      const edge = label ?? (covered ? null : edgeNear(store.getState(), at, REACH / getZoom()));
      if (edge === null) leave();
      else show(edge);
    };
    return {
      onPointerMove: (event) => {
        if (event.buttons === 0) look(event);
      },
      onPointerLeave: leave,
      onPointerDown: look,
      onClick: (event) => {
        const { target } = event;
        if (!(target instanceof Element) || target.closest(`${COVERED}, ${LABEL}, .edge-tools`)) return;
        const at = screenToFlowPosition({ x: event.clientX, y: event.clientY }, { snapToGrid: false });
        const edge = edgeNear(store.getState(), at, CLICK_REACH / getZoom());
        if (edge !== null) store.getState().gestures.onSelect?.([], [edge]);
      },
    };
  }, [store, screenToFlowPosition, getZoom]);
}

function offersTools(store: CanvasStore): boolean {
  const { mode, dragged, gestures } = store.getState();
  return mode === 'edit' && dragged === null && Boolean(gestures.onInsert ?? gestures.onDeleteEdge);
}

/** The edge nearest to a point of the canvas, if it is within `reach`; only edges of the document. */
export function edgeNear(state: CanvasState, at: Point, reach: number): string | null {
  let nearest: string | null = null;
  let best = reach;
  for (const [key, route] of state.routeBook.of(state)) {
    if (route.edge.implied || state.nodes.get(route.edge.from)?.dynamic) continue;
    const away = distanceTo(route.points, at);
    if (away >= best) continue;
    best = away;
    nearest = key;
  }
  return nearest;
}
