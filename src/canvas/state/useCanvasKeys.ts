import { useReactFlow } from '@xyflow/react';
import { type KeyboardEvent, useCallback } from 'react';
import type { PlanCanvasProps } from '../PlanCanvas';
import { type CanvasKey, canvasKey } from './canvasKey';
import { motionMs } from './motion';
import { FIT } from './useViewport';

/**
 * The keys that are the canvas' own (E3: letter keys act only while the canvas or a node has the focus). What it
 * does not know goes on to the app.
 */
export function useCanvasKeys(props: PlanCanvasProps): (event: KeyboardEvent<HTMLElement>) => void {
  const flow = useReactFlow();
  return useCallback(
    (event) => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const key = canvasKey(event);
      if (key === null) return;
      const focused = focusedKey(event.target);
      if (act(key, focused, props, flow)) event.preventDefault();
    },
    [props, flow],
  );
}

/** @returns whether the key was used */
function act(
  key: CanvasKey,
  focused: string | null,
  { gestures, mode, selection }: PlanCanvasProps,
  flow: ReturnType<typeof useReactFlow>,
): boolean {
  const duration = motionMs();
  switch (key.does) {
    case 'zoom-in':
      void flow.zoomIn({ duration });
      return true;
    case 'zoom-out':
      void flow.zoomOut({ duration });
      return true;
    case 'reset':
      void flow.zoomTo(1, { duration });
      return true;
    case 'fit':
      void flow.fitView({ ...FIT, duration });
      return true;
    case 'walk':
      gestures.onWalk?.(key.direction, key.extend);
      return gestures.onWalk !== undefined;
    case 'open':
      if (focused !== null) gestures.onOpen?.(focused);
      return focused !== null && gestures.onOpen !== undefined;
    case 'delete': {
      const keys = selection.size > 0 ? [...selection] : focused === null ? [] : [focused];
      if (mode !== 'edit' || keys.length === 0) return false;
      gestures.onDelete?.(keys);
      return gestures.onDelete !== undefined;
    }
  }
}

function focusedKey(target: EventTarget): string | null {
  if (!(target instanceof HTMLElement)) return null;
  // A button inside a card has its own Enter.
  return target.dataset.key ?? null;
}

function isTyping(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
