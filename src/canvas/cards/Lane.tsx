import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { LANE_HINTS } from '#picture';
import type { GraphNode } from '#projection';
import { StatusGlyph } from '../glyphs/glyphs';
import { useCanvas, useGraphNode } from '../state/canvasStore';

/**
 * One body of a TRY_CATCH: its name at the corner, a dashed line above it. It stands for no node, so it is neither
 * chosen nor dragged: the pointer meets the box below.
 */
export const Lane = memo(function Lane({ id }: NodeProps) {
  const lane = useGraphNode(id);
  const drop = useCanvas((state) => state.dropBox === id);
  const empty = useCanvas((state) => ![...state.nodes.values()].some(({ parent }) => parent === id));
  const box = useCanvas((state) => state.nodes.get(lane?.parent ?? '')?.title ?? '');
  if (!lane) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: SPEC U names the role; a fieldset would be a form.
    <div
      role="group"
      aria-label={`${lane.title} of ${box}`}
      className="lane"
      data-lane={lane.lane}
      data-status={lane.status ?? undefined}
      data-drop={drop || undefined}
    >
      <span className="label">
        {lane.title}
        <LaneState lane={lane} />
      </span>
      {empty && <span className="hint">{LANE_HINTS[lane.lane ?? 'try']}</span>}
    </div>
  );
});

function LaneState({ lane }: { readonly lane: GraphNode }) {
  if (lane.status === null || lane.status === 'pending') return null;
  return lane.status === 'skipped' ? (
    <span className="word">not needed</span>
  ) : (
    <StatusGlyph status={lane.status} size={14} />
  );
}
