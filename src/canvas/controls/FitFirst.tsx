import { useStore } from '@xyflow/react';
import { useLayoutEffect } from 'react';
import { useCanvas } from '../state/canvasStore';
import { useFit } from '../state/useFit';

/** Fits the picture once, as soon as there is a view to fit it into. */
export function FitFirst() {
  const fitView = useFit();
  const drawn = useCanvas((state) => state.rects.size > 0);
  const ready = useStore((flow) => flow.width > 0 && flow.panZoom !== null) && drawn;
  useLayoutEffect(() => {
    if (ready) fitView(undefined, 0, 'readable');
  }, [ready, fitView]);
  return null;
}
