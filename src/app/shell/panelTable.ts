import type { LucideIcon } from 'lucide-react';
import { DESIGN_PANELS } from '../design/panels';
import { LIBRARY_PANELS } from '../library/panels';
import { MACHINE_PANELS } from '../machine/panels';
import { RUN_PANELS } from '../run/panels';
import type { PanelAt, PanelId, PanelPlace, PanelTable } from '../state/panels';
import { WHAT_IF_PANELS } from '../whatif/panels';
import { PHONE_PANELS } from './phone/panels';

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
export interface PanelInHand {
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
