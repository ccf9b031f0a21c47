import { type GridTable, gridTable } from '../grid/gridTable';
import { splitCsv } from './splitCsv';

/**
 * Names and cells of a CSV text.
 *
 * @param name what messages call the table
 * @throws CallError `CSV_QUOTES`, and as `gridTable` does
 */
export function csvTable(text: string, name: string): GridTable {
  return gridTable(splitCsv(text, name), name);
}
