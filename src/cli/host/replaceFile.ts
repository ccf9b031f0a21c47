import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** Written beside and moved into place: what is there stays whole until the new file is. */
export async function replaceFile(file: string, content: string | Uint8Array): Promise<void> {
  const fresh = `${file}.${randomUUID()}`;
  try {
    await writeFile(fresh, content, { flag: 'wx' });
    await rename(fresh, file);
  } finally {
    await rm(fresh, { force: true });
  }
}
