import { type Diagnostic, err, LIMITS, ok, problem, type Result } from '#base';
import { type Commit, writeLedger } from '#kernel';
import { isFileDocument, write } from '#plan';
import { type Bytes, filesOfCommit } from '#runtime';
import { type Archive, packArchive, unpackArchive, workspaceFile } from '#share';
import { storageOfPage } from '../state/services';
import type { Session } from '../state/session';
import type { MadeFile } from './exportChoices';

/** S2, W8: the open workspace with the files of its documents. One that is not here is told, and nothing is made. */
export async function archiveOf({
  editor,
  storage,
}: Session): Promise<Result<MadeFile, readonly Diagnostic[]>> {
  const { workspace } = editor;
  const files = new Map<string, Bytes>();
  for (const { file } of workspace.documents.filter(isFileDocument)) {
    const bytes = files.get(file.hash) ?? (await storage.blobs.read(file.hash));
    if (bytes === null) return err([missing(file.name)]);
    files.set(file.hash, bytes);
  }
  const text = write(workspace);
  const type = 'application/zip';
  const content = new Blob([await packInWorker({ kind: 'workspace', text, files })], { type });
  return ok({ name: workspaceFile(workspace).name.replace(/\.json$/, '.zip'), type, text, content });
}

/** S2, V6: a run with the tables and files that its ledger names, of which those that are not here are left out and named. */
export async function archiveOfRun(
  { storage }: Session,
  commits: readonly Commit[],
  name: string,
): Promise<Result<MadeFile, readonly Diagnostic[]>> {
  const files = new Map<string, Bytes>();
  const leftOut: Diagnostic[] = [];
  for (const hash of new Set(commits.flatMap(filesOfCommit))) {
    const bytes = await storage.blobs.read(hash);
    if (bytes === null) leftOut.push(notAlong(hash));
    else files.set(hash, bytes);
  }
  const text = writeLedger(commits);
  const type = 'application/zip';
  const content = new Blob([await packInWorker({ kind: 'run', text, files })], { type });
  return ok({ name, type, text, content, leftOut });
}

/**
 * Keeps the files of an archive, and gives the workspace or the ledger in it to be looked at like any other.
 *
 * @returns its text; null where the file is none of our archives
 * @throws StorageError
 */
export async function unpackedBy(file: File): Promise<Result<string | null, readonly Diagnostic[]>> {
  if (file.size > LIMITS.fileUnpackedBytes) return err([tooLarge(file)]);
  const archive = await unpackInWorker(file.name, new Uint8Array(await file.arrayBuffer()));
  if (!archive.ok) return err([archive.problem]);
  if (archive.value === null) return ok(null);
  const { blobs } = await storageOfPage();
  for (const bytes of archive.value.files.values()) await blobs.write(bytes);
  return ok(archive.value.text);
}

function missing(name: string): Diagnostic {
  return problem(
    'FILE_MISSING',
    `“${name}” is not here.`,
    'Choose it, or export the workspace without files.',
  );
}

function notAlong(hash: string): Diagnostic {
  const { severity: _, ...told } = problem(
    'FILE_MISSING',
    `The file ${hash.slice(0, 12)}… that the run names is not in this browser.`,
    'The run replays without it; a step that reads it asks for it.',
  );
  return { ...told, severity: 'info' };
}

function tooLarge({ name, size }: File): Diagnostic {
  return problem(
    'FILE_TOO_LARGE',
    `“${name}” has ${size} bytes; at most ${LIMITS.fileUnpackedBytes} are unpacked.`,
    'Export the workspace without its files, and take them along by themselves.',
  );
}

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
