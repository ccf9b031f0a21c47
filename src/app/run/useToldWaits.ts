import { useMemo } from 'react';
import type { Waiting } from '#projection';
import { useView } from './runStore';
import { toldWaits } from './toldWaits';

/** What waits at the position that is looked at, each told once (D9). */
export function useToldWaits(): readonly Waiting[] {
  const view = useView();
  return useMemo(() => (view === null ? [] : toldWaits(view)), [view]);
}
