import type { ReadDocument, ReadText } from '#runtime';
import { failure } from '../fail';

/**
 * A document as text.
 *
 * @throws CallError `NOT_A_TEXT` for a sheet of a workbook, whose cells are no text
 */
export function textOf(document: ReadDocument): ReadText {
  if (document.kind !== 'sheet') return document;
  throw failure('NOT_A_TEXT', `“${document.name ?? document.id}” is a table.`, 'Load it with table.load.');
}
