import type { JsonObject } from '#base';
import type { RunStarted } from '#kernel';
import { type DocumentReader, type Tables, tablesOfInputs } from '#runtime';
import { inputOfFile } from './inputOfFile';

/**
 * Makes the tables of a run's inputs anew, out of a file that was asked for and is here again (K13). What is read of the same
 * bytes is the same table, under the same hash.
 *
 * @param file the hash of the file
 * @throws CallError where the file cannot be read, StorageError where a table cannot be kept
 */
export async function readInputsAgain(
  started: RunStarted,
  file: string,
  reader: DocumentReader,
  tables: Tables,
): Promise<void> {
  for (const { document } of tablesOfInputs(started))
    if (document.file.hash === file)
      await inputOfFile(await reader.read(document), schemaOf(started, document.id), tables);
}

function schemaOf({ closure }: RunStarted, id: string): JsonObject | undefined {
  const variables = closure.plans[0]?.variables ?? [];
  return variables === 'open' ? undefined : variables.find((one) => one.id === id)?.schema;
}
