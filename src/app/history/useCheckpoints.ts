import { useQuery } from '@tanstack/react-query';
import type { Workspace } from '#plan';
import { readStored } from '../share/reading/prepareStored';
import { storageOfPage } from '../state/services';

/** The content of a checkpoint: null when it is gone or cannot be read any more, undefined while it is looked up. */
export function useCheckpoint(key: number | null): Workspace | null | undefined {
  const query = useQuery({
    queryKey: ['checkpoint', key],
    queryFn: ({ signal }) => readCheckpoint(key, signal),
    // It is parsed once, and kept while the dialog is open.
    gcTime: 60_000,
  });
  return query.data;
}

async function readCheckpoint(key: number | null, signal: AbortSignal): Promise<Workspace | null> {
  if (key === null) return null;
  const checkpoint = await (await storageOfPage()).workspaces.readCheckpoint(key);
  return checkpoint === null ? null : readStored(checkpoint.text, signal);
}
