import { useDeferredValue } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Json, withoutAttempt } from '#base';
import type { GraphNode, NodeRecord } from '#projection';
import { useScene, useSelection } from '../state/session';

/** The node whose form is wanted at once: for a key that puts the focus into it. */
const urgent = createStore<{ readonly key: string | null }>(() => ({ key: null }));

/** Shows the form of a node before anything else happens. */
export function inspectAtOnce(key: string | null): void {
  urgent.setState({ key });
}

/**
 * Key of the node whose form is shown. It follows the selection when there is time: a click draws the node first, and
 * of several quick ones only the last form is made.
 */
export function useInspectedNode(): string | null {
  const focus = useSelection((selection) => selection.focus);
  const later = useDeferredValue(focus);
  const now = useStore(urgent, ({ key }) => key);
  return now === focus ? focus : later;
}

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
