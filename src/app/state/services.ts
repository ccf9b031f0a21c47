import { QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Capabilities } from '#runtime';
import { type Kept, openStorage, type Storage } from '#storage';
import { once } from '../parts/load';
import { atMostEvery } from './atMostEvery';

export const queries = new QueryClient({
  // What is asked for lies in this browser: an answer is either there or a problem to show.
  defaultOptions: {
    queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' },
  },
});

let storage: Promise<Storage> | null = null;

/** What this browser keeps: opened when first asked for. Opening never fails; see `Storage.kind`. */
export function storageOfPage(): Promise<Storage> {
  storage ??= openStorage().then(keepListsFresh);
  return storage;
}

/** A run that goes on writes all the time: lists are read again at most this often, in milliseconds. */
const LISTS_MS = 300;

/** Which questions to storage are answered by which table; the vault hears of its own. */
const ASKED: Readonly<Partial<Record<Kept, string>>> = {
  workspaces: 'workspaces',
  checkpoints: 'history',
  runs: 'runs',
  settings: 'settings',
  blobs: 'files',
  sessions: 'sessions',
};

/** Whatever is written, by this tab or by another, is asked for again where it is shown. */
function keepListsFresh(opened: Storage): Storage {
  const changed = new Set<Kept>();
  const ask = atMostEvery(LISTS_MS, () => {
    for (const kept of changed) {
      const asked = ASKED[kept];
      if (asked !== undefined) void queries.invalidateQueries({ queryKey: ['stored', asked] });
    }
    changed.clear();
  });
  opened.onChange((all) => {
    for (const kept of all) changed.add(kept);
    ask();
  });
  return opened;
}

export function useStorage(): Storage | null {
  return useQuery({ queryKey: ['storage'], queryFn: storageOfPage }).data ?? null;
}

/** A list from storage, by its key. */
export function useStored<T>(
  key: readonly unknown[],
  read: (storage: Storage) => Promise<T>,
): UseQueryResult<T> {
  return useQuery({ queryKey: ['stored', ...key], queryFn: async () => read(await storageOfPage()) });
}

/** Says that the room that is left has changed, which no write tells. */
export function refreshUsage(): void {
  void queries.invalidateQueries({ queryKey: ['stored', 'usage'] });
}

/** What plans can call in this page: loaded when a workspace opens. */
export const capabilitiesOfPage: () => Promise<Capabilities> = once(async () => {
  const { builtInCapabilities } = await import('#capabilities');
  return builtInCapabilities();
});

/** Fetches one of the app's own files. */
export async function fetchOwn(path: string): Promise<string> {
  const response = await fetch(new URL(path, document.baseURI));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.text();
}
