import type { Address } from '#base';
import { useScene, useSelection } from '../state/session';

/** The address of the selected node in the shown run, with the round that is drawn; null when nothing is selected. */
export function useFocusAddress(): Address | null {
  const focus = useSelection((selection) => selection.focus);
  return useScene(({ graph }) => graph.nodes.find(({ key }) => key === focus)?.address ?? null);
}
