import { type CallContext, CallError, type ReadDocument } from '#runtime';

/**
 * The tables of the workspace, whose order of columns and units an answer shows. One that cannot be read has no say: the
 * rows came from another.
 */
export async function tablesAround({
  documents,
  readDocument,
}: CallContext): Promise<readonly ReadDocument[]> {
  const read = documents.map(async (document) => {
    try {
      return [await readDocument(document)];
    } catch (thrown) {
      if (thrown instanceof CallError) return [];
      throw thrown;
    }
  });
  return (await Promise.all(read)).flat();
}
