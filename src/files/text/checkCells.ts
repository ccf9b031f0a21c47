import { LIMITS } from '#base';
import { tooLarge } from '../problems';

const QUOTE = 0x22;
const NEWLINE = 0x0a;
/** Tab, semicolon, bar and comma: which of them separates is found later, so each is counted. */
const SEPARATORS: readonly number[] = [0x09, 0x3b, 0x7c, 0x2c];

/**
 * Refuses a table that no reader and no screen can hold, before anything splits it: a cell above
 * `LIMITS.fileCellCharacters`, more columns than `LIMITS.fileColumns`. One pass, nothing is made. A quotation mark that is
 * never closed is left to the reader of the table.
 *
 * @throws FileProblem `FILE_TOO_LARGE`, with the line
 */
export function checkCells(text: string, name: string): void {
  const counts = SEPARATORS.map(() => 0);
  let line = 1;
  let cellStart = 0;
  const quotes = new Quotes();
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? text.charCodeAt(index) : NEWLINE;
    if (code === NEWLINE) line++;
    if (code === QUOTE) quotes.meet(index);
    const separator = SEPARATORS.indexOf(code);
    if (quotes.areOpen || (separator < 0 && code !== NEWLINE)) continue;
    if (index - cellStart > LIMITS.fileCellCharacters)
      throw longCell(name, code === NEWLINE ? line - 1 : line);
    cellStart = index + 1;
    quotes.begin(cellStart);
    if (separator < 0) counts.fill(0);
    else counts[separator] = counted(counts[separator], name, line);
  }
}

/** @returns one more; a record has one cell more than separators */
function counted(count = 0, name: string, line: number): number {
  if (count + 2 > LIMITS.fileColumns) throw manyColumns(name, line);
  return count + 1;
}

/** Whether a place is inside of quotation marks: they open a cell at its beginning only (`5" pipe` is text), doubled they are its own. */
class Quotes {
  areOpen = false;
  private start = 0;
  private closed = -2;

  meet(index: number): void {
    if (this.areOpen) this.closed = index;
    this.areOpen = !this.areOpen && (index === this.start || index === this.closed + 1);
  }

  begin(start: number): void {
    this.start = start;
    this.closed = -2;
  }
}

export function longCell(name: string, line?: number) {
  return tooLarge(
    name,
    `has a cell of more than ${LIMITS.fileCellCharacters.toLocaleString('en')} characters${inLine(line)}`,
    'Shorten that cell, or keep long texts in files of their own.',
    line === undefined ? {} : { line },
  );
}

export function manyColumns(name: string, line?: number) {
  return tooLarge(
    name,
    `has more than ${LIMITS.fileColumns.toLocaleString('en')} columns${inLine(line)}`,
    'Keep the columns that you ask about, or turn columns into rows.',
    line === undefined ? {} : { line },
  );
}

function inLine(line: number | undefined): string {
  return line === undefined ? '' : ` in line ${line}`;
}
