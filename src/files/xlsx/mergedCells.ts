import { type Diagnostic, note } from '#base';
import type { FileCell } from '../fileContent';
import { xmlTags } from '../zip/xmlTags';
import { placeOf } from './cellsOf';

/**
 * Writes the text of merged cells into each row that they stand beside: "North" over three rows is the region of all three. A
 * number is left where it stands, since it would be added up several times, and so is text over several columns, which is a title.
 *
 * @param rows are changed
 */
export function fillMerged(xml: string, rows: FileCell[][], sheet: string): readonly Diagnostic[] {
  let filled = 0;
  for (const { top, bottom, column } of mergedIn(xml)) {
    const text = rows[top]?.[column];
    if (typeof text !== 'string') continue;
    for (const row of rows.slice(top + 1, bottom + 1)) {
      if ((row[column] ?? null) !== null) continue;
      row[column] = text;
      filled++;
    }
  }
  return filled === 0 ? [] : [merged(sheet, filled)];
}

interface Merged {
  readonly top: number;
  readonly bottom: number;
  readonly column: number;
}

/** Cells of one column that are one cell. They stand behind the rows. */
function* mergedIn(xml: string): Generator<Merged> {
  const start = xml.lastIndexOf('</sheetData>');
  if (start < 0) return;
  for (const tag of xmlTags(xml.slice(start))) {
    if (tag.name !== 'mergeCell' || tag.isEnd) continue;
    const [first, last] = (tag.attribute('ref') ?? '').split(':').map(placeOf);
    if (!first || !last || first.column !== last.column) continue;
    yield { top: first.row, bottom: last.row, column: first.column };
  }
}

function merged(sheet: string, filled: number): Diagnostic {
  const cells = filled === 1 ? 'One merged cell' : `${filled.toLocaleString('en')} merged cells`;
  return note(
    'CELLS_MERGED',
    `${cells} of the sheet “${sheet}” ${filled === 1 ? 'is' : 'are'} read as the text that they are merged with.`,
    'Nothing needs to be done: the text counts for every row beside it.',
  );
}
