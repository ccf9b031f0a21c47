import { useQuery } from '@tanstack/react-query';
import { hasErrors } from '#base';
import { read, type Workspace } from '#plan';
import { storageOfPage } from '../state/services';

/** The content of a checkpoint: null when it is gone or cannot be read any more, undefined while it is looked up. */
export function useCheckpoint(key: number | null): Workspace | null | undefined {
  const query = useQuery({
    queryKey: ['checkpoint', key],
    queryFn: () => readCheckpoint(key),
    // It is parsed once, and kept while the dialog is open.
    gcTime: 60_000,
  });
  return query.data;
}

async function readCheckpoint(key: number | null): Promise<Workspace | null> {
  if (key === null) return null;
  const checkpoint = await (await storageOfPage()).workspaces.readCheckpoint(key);
  if (checkpoint === null) return null;
  const outcome = read(checkpoint.text);
  return outcome.kind === 'document' && !hasErrors(outcome.diagnostics) ? outcome.workspace : null;
}
