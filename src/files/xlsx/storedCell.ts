import { LIMITS } from '#base';
import { damaged } from '../problems';
import { longCell } from '../text/checkCells';
import type { CellMark } from './cellsOf';
import { unescaped } from './sharedTexts';
import type { StoredCell } from './typedCell';
import type { Workbook } from './workbook';

/** Days from the first of the workbook's calendar to 1970: Excel counts 29 February 1900, which was none. */
const EPOCH = { 1900: 25_569, 1904: 24_107 };
const DAY_MS = 86_400_000;

/**
 * What a cell holds, by its type (ECMA-376, 18.18.11); null where it is empty or an error.
 *
 * @throws FileProblem
 */
export function storedCell(cell: CellMark, { texts, formats, epoch }: Workbook, file: string): StoredCell {
  const { type, stored, isFilled, style } = cell;
  if (!isFilled || stored === '') return null;
  switch (type) {
    case 's':
      return checked(texts[Number(stored)], cell, file);
    case 'str':
    case 'inlineStr':
      return checked(unescaped(stored), cell, file);
    case 'b':
      return stored === '1' || stored === 'true';
    case 'd':
      return new Date(stored);
    case 'n': {
      const number = Number(stored);
      if (Number.isNaN(number)) throw unreadable(cell, file);
      const { is } = formats[style] ?? { is: 'number' };
      const isMoment = is === 'date' || is === 'timestamp';
      return isMoment ? new Date(Math.round((number - EPOCH[epoch]) * DAY_MS)) : number;
    }
    default:
      return null;
  }
}

function checked(text: string | undefined, cell: CellMark, file: string): string {
  if (text === undefined) throw unreadable(cell, file);
  if (text.length > LIMITS.fileCellCharacters) throw longCell(file);
  return text;
}

function unreadable({ row, column }: CellMark, file: string) {
  return damaged(
    file,
    `the value of a cell cannot be read, in row ${row + 1} and column ${column + 1} of a sheet`,
  );
}
