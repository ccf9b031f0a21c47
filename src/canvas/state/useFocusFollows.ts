import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type RefObject, useEffect, useRef } from 'react';
import { useCanvasStore } from './canvasStore';
import { motionMs } from './useFit';

/**
 * Keeps the node that has the keyboard in view, and gives it the focus while the canvas or nothing has it. With the
 * pointer only what is not seen at all is brought into view: a click must not move what was clicked.
 */
export function useFocusFollows(region: RefObject<HTMLElement | null>, current: string | null): void {
  const store = useCanvasStore();
  const flow = useReactFlow();
  const flowStore = useStoreApi();
  const byKeyboard = useKeyboardLast();
  useEffect(() => {
    const canvas = region.current;
    if (current === null || canvas === null) return;
    const rect = store.getState().rects.get(current);
    // Of React Flow, which watches it: asking the element would lay the page out in the middle of a click.
    const { width, height, transform } = flowStore.getState();
    const [x, y, zoom] = transform;
    // By keyboard all of it must be seen, with the pointer a corner is enough.
    const inset = rect === undefined || byKeyboard.current ? 0 : Math.min(rect.width, rect.height) * zoom;
    const outside =
      rect !== undefined &&
      (rect.x * zoom + x < -inset ||
        rect.y * zoom + y < -inset ||
        (rect.x + rect.width) * zoom + x > width + inset ||
        (rect.y + rect.height) * zoom + y > height + inset);
    if (rect && outside)
      void flow.setCenter(rect.x + rect.width / 2, rect.y + rect.height / 2, { zoom, duration: motionMs() });
    if (!isFocusOf(canvas)) return;
    // A node that was out of view is in the page one frame later. A key that was pressed by then may have led into a field.
    const frame = requestAnimationFrame(() => {
      if (!isFocusOf(canvas)) return;
      canvas
        .querySelector<HTMLElement>(`[data-key="${CSS.escape(current)}"]`)
        ?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [current, region, store, flow, flowStore, byKeyboard]);
}

/** Whether the canvas has the focus, or nothing: so it is when the page opens, and when what had it was deleted. */
function isFocusOf(canvas: HTMLElement): boolean {
  const { activeElement, body } = document;
  return activeElement === body || canvas.contains(activeElement);
}

/**
 * Who walks the page with Tab, or with a screen reader, and comes to a node has chosen it: what the keys do is done to the
 * node that is read out. A dialog that gives the focus back chooses nothing.
 */
export function useChoiceFollows(region: RefObject<HTMLElement | null>): void {
  const store = useCanvasStore();
  useEffect(() => {
    const canvas = region.current;
    if (canvas === null) return;
    let last: EventTarget | null = null;
    const choose = ({ target }: FocusEvent): void => {
      const fromDialog = last instanceof Element && last.closest('dialog') !== null;
      last = target;
      if (!(target instanceof HTMLElement) || !canvas.contains(target) || fromDialog) return;
      if (!target.matches('[data-key]:focus-visible')) return;
      const { selection, connecting, gestures } = store.getState();
      const key = target.dataset.key ?? '';
      if (connecting === null && !selection.has(key)) gestures.onSelect?.([key], []);
    };
    document.addEventListener('focusin', choose);
    return () => document.removeEventListener('focusin', choose);
  }, [region, store]);
}

/** Whether a key was the last thing that was pressed, and not the pointer. */
function useKeyboardLast(): RefObject<boolean> {
  const last = useRef(false);
  useEffect(() => {
    const listen = new AbortController();
    const { signal } = listen;
    const heard = (keyboard: boolean) => () => {
      last.current = keyboard;
    };
    window.addEventListener('keydown', heard(true), { capture: true, signal });
    window.addEventListener('pointerdown', heard(false), { capture: true, signal });
    return () => listen.abort();
  }, []);
  return last;
}
