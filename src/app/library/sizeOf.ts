import { sizeText } from '#base';
import { shapeOf } from '#capabilities';
import { isFileDocument, type WorkspaceDocument } from '#plan';
import { readAtOnce } from '#runtime';
import { counted } from '../parts/counted';

/** How large a document is: the rows that a table is read as, the file of one that lies in a file; of a text its kind. */
export function sizeOf(document: WorkspaceDocument): string {
  const { kind } = document;
  if (isFileDocument(document)) return `${kind}, ${sizeText(document.file.bytes)}`;
  if (kind !== 'csv' && kind !== 'tsv' && kind !== 'json') return kind;
  const shape = shapeOf(readAtOnce(document));
  return shape.ok ? counted(shape.value.count, 'row') : kind;
}
