import type { JsonObject } from '#base';
import type { ReadDocument } from '#runtime';
import { headingsOf, isProse, nameOf, type Prose } from './documents/sections';
import { describeTable } from './reading/describeTable';
import { wordsOf } from './text/measure';

/**
 * What planners are told of the documents of a workspace, as `memory.tables` and `memory.documents`: names, columns
 * with their types and values, headings and sizes, never the rows or the text. A table that cannot be read is left
 * out, since no plan could use it.
 *
 * @example describeDocuments([{ id: 'sales', kind: 'csv', text: 'region,units\nNorth,3' }])
 * // { tables: [{ document: 'sales', name: 'sales', rows: 1, columns: [{ name: 'region', type: 'text',
 * //   values: ['North'] }, { name: 'units', type: 'number', min: 3, max: 3 }] }], documents: [] }
 */
export function describeDocuments(documents: readonly ReadDocument[]): JsonObject {
  return {
    tables: documents.filter((document) => !isProse(document)).flatMap(describeTable),
    documents: documents.filter(isProse).map(describeProse),
  };
}

function describeProse(document: Prose): JsonObject {
  return {
    id: document.id,
    name: nameOf(document),
    kind: document.kind,
    words: wordsOf(document.text).length,
    headings: document.kind === 'markdown' ? headingsOf(document.text) : [],
  };
}
