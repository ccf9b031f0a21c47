import { readFile } from 'node:fs/promises';
import { problem } from '#base';
import { readInputsAgain } from '#capabilities';
import { readFile as readContent } from '#files';
import type { RunStarted } from '#kernel';
import { isFileDocument, type Workspace } from '#plan';
import { type Blobs, bytesHash, documentReader, type NamedTable, tablesIn } from '#runtime';
import { Refusal } from '../outcome';

/**
 * Keeps files that documents of a workspace, inputs of a run that is taken up, or a ledger name beside that run. One that nothing
 * names is refused: it would be another file than the one that is meant.
 *
 * @param tables that the ledger names, which a run is taken up from or served from (V6)
 * @param started how the run began that is taken up; its tables are read from their files again
 * @throws Refusal `FILE_UNREADABLE` or `FILE_UNEXPECTED`
 */
export async function bringFiles(
  paths: readonly string[],
  workspace: Workspace,
  blobs: Blobs,
  tables: ReadonlyMap<string, NamedTable>,
  started: RunStarted | null = null,
): Promise<void> {
  const documents = [...workspace.documents.filter(isFileDocument), ...(started?.inputFiles ?? [])];
  const named = new Map<string, string>([
    ...[...tables].map(([hash, { madeAt }]) => [hash, `the rows of ${madeAt}`] as const),
    ...documents.map(({ file }) => [file.hash, file.name] as const),
  ]);
  for (const path of paths) {
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null)
      throw new Refusal([
        problem('FILE_UNREADABLE', `"${path}" cannot be read.`, 'Check whether it is there.'),
      ]);
    const own = new Uint8Array(bytes);
    const hash = await bytesHash(own);
    if (named.has(hash)) {
      await blobs.write(own);
      if (started !== null)
        await readInputsAgain(
          started,
          hash,
          documentReader({ blobs, readFile: readContent }),
          tablesIn(blobs),
        );
      continue;
    }
    const asked = [...named].map(([one, name]) => `${name} (${one})`).join(', ') || 'none';
    throw new Refusal([
      problem(
        'FILE_UNEXPECTED',
        `No document, input or step names "${path}" (${hash}).`,
        `Files are known by their content. Named are: ${asked}.`,
      ),
    ]);
  }
}
