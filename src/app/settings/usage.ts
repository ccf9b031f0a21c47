import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { sizeText } from '#base';
import type { Storage, Usage } from '#storage';
import { say } from '../parts/Toasts';
import { refreshUsage, storageOfPage } from '../state/services';

type Used = Usage & Pick<Storage, 'kind'>;

/** How much room is used and left now, and whether the browser has promised to keep it (W6). */
export function useUsage(): UseQueryResult<Used> {
  return useQuery({ queryKey: ['stored', 'usage'], queryFn: readUsage, staleTime: 0 });
}

async function readUsage(): Promise<Used> {
  const storage = await storageOfPage();
  return { kind: storage.kind, ...(await storage.usage()) };
}

/** Asks the browser not to evict what is kept; says so when it does not promise it. */
export async function askForPersistence(): Promise<void> {
  const kept = await (await storageOfPage()).persist();
  refreshUsage();
  if (!kept) {
    say({
      tone: 'info',
      text: 'The browser did not promise it. It may, once you use this page more often.',
    });
  }
}

/** A size that the browser may not have said, in words. */
export function roomText(bytes: number | null): string {
  return bytes === null ? 'not told by this browser' : sizeText(bytes);
}
