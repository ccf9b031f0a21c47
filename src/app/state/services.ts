import { QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Capabilities } from '#runtime';
import { openStorage, type Storage } from '#storage';
import { once } from '../parts/load';

export const queries = new QueryClient({
  // What is asked for lies in this browser: an answer is either there or a problem to show.
  defaultOptions: {
    queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' },
  },
});

let storage: Promise<Storage> | null = null;

/** What this browser keeps: opened when first asked for. Opening never fails; see `Storage.kind`. */
export function storageOfPage(): Promise<Storage> {
  storage ??= openStorage();
  return storage;
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

/** Says that lists of this kind have changed. */
export function refresh(...key: readonly unknown[]): void {
  void queries.invalidateQueries({ queryKey: ['stored', ...key] });
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
