import { useStore, useStoreApi, ViewportPortal } from '@xyflow/react';
import { type PointerEvent, useEffect, useMemo, useState } from 'react';
import { type RoutedEdge, rectsOfLabels } from '#picture';
import type { RunningDelay } from '#projection';
import { useCanvas } from '../state/canvasStore';
import { ALL_IN_PAGE, useCardsInPage } from '../state/cardsInPage';
import { hasLabel, isSmall, labelScale } from '../state/smallView';

/** A pointer that moved less than this was a click. Client pixels. */
const CLICK = 4;

/**
 * The labels of transitions, on their lines: clicked they choose the transition, dragged they move. For the pointer
 * only: the list of edges says them, and `E` walks them.
 */
export function TransitionLabels() {
  const some = useCanvas((state) => state.edges.some(({ transition }) => transition !== undefined));
  if (!some) return null;
  return <Labels />;
}

function Labels() {
  const scale = useStore((flow) => labelScale(flow.transform[2]));
  const small = useStore((flow) => isSmall(flow.transform[2]));
  const chosen = useCanvas((state) => state.selectedEdges);
  const routes = useCanvas((state) => state.routeBook.of(state));
  // The book keeps its routes while only what they look like changes.
  const edges = useCanvas((state) => state.edges);
  const shown = useMemo(() => edges.filter((edge) => hasLabel(edge, small, chosen)), [edges, small, chosen]);
  const rects = useMemo(() => rectsOfLabels(shown, routes), [shown, routes]);
  // Like cards: thousands of labels at once held the page for seconds.
  const inPage = useCardsInPage({ rects, many: rects.size > ALL_IN_PAGE, far: false });
  return (
    <ViewportPortal>
      {shown.map((edge) => {
        const route = routes.get(edge.key);
        if (route === undefined || !inPage.has(edge.key)) return null;
        return <Label key={edge.key} route={{ ...route, edge }} scale={scale} />;
      })}
    </ViewportPortal>
  );
}

function Label({ route, scale }: { readonly route: RoutedEdge; readonly scale: number }) {
  const { edge, middle, anchor = middle } = route;
  const { transition } = edge;
  const gestures = useCanvas((state) => state.gestures);
  const selected = useCanvas((state) => state.selectedEdges.has(edge.key));
  const editable = useCanvas((state) => state.mode === 'edit');
  const flow = useStoreApi();
  const [dragged, setDragged] = useState<{ readonly x: number; readonly y: number } | null>(null);
  if (transition === undefined || transition.label === '') return null;
  const offset = transition.offset ?? { x: 0, y: 0 };
  const at = {
    x: middle.x + offset.x + (dragged?.x ?? 0),
    y: middle.y + offset.y + (dragged?.y ?? 0),
  };
  const press = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const { clientX, clientY, pointerId } = event;
    const label: HTMLElement = event.currentTarget;
    const listening = new AbortController();
    const { signal } = listening;
    const zoom = flow.getState().transform[2];
    const way = (now: globalThis.PointerEvent) => ({
      x: Math.round((now.clientX - clientX) / zoom),
      y: Math.round((now.clientY - clientY) / zoom),
    });
    label.setPointerCapture(pointerId);
    label.addEventListener(
      'pointermove',
      (now) => {
        if (editable && gestures.onMoveLabel) setDragged(way(now));
      },
      { signal },
    );
    label.addEventListener(
      'pointerup',
      (now) => {
        listening.abort();
        setDragged(null);
        const moved = Math.hypot(now.clientX - clientX, now.clientY - clientY) >= CLICK;
        const by = way(now);
        if (!moved && transition.lit && gestures.onTakeTransition) gestures.onTakeTransition(edge.key);
        else if (!moved) gestures.onSelect?.([], [edge.key]);
        else if (editable) {
          // Where it stood of itself may change with what is around it; the anchor is its line's alone.
          const away = { x: middle.x - anchor.x + offset.x, y: middle.y - anchor.y + offset.y };
          gestures.onMoveLabel?.(edge.key, {
            x: Math.round(away.x + by.x),
            y: Math.round(away.y + by.y),
          });
        }
      },
      { signal },
    );
    label.addEventListener(
      'pointercancel',
      () => {
        listening.abort();
        setDragged(null);
      },
      { signal },
    );
  };
  return (
    <span
      aria-hidden="true"
      className="transition-label nodrag nopan"
      data-lit={transition.lit || undefined}
      data-preview={transition.preview || undefined}
      data-selected={selected || undefined}
      data-running={transition.timer !== null || undefined}
      data-transition={edge.key}
      title={transition.label}
      style={{ left: at.x, top: at.y, ...(scale === 1 ? {} : { scale: String(scale) }) }}
      onPointerDown={press}
      onPointerEnter={() => gestures.onLookAtTransition?.(edge.key)}
      onPointerLeave={() => gestures.onLookAtTransition?.(null)}
    >
      {transition.label}
      {transition.timer !== null && <DelayBar delay={transition.timer} />}
    </span>
  );
}

/** A bar is drawn anew at most so often, and at least so often while its delay runs, in milliseconds. */
const OFTEN = 100;
const SELDOM = 10_000;
/** In so many steps a bar fills. */
const STEPS = 200;

/** A bar that fills while a delay runs; in the past it stands as it stood then. */
function DelayBar({ delay: { from, until, at } }: { readonly delay: RunningDelay }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (at !== null) return;
    setNow(Date.now());
    const timer = setInterval(
      () => setNow(Date.now()),
      Math.min(SELDOM, Math.max(OFTEN, (until - from) / STEPS)),
    );
    return () => clearInterval(timer);
  }, [from, until, at]);
  const share = until <= from ? 1 : Math.min(1, Math.max(0, ((at ?? now) - from) / (until - from)));
  return (
    <span className="delay">
      <span style={{ width: `${(100 * share).toFixed(1)}%` }} />
    </span>
  );
}
