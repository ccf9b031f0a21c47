import { useQuery } from '@tanstack/react-query';
import { sizeText } from '#base';
import { say } from '../parts/Toasts';
import { queries, storageOfPage, usageQuery } from '../state/services';

/** How much is used and left, where that is what is wrong (case H2). */
export function RoomLeft({ code }: { readonly code: string }) {
  const { data } = useQuery(usageQuery);
  if (code !== 'STORAGE_FULL' || data === undefined || data.used === null) return null;
  const free = data.free === null ? '' : `, ${sizeText(data.free)} are free`;
  return `${sizeText(data.used)} are used${free}.`;
}

/** Asks the browser not to evict what is kept; says so when it does not promise it. */
export async function askForPersistence(): Promise<void> {
  const persisted = await (await storageOfPage()).persist();
  // No write tells of it.
  queries.setQueryData(usageQuery.queryKey, (before) => before && { ...before, persisted });
  if (!persisted) {
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
