import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { DESIGN_PANELS } from '../design/panels';
import { LIBRARY_PANELS } from '../library/panels';
import { MACHINE_PANELS } from '../machine/panels';
import { RUN_PANELS } from '../run/panels';
import type { PanelAt, PanelId, PanelPlace, PanelTable } from '../state/panels';
import { Surface } from '../surfaces/Surface';
import { WHAT_IF_PANELS } from '../whatif/panels';
import { PHONE_PANELS } from './phone/panels';

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

/** The panels of all features, in the order in which a place shows them; at a desk and in a hand the same. */
export const PANELS: PanelTable = {
  ...PHONE_PANELS,
  ...DESIGN_PANELS,
  ...LIBRARY_PANELS,
  ...RUN_PANELS,
  ...WHAT_IF_PANELS,
  ...MACHINE_PANELS,
};

/** TypeScript knows the keys of an object as texts only. */
const IDS = Object.keys(PANELS).filter((id): id is PanelId => id in PANELS);

/** The panels that stand at a place of the desk. */
export function panelsAt<At extends PanelPlace>(at: At): readonly PanelAt<At>[] {
  return IDS.filter((id): id is PanelAt<At> => PANELS[id].at === at);
}

/** Of the panels at a place the one that was chosen; the first, where this version has no such panel. */
export function shownAt<At extends PanelPlace>(at: At, chosen: PanelAt<At>): PanelAt<At> {
  const there = panelsAt(at);
  return there.includes(chosen) ? chosen : (there[0] ?? chosen);
}

/** A panel as a hand reaches it. */
interface PanelInHand {
  readonly id: PanelId;
  readonly name: string;
  readonly icon: LucideIcon;
}

/** The panels that are reached in this way in a hand; by tabs, while a plan of this kind is open. */
export function panelsInHand(at: 'tab' | 'menu', kind?: 'plan' | 'machine'): readonly PanelInHand[] {
  return IDS.flatMap((id) => {
    const { name, hand } = PANELS[id];
    return hand?.at === at && (hand.at === 'menu' || hand.of === undefined || hand.of === kind)
      ? [{ id, name, icon: hand.icon }]
      : [];
  });
}
