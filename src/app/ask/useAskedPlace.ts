import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useDocument, useSession } from '../state/session';
import type { AskedPlace } from '../state/slots';

/** The open workspace, as far as it decides which model is asked in it. */
export function useAskedPlace(): AskedPlace {
  const { id, state } = useSession();
  const madeHere = useStore(state, (now) => now.madeHere);
  const model = useDocument(({ workspace }) => workspace.models[0]) ?? null;
  return useMemo(() => ({ id, madeHere, model }), [id, madeHere, model]);
}
