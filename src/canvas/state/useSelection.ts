import type { NodeChange, OnNodesChange } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import type { FlowNode } from './flowNodes';
import type { Gestures } from './gestures';

/**
 * Turns React Flow's changes into one new selection. Changes of one gesture come in several calls before the new
 * selection is back as a prop, so they are added up here.
 */
export function useSelection(
  selection: ReadonlySet<string>,
  gestures: Gestures,
  onMoved: (changes: readonly NodeChange<FlowNode>[]) => void,
): OnNodesChange<FlowNode> {
  const chosen = useRef(selection);
  useEffect(() => {
    chosen.current = selection;
  }, [selection]);
  return useCallback(
    (changes) => {
      const next = new Set(chosen.current);
      for (const change of changes) {
        if (change.type !== 'select') continue;
        if (change.selected) next.add(change.id);
        else next.delete(change.id);
      }
      if (!sameSet(next, chosen.current)) {
        chosen.current = next;
        gestures.onSelect?.([...next], []);
      }
      onMoved(changes);
    },
    [gestures, onMoved],
  );
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((key) => b.has(key));
}
