import type { WorkspaceDocument } from '#plan';
import { failure, listed } from './fail';

/**
 * The document with that id.
 *
 * @throws CallError `DOCUMENT_UNKNOWN` naming the documents there are
 */
export function documentOf(documents: readonly WorkspaceDocument[], id: string): WorkspaceDocument {
  const found = documents.find((document) => document.id === id);
  if (found) return found;
  throw failure(
    'DOCUMENT_UNKNOWN',
    `There is no document "${id}".`,
    documents.length === 0
      ? 'The workspace has no documents yet: add one.'
      : `The documents are: ${listed(documents.map((document) => document.id))}.`,
  );
}
