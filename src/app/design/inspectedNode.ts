import { useDeferredValue } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useSelection } from '../state/session';

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
