import { useMemo } from 'react';
import type { Connection, Workspace } from '#plan';
import type { Risk } from '#share';
import { DEFAULT_SLOT } from '#storage';

/** A slot of what was opened, and what the person sees of it before picking. */
export interface TrustSlot {
  readonly slot: string;
  readonly label: string;
  /** The kind of connection that it wants; null: any. */
  readonly kind: Connection['kind'] | null;
  readonly hint: string;
}

/** The slots of its models; where it has none and may ask one, that of the default. */
export function useTrustSlots({ models, connections }: Workspace, risk: Risk): readonly TrustSlot[] {
  return useMemo(() => {
    if (models.length > 0)
      return connections.flatMap(({ id, name, kind, suggestedUrl }) => {
        const using = models.filter(({ connection }) => connection === id);
        if (using.length === 0) return [];
        const names = using.map((one) => one.name ?? one.model).join(', ');
        const hint = suggestedUrl ? `It suggests ${suggestedUrl}.` : 'It suggests no address.';
        return [{ slot: id, label: `${name ?? id}: ${names}`, kind, hint }];
      });
    const asks = risk.planners.some(({ asksModel }) => asksModel) || !risk.harmless;
    const hint = 'It names no model. Planners without one use what you pick here.';
    return asks ? [{ slot: DEFAULT_SLOT, label: 'Model for its planners', kind: null, hint }] : [];
  }, [models, connections, risk]);
}
