import type { ReactNode } from 'react';
import type { PanelId } from '../state/panels';
import { Surface } from '../surfaces/Surface';
import { PANELS } from './panelTable';

interface Props {
  readonly of: PanelId;
}

/** A panel with its boundary, and with a skeleton while it is loaded. */
export function PanelView({ of, inHand = false }: Props & { readonly inHand?: boolean }) {
  const { name, at, Panel } = PANELS[of];
  return (
    <Surface of={of} surface={{ name, size: at === 'section' ? 'strip' : 'panel' }}>
      <Panel inHand={inHand} />
    </Surface>
  );
}

/** What belongs to a panel and is drawn beside it. */
export function PanelTools({ of }: Props) {
  const { Tools } = PANELS[of];
  if (Tools === undefined) return null;
  return (
    <Surface of="panelTools">
      <Tools />
    </Surface>
  );
}

/** How much of a panel wants attention, in the words of who shows it; nothing where nothing does. */
export function PanelCount({ of, children }: Props & { readonly children: (count: number) => ReactNode }) {
  const { useCount = useNone } = PANELS[of];
  const count = useCount();
  return count === 0 ? null : children(count);
}

const useNone = () => 0;
