import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import { type CanvasHandle, PlanCanvas } from '#canvas';
import { CanvasMenu } from '../commands/CanvasMenu';
import { usePinnedKeys } from '../pins/usePinnedKeys';
import { drawForecast } from '../run/drawForecast';
import { useForecast } from '../run/forecast';
import { resultsStore } from '../run/resultsStore';
import { setCanvasOfPage } from '../state/canvas';
import type { PanelProps } from '../state/panels';
import { useEditor, useScene, useSelection, useSession } from '../state/session';
import styles from './Centre.module.css';
import { canvasGestures } from './canvasGestures';

/** The canvas on the editor's scene. */
export function PlanSurface({ inHand }: PanelProps) {
  const session = useSession();
  const editor = useEditor();
  const graph = useScene((scene) => scene.graph);
  const boxes = useScene((scene) => scene.boxes);
  const editable = useScene(
    (scene) =>
      !scene.readOnly &&
      (scene.machine !== null || (scene.plan !== null && scene.open?.kind === 'capability')),
  );
  const shown = useScene((scene) => `${scene.open?.id ?? ''} ${scene.inside ?? ''}`);
  const selection = useSelection((state) => state.nodes);
  const selectedEdges = useSelection((state) => state.edges);
  const pinned = usePinnedKeys();
  const forecast = useForecast();
  const place = useScene((scene) => scene.stands?.place);
  const drawn = useMemo(
    () => drawForecast(graph, forecast, { pinned, boxes, place }),
    [graph, forecast, pinned, boxes, place],
  );
  const results = useStore(resultsStore, ({ byKey }) => byKey);
  const focus = useSelection((state) => state.focus);
  const connecting = useStore(editor.connecting, (state) => state.now);
  const isMachine = useScene((scene) => scene.machine !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of plan has other gestures.
  const gestures = useMemo(() => canvasGestures(session, editable), [session, editable, isMachine]);
  const keepHandle = useCallback((handle: CanvasHandle | null) => {
    setCanvasOfPage(handle);
    return () => setCanvasOfPage(null);
  }, []);
  return (
    <div className={styles.surface}>
      <PlanCanvas
        ref={keepHandle}
        graph={drawn.graph}
        shown={shown}
        boxes={boxes}
        mode={editable ? 'edit' : 'view'}
        selection={selection}
        selectedEdges={selectedEdges}
        pinned={pinned}
        results={results}
        foreseen={drawn.foreseen}
        current={focus}
        gestures={gestures}
        controls={!inHand}
        connecting={connecting}
      />
      <CanvasMenu />
    </div>
  );
}
