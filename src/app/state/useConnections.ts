import { useSyncExternalStore } from 'react';
import type { VaultEntry } from '#storage';
import { useStorage } from './services';

const NONE: readonly VaultEntry[] = [];

/** The connections of the person (W7), and how one is forgotten, with its key. */
export function useConnections(): {
  readonly entries: readonly VaultEntry[];
  readonly forget: (id: string) => void;
} {
  const vault = useStorage()?.vault;
  const entries = useSyncExternalStore(
    (changed) => vault?.subscribe(changed) ?? nothing,
    () => vault?.list ?? NONE,
  );
  return { entries, forget: (id) => vault?.remove(id) };
}

function nothing(): void {}
