import type { Bytes } from '#runtime';
import { type Archive, packArchive, unpackArchive } from '#share';

/** What an archive is made of, or what is to be made of one. */
export type ArchiveTask =
  | { readonly task: 'pack'; readonly archive: Archive }
  | { readonly task: 'unpack'; readonly name: string; readonly bytes: Bytes };

export type Unpacked = Awaited<ReturnType<typeof unpackArchive>>;
export type ArchiveAnswer =
  | { readonly packed: Bytes }
  | { readonly unpacked: Unpacked }
  | { readonly failed: string };

/** `packArchive` off the page's thread (I4); `files` move there. Where no worker may start, the page packs by itself. */
export async function packInWorker(archive: Archive): Promise<Bytes> {
  const moved = [...archive.files.values()].map(({ buffer }) => buffer);
  const answer = await asked({ task: 'pack', archive }, moved);
  return answer !== null && 'packed' in answer ? answer.packed : packArchive(archive);
}

/** `unpackArchive` off the page's thread; `bytes` move there. */
export async function unpackInWorker(name: string, bytes: Bytes): Promise<Unpacked> {
  const answer = await asked({ task: 'unpack', name, bytes }, [bytes.buffer]);
  return answer !== null && 'unpacked' in answer ? answer.unpacked : unpackArchive(name, bytes);
}

/**
 * @returns null where there is no worker
 * @throws Error when it dies, or when what it does fails
 */
function asked(task: ArchiveTask, moved: Transferable[]): Promise<ArchiveAnswer | null> {
  const worker = started();
  if (worker === null) return Promise.resolve(null);
  return new Promise<ArchiveAnswer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ArchiveAnswer>) =>
      'failed' in data ? reject(new Error(data.failed)) : resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message || 'The worker for archives did not start.'));
    worker.postMessage(task, moved);
  }).finally(() => worker.terminate());
}

function started(): Worker | null {
  try {
    return new Worker(new URL('./archiveWorker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}
