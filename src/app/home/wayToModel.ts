import { DEFAULT_SLOT, type Vault } from '#storage';
import type { OpenDialog } from '../state/dialogs';
import { type AskedPlace, askedOver } from '../state/slots';

/**
 * Where a person sets which model is asked in a workspace: its own slots, or the person's connections; where there is none yet,
 * the dialog for the first.
 *
 * @param isOpen whether it is the open workspace: only there its slots can be filled
 * @param onConnected hears that the first one is there
 */
export function wayToModel(
  vault: Vault,
  place: AskedPlace,
  isOpen: boolean,
  onConnected: () => void = () => {},
): OpenDialog {
  const bySlot = isOpen && (place.model !== null || !place.madeHere);
  const isFirst = vault.list.length === 0 && place.model === null;
  if (!isFirst) return { kind: 'settings', section: bySlot ? 'models' : 'connections' };
  return {
    kind: 'connection',
    next: (made) => {
      // The default fills no slot of what came from outside: this is the pick for it (case A2).
      if (bySlot) vault.pick(place.id, DEFAULT_SLOT, made);
      if (askedOver(vault, place)?.model) onConnected();
    },
  };
}
