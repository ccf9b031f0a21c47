import { useMemo } from 'react';
import type { Workspace } from '#plan';
import type { Risk } from '#share';
import { DEFAULT_SLOT } from '#storage';
import { SlotPick } from '../settings/SlotPick';
import { useConnections } from '../state/useConnections';
import styles from './TrustDialog.module.css';

/** A slot of what was opened, and what the person sees of it before picking. */
interface Slot {
  readonly slot: string;
  readonly label: string;
  readonly hint: string;
}

interface Props {
  readonly slots: readonly Slot[];
  readonly picks: Readonly<Record<string, string>>;
  readonly onPick: (slot: string, connection: string) => void;
}

/** W7, case A2: which of the person's connections each slot gets. Without a pick it gets none, whatever it is called. */
export function TrustPicks({ slots, picks, onPick }: Props) {
  const { entries } = useConnections();
  if (slots.length === 0 || entries.length === 0) return null;
  return (
    <fieldset className={styles.picks}>
      <legend>Connections that it may use</legend>
      {slots.map(({ slot, label, hint }) => (
        <SlotPick
          key={slot}
          label={label}
          hint={hint}
          picked={picks[slot] ?? ''}
          entries={entries}
          onPick={(id) => onPick(slot, id)}
        />
      ))}
    </fieldset>
  );
}

/** The slots of its models; where it has none and may ask one, that of the default. */
export function useSlots({ models, connections }: Workspace, risk: Risk): readonly Slot[] {
  return useMemo(() => {
    if (models.length > 0)
      return connections.flatMap(({ id, name, suggestedUrl }) => {
        const using = models.filter(({ connection }) => connection === id);
        if (using.length === 0) return [];
        const names = using.map((one) => one.name ?? one.model).join(', ');
        const hint = suggestedUrl ? `It suggests ${suggestedUrl}.` : 'It suggests no address.';
        return [{ slot: id, label: `${name ?? id}: ${names}`, hint }];
      });
    const asks = risk.planners.some(({ asksModel }) => asksModel) || !risk.harmless;
    const hint = 'It names no model. Planners without one use what you pick here.';
    return asks ? [{ slot: DEFAULT_SLOT, label: 'Model for its planners', hint }] : [];
  }, [models, connections, risk]);
}
