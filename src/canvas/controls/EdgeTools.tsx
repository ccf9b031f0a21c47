import { useStore, ViewportPortal } from '@xyflow/react';
import { Plus, Trash2 } from 'lucide-react';
import { ICON_STROKE } from '../glyphs/glyphs';
import { useCanvas } from '../state/canvasStore';
import type { Point } from '../state/gestures';

/** Above the line and the label that may stand on it, so that neither is hidden; still within reach of the pointer. */
const ABOVE = 28;

/** Plus and bin over the middle of the edge that the pointer is near. */
export function EdgeTools() {
  const active = useCanvas((state) => state.activeEdge);
  if (active === null) return null;
  return <ToolsOf edge={active} />;
}

function ToolsOf({ edge: key }: { readonly edge: string }) {
  const edge = useCanvas((state) => state.edges.find((one) => one.key === key));
  const nodes = useCanvas((state) => state.nodes);
  const gestures = useCanvas((state) => state.gestures);
  const route = useCanvas((state) => state.routeBook.of(state).get(key));
  if (!edge || !route) return null;
  const isTransition = edge.transition !== undefined;
  const names = `${nodes.get(edge.from)?.title} and ${nodes.get(edge.to)?.title}`;
  return (
    <ViewportPortal>
      <div className="edge-tools nopan nodrag" style={{ left: route.middle.x, top: route.middle.y - ABOVE }}>
        {gestures.onInsert && (
          <button
            type="button"
            aria-label={`Insert between ${names}`}
            title={isTransition ? 'Insert a state here' : 'Insert a node here'}
            onClick={(event) => {
              const at = event.currentTarget.getBoundingClientRect();
              gestures.onInsert?.(key, { x: at.x + at.width / 2, y: at.y + at.height });
            }}
          >
            <Plus size={14} strokeWidth={ICON_STROKE} aria-hidden />
          </button>
        )}
        {gestures.onDeleteEdge && (
          <button
            type="button"
            aria-label={`Delete the ${isTransition ? 'transition' : 'edge'} between ${names}`}
            title={isTransition ? 'Delete this transition' : 'Delete this edge'}
            onClick={() => gestures.onDeleteEdge?.(key)}
          >
            <Trash2 size={14} strokeWidth={ICON_STROKE} aria-hidden />
          </button>
        )}
      </div>
    </ViewportPortal>
  );
}

/** Beside the pointer while a connection is drawn: why it may not end here, or what letting go would do. */
export function ConnectHint() {
  const dragged = useCanvas((state) => state.dragged);
  if (dragged === null) return null;
  const { pointer, over, refusal } = dragged;
  if (refusal !== null) return <Hint at={pointer} text={refusal} refused />;
  return over === null ? (
    <Hint at={pointer} text="To a node, or to an empty place for a new one" refused={false} />
  ) : null;
}

interface HintProps {
  /** In canvas pixels. */
  readonly at: Point;
  readonly text: string;
  readonly refused: boolean;
}

function Hint({ at, text, refused }: HintProps) {
  const [x, y, zoom] = useStore((flow) => flow.transform);
  return (
    <p
      className="connect-hint"
      data-refused={refused || undefined}
      style={{ left: at.x * zoom + x, top: at.y * zoom + y }}
    >
      {text}
    </p>
  );
}
