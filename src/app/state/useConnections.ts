import { useSyncExternalStore } from 'react';
import type { Vault, VaultEntry } from '#storage';
import { useStorage } from './services';

const NONE: readonly VaultEntry[] = [];

/** The connections of the person (W7), and the vault that holds them; null until it is open. */
export function useConnections(): { readonly entries: readonly VaultEntry[]; readonly vault: Vault | null } {
  const vault = useStorage()?.vault ?? null;
  const entries = useVault(vault, () => vault?.list ?? NONE);
  return { entries, vault };
}

/** Reads something of the vault, and hears when it changes. What is read is compared as it is. */
export function useVault<T>(vault: Vault | null, read: () => T): T {
  return useSyncExternalStore((changed) => vault?.subscribe(changed) ?? nothing, read);
}

function nothing(): void {}
