import { useStoreApi } from '@xyflow/react';
import type { PointerEvent } from 'react';
import type { GraphBox, GraphNode } from '#projection';
import { useCanvas } from '../state/canvasStore';

const GRID = 20;
const LEAST = { width: 240, height: 120 } as const;

/** The corner that gives a box its size (D4: an executor keeps the size that its author gives). */
export function ResizeCorner({ node, box }: { readonly node: GraphNode; readonly box: GraphBox }) {
  const editable = useCanvas((state) => state.mode === 'edit' && state.gestures.onResize !== undefined);
  const gestures = useCanvas((state) => state.gestures);
  const flow = useStoreApi();
  if (!editable || node.dynamic) return null;
  const drag = (event: PointerEvent<HTMLElement>): void => {
    event.stopPropagation();
    const { currentTarget: corner, clientX, clientY, pointerId } = event;
    const zoom = flow.getState().transform[2];
    corner.setPointerCapture(pointerId);
    let last = '';
    const move = (now: globalThis.PointerEvent): void => {
      const width = snapUp(box.width + (now.clientX - clientX) / zoom, LEAST.width);
      const height = snapUp(box.height + (now.clientY - clientY) / zoom, LEAST.height);
      if (last === `${width} ${height}`) return;
      last = `${width} ${height}`;
      gestures.onResize?.(node.key, { width, height });
    };
    const end = (): void => {
      corner.removeEventListener('pointermove', move);
      corner.removeEventListener('pointerup', end);
      corner.removeEventListener('pointercancel', end);
    };
    corner.addEventListener('pointermove', move);
    corner.addEventListener('pointerup', end);
    corner.addEventListener('pointercancel', end);
  };
  return <span className="resize nodrag nopan" aria-hidden="true" onPointerDown={drag} />;
}

function snapUp(value: number, least: number): number {
  return Math.max(least, Math.round(value / GRID) * GRID);
}
