import { kindOf } from '#models';
import type { Connection } from '#plan';
import type { VaultEntry } from '#storage';
import { SlotPick } from '../settings/ConnectionFields';
import styles from './TrustDialog.module.css';

/** A slot of what was opened, and what the person sees of it before picking. */
export interface TrustSlot {
  readonly slot: string;
  readonly label: string;
  /** The kind of connection that it wants; null: any. */
  readonly kind: Connection['kind'] | null;
  readonly hint: string;
}

interface Props {
  readonly slots: readonly TrustSlot[];
  readonly entries: readonly VaultEntry[];
  readonly picks: Readonly<Record<string, string>>;
  readonly onPick: (slot: string, connection: string) => void;
}

/** W7, case A2: which of the person's connections each slot gets. Without a pick it gets none, whatever it is called. */
export default function TrustPicks({ slots, entries, picks, onPick }: Props) {
  return (
    <fieldset className={styles.picks}>
      <legend>Connections that it may use</legend>
      {slots.map(({ slot, label, kind, hint }) => (
        <SlotPick
          key={slot}
          label={label}
          hint={kind === null ? hint : `${kindOf(kind)?.title ?? kind}. ${hint}`}
          picked={picks[slot] ?? ''}
          entries={entries}
          onPick={(id) => onPick(slot, id)}
        />
      ))}
    </fieldset>
  );
}
