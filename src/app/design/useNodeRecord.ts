import { type Json, withoutAttempt } from '#base';
import type { GraphNode, NodeRecord } from '#projection';
import { useScene, useSelection } from '../state/session';

/** What the shown run knows of a node at its position; null without a run, or before it was named. */
export function useNodeRecord({ address }: Pick<GraphNode, 'address'>): NodeRecord | null {
  return useScene((scene) => scene.view?.nodes.get(withoutAttempt(address)) ?? null);
}

/** The result that the selected node had in the shown run, when it is this node. */
export function useNodeResult(id: string): Json | undefined {
  const focus = useSelection((selection) => selection.focus);
  return useScene(({ view, graph }) => {
    const address = graph.nodes.find(({ key }) => key === focus)?.address;
    const record = address === undefined ? undefined : view?.nodes.get(withoutAttempt(address));
    return record?.node === id ? record.result : undefined;
  });
}
