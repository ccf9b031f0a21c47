import { Panel, useReactFlow, useStore } from '@xyflow/react';
import { LayoutDashboard, type LucideIcon, Maximize, Minus, Plus } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { ICON_STROKE } from '../glyphs/glyphs';
import { useCanvas } from '../state/canvasStore';
import { motionMs, useFit, useIsReady } from '../state/useFit';
import { useStaysFitted } from '../state/useRoom';

/** Zoom, fit and tidy at the bottom left. */
export function ZoomBar() {
  const flow = useReactFlow();
  const fitView = useFit();
  const tidy = useCanvas((state) => (state.mode === 'edit' ? state.gestures.onTidy : undefined));
  return (
    <Panel position="bottom-left" className="zoom-bar nopan">
      <Tool
        icon={Minus}
        name="Zoom out"
        keys="-"
        onClick={() => void flow.zoomOut({ duration: motionMs() })}
      />
      <ZoomLevel />
      <Tool icon={Plus} name="Zoom in" keys="+" onClick={() => void flow.zoomIn({ duration: motionMs() })} />
      <Tool icon={Maximize} name="Fit the view" keys="1" onClick={() => fitView()} />
      {tidy && <Tool icon={LayoutDashboard} name="Tidy" keys="Shift+Alt+T" onClick={tidy} />}
    </Panel>
  );
}

function ZoomLevel() {
  const flow = useReactFlow();
  const percent = useStore((state) => Math.round(state.transform[2] * 100));
  return (
    <button
      type="button"
      className="level"
      aria-label={`Zoom ${percent} %, back to 100 %`}
      title="Back to 100 % (0)"
      onClick={() => void flow.zoomTo(1, { duration: motionMs() })}
    >
      {percent} %
    </button>
  );
}

interface ToolProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly keys: string;
  readonly onClick: () => void;
}

function Tool({ icon: Icon, name, keys, onClick }: ToolProps) {
  return (
    <button type="button" aria-label={name} title={`${name} (${keys})`} onClick={onClick}>
      <Icon size={15} strokeWidth={ICON_STROKE} aria-hidden />
    </button>
  );
}

/** Fits the picture as soon as there is a view to fit it into, and keeps it so until somebody moves it. */
export function FitFirst() {
  const fitView = useFit();
  const isReady = useIsReady();
  useLayoutEffect(() => {
    if (isReady) fitView(undefined, 0, 'readable');
  }, [isReady, fitView]);
  useStaysFitted();
  return null;
}
