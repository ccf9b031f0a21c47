import { Plug } from 'lucide-react';
import { DEFAULT_SLOT, type Vault, type VaultEntry } from '#storage';
import { Button } from '../parts/Button';
import { type OpenDialog, openDialog } from '../state/dialogs';
import { type AskedPlace, askedOver, useConnections, useVault } from '../state/slots';
import styles from './GoalField.module.css';

interface Props {
  /** Where what is typed is asked. */
  readonly place: AskedPlace;
  /** Whether that is the open workspace. */
  readonly isOpen: boolean;
}

/** Who plans what is typed: the built-in planner where it is sure, else a model; the way to one where there is none. */
export function PlannedBy(props: Props) {
  const { vault } = useConnections();
  return vault && <Planner vault={vault} {...props} />;
}

function Planner({ vault, place, isOpen }: Props & { readonly vault: Vault }) {
  const { model } = place;
  const entry = useVault(vault, () => askedOver(vault, place));
  const name = model === null ? entry?.model : (model.name ?? model.model);
  const connect = () => openDialog(wayToModel(vault, place, isOpen));
  if (!name)
    return (
      <p className={styles.asks}>
        <Button size="small" icon={Plug} onClick={connect}>
          Connect a model
        </Button>
        <span className={styles.hint}>for what goes beyond the built-in planner.</span>
      </p>
    );
  return (
    <p className={styles.asks}>
      <span>
        <b>{name}</b> {entry && `at ${entry.origin} `}plans what the built-in planner cannot{onceText(entry)}.
      </span>
      {(isOpen || entry !== null) && (
        <Button size="small" onClick={connect}>
          {entry === null ? 'Connect' : 'Change'}
        </Button>
      )}
    </p>
  );
}

/** What a call over it still waits for. */
function onceText(entry: VaultEntry | null): string {
  if (entry === null) return ', once it is connected';
  if (entry.locked) return ', once it is unlocked';
  return entry.trouble?.code === 'KEY_UNREADABLE' ? ', once its key is typed again' : '';
}

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
