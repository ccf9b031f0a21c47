import { ViewportPortal } from '@xyflow/react';
import { Plus, Trash2 } from 'lucide-react';
import { ICON_STROKE } from '../glyphs/iconStroke';
import { useCanvas } from '../state/canvasStore';

/** Plus and bin in the middle of the edge that the pointer is near. */
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
  const names = `${nodes.get(edge.from)?.title} and ${nodes.get(edge.to)?.title}`;
  return (
    <ViewportPortal>
      <div className="edge-tools nopan nodrag" style={{ left: route.middle.x, top: route.middle.y }}>
        {gestures.onInsert && (
          <button
            type="button"
            aria-label={`Insert between ${names}`}
            title="Insert a node here"
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
            aria-label={`Delete the edge between ${names}`}
            title="Delete this edge"
            onClick={() => gestures.onDeleteEdge?.(key)}
          >
            <Trash2 size={14} strokeWidth={ICON_STROKE} aria-hidden />
          </button>
        )}
      </div>
    </ViewportPortal>
  );
}
