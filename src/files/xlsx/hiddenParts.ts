import { type Diagnostic, note } from '#base';
import type { FileCell } from '../fileContent';
import { xmlTags } from '../zip/xmlTags';

/**
 * Rows and columns that a sheet does not show, as those that a filter leaves out. They are read all the same: sums of the workbook
 * count them, too.
 */
export function hiddenParts(
  xml: string,
  sheet: string,
  cells: readonly (readonly FileCell[])[],
): readonly Diagnostic[] {
  if (!xml.includes(' hidden=')) return [];
  const rows = hiddenRows(xml).filter((row) => cells[row]?.some((cell) => cell !== null)).length;
  const columns = hiddenColumns(xml, cells[0]?.length ?? 0).filter((column) =>
    cells.some((row) => (row[column] ?? null) !== null),
  ).length;
  const parts = [counted(rows, 'row'), counted(columns, 'column')].filter((part) => part !== '');
  return parts.length === 0 ? [] : [told(parts, rows + columns, sheet)];
}

/** Numbers of rows, counted from 0. */
function hiddenRows(xml: string): readonly number[] {
  const rows: number[] = [];
  let row = 0;
  for (const tag of xmlTags(xml)) {
    if (tag.name !== 'row' || tag.isEnd) continue;
    row = Number(tag.attribute('r') ?? row + 1);
    if (isHidden(tag.attribute('hidden'))) rows.push(row - 1);
  }
  return rows;
}

/** Numbers of columns, counted from 0. They stand before the rows. */
function hiddenColumns(xml: string, width: number): readonly number[] {
  const columns: number[] = [];
  for (const tag of xmlTags(xml.slice(0, xml.indexOf('sheetData')))) {
    if (tag.name !== 'col' || tag.isEnd || !isHidden(tag.attribute('hidden'))) continue;
    const to = Math.min(Number(tag.attribute('max')), width);
    for (let column = Number(tag.attribute('min')) - 1; column < to; column++) columns.push(column);
  }
  return columns;
}

function isHidden(written: string | undefined): boolean {
  return written === '1' || written === 'true';
}

function counted(count: number, what: string): string {
  if (count === 0) return '';
  return count === 1 ? `one ${what}` : `${count.toLocaleString('en')} ${what}s`;
}

function told(parts: readonly string[], count: number, sheet: string): Diagnostic {
  return note(
    'CELLS_HIDDEN',
    `The sheet “${sheet}” hides ${parts.join(' and ')}: ${count === 1 ? 'it is' : 'they are'} read as the others are.`,
    'Copy what is shown into a sheet of its own, if only that counts.',
  );
}
