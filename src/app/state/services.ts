import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { TableSteps } from '#capabilities';
import {
  type Capabilities,
  type DocumentReader,
  documentReader,
  type FileReader,
  type FollowedReading,
  type ReadDocument,
  type SqlEngine,
} from '#runtime';
import { type Kept, openStorage, type Storage } from '#storage';
import { once } from '../parts/lazily';

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

/**
 * The one bridge from storage to what is shown: whatever is written, by this tab or by another, is asked for again where it is shown.
 * Nobody else says that something has changed.
 */
function keepListsFresh(opened: Storage): Storage {
  const changed = new Set<Kept>();
  const ask = atMostEvery(LISTS_MS, () => {
    for (const kept of changed) void queries.invalidateQueries({ queryKey: ['stored', kept] });
    void queries.invalidateQueries({ queryKey: usageQuery.queryKey });
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

/** Something that storage answers from one of its tables: it is asked again when that has changed. */
export function storedQuery<T>(
  kept: Kept,
  key: readonly unknown[],
  read: (storage: Storage) => T | Promise<T>,
) {
  return queryOptions({
    queryKey: ['stored', kept, ...key],
    queryFn: async () => read(await storageOfPage()),
  });
}

/** The workspaces of this browser, the newest first. */
export const workspacesQuery = storedQuery('workspaces', [], ({ workspaces }) => workspaces.list());

/** Whether the bytes of a file are in this browser. */
export function isHereQuery(hash: string) {
  return storedQuery('blobs', [hash], ({ blobs }) => blobs.has(hash));
}

/** How much room is used and left now, and whether the browser has promised to keep it (W6): every write changes it. */
export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: async () => {
    const opened = await storageOfPage();
    return { kind: opened.kind, ...(await opened.usage()) };
  },
  staleTime: 0,
});

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

/** Does it at once, and again when that time has passed, however often it was asked for meanwhile. In milliseconds. */
function atMostEvery(ms: number, work: () => void): () => void {
  let resting = false;
  let asked = false;
  const rest = (): void => {
    resting = true;
    setTimeout(() => {
      resting = false;
      if (asked) now();
    }, ms);
  };
  const now = (): void => {
    asked = false;
    work();
    rest();
  };
  return () => {
    asked = true;
    if (!resting) now();
  };
}

let engine: Promise<SqlEngine> | undefined;

/** The engine of this page; it and what it is made of are loaded when a step first asks it. */
export function sqlOfPage(): SqlEngine {
  return {
    ask: async (question, signal) => {
      engine ??= import('#engine').then(({ engineInWorker }) => engineInWorker());
      return (await engine).ask(question, signal);
    },
  };
}

const readers = new WeakMap<Storage, DocumentReader>();

/** Who reads documents in this page: files of its storage, in a worker. One for the page, for what is read is remembered. */
export function documentsOfPage(storage: Storage): DocumentReader {
  const known =
    readers.get(storage) ??
    documentReader({ blobs: storage.blobs, readFile: readFileOfPage, prepare: readTableOfPage });
  readers.set(storage, known);
  return known;
}

/** Reads a file in a worker, which is loaded with the first file; where there are none, at once. */
export const readFileOfPage: FileReader = async (...given) => {
  const { readFile, readFileInWorker } = await import('#files');
  return typeof Worker === 'undefined' ? readFile(...given) : readFileInWorker(...given);
};

/** A large table is read off the page's thread. */
async function readTableOfPage(document: ReadDocument, following?: FollowedReading): Promise<void> {
  const { readTableAhead } = await import('#capabilities');
  await readTableAhead(document, following);
}

const known = new WeakMap<Storage, TableSteps>();

/** What works on steps over large tables in this page: one worker for all runs. Null where there are no workers. */
export function stepsOfPage(
  storage: Storage,
  stepsInWorker: (blobs: Storage['blobs']) => TableSteps,
): TableSteps | null {
  if (typeof Worker === 'undefined') return null;
  const steps = known.get(storage) ?? stepsInWorker(storage.blobs);
  known.set(storage, steps);
  return steps;
}
