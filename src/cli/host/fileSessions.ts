import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EMPTY_SESSION, readSession, type SessionContent, type Sessions, sessionText } from '#runtime';
import { lockLedger } from './ledgerLock';
import { replaceFile } from './replaceFile';

/**
 * What sessions hold besides their runs (P16), a file each, in a folder beside the ledgers of these. To delete the file is
 * to delete what is kept of the session.
 *
 * @param ledger undefined: nothing is kept
 * @param workspace id of the workspace whose sessions they are
 */
export function fileSessions(ledger: string | undefined, workspace: string): Sessions | undefined {
  if (ledger === undefined) return undefined;
  const folder = join(dirname(ledger), 'sessions', encodeURIComponent(workspace));
  const pathOf = (id: string) => join(folder, `${encodeURIComponent(id)}.json`);
  let last: Promise<unknown> = Promise.resolve();
  const change = async (path: string, make: (content: SessionContent) => SessionContent): Promise<void> => {
    await mkdir(folder, { recursive: true });
    const release = await lockLedger(path);
    try {
      await replaceFile(path, sessionText(make(await readAt(path))));
    } finally {
      await release();
    }
  };
  return {
    read: (id) => readAt(pathOf(id)),
    // Calls of one process come one after the other; another process is refused by the lock.
    change: (id, make) => {
      const mine = last.then(
        () => change(pathOf(id), make),
        () => change(pathOf(id), make),
      );
      last = mine;
      return mine;
    },
  };
}

async function readAt(path: string): Promise<SessionContent> {
  try {
    return readSession(await readFile(path, 'utf8'));
  } catch (cause) {
    if (cause instanceof Error && Reflect.get(cause, 'code') === 'ENOENT') return EMPTY_SESSION;
    throw cause;
  }
}
