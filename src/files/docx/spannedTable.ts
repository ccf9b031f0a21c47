import type { XmlTag } from '../zip/xmlTags';

/** As many columns as a table of Word has at most. */
const MOST_COLUMNS = 63;
/** Longer text is no label, and stands once: nothing may grow by being merged. */
const LABEL = 200;

/**
 * A table whose cells may count for several rows and columns: the text of a cell that stands beside several rows is written into
 * each of them, and behind one that stands over several columns the others are empty. So each cell stays below its own head.
 */
export class SpannedTable {
  private readonly rows: string[][] = [];
  /** By column, what a cell of an earlier row writes into the rows to come. */
  private readonly pending = new Map<number, { readonly text: string; rows: number }>();
  private columnSpan = 1;
  private rowSpan = 1;

  beginRow(): void {
    this.fillPending();
    this.rows.push([]);
  }

  beginCell(tag: XmlTag): void {
    this.columnSpan = spanOf(tag.attribute('colspan'), MOST_COLUMNS);
    this.rowSpan = spanOf(tag.attribute('rowspan'), Number.MAX_SAFE_INTEGER);
  }

  endCell(text: string): void {
    this.fillPending();
    const row = this.rows.at(-1);
    for (let column = 0; row !== undefined && column < this.columnSpan; column++) {
      const written = column === 0 ? text : '';
      const repeated = written.length <= LABEL ? written : '';
      if (this.rowSpan > 1) this.pending.set(row.length, { text: repeated, rows: this.rowSpan - 1 });
      row.push(written);
    }
  }

  /** Its Markdown, '' where it has no cell. */
  text(): string {
    this.fillPending();
    const width = Math.max(0, ...this.rows.map(({ length }) => length));
    const [head, ...body] = this.rows.map((row) => {
      const cells = Array.from({ length: width }, (_, index) => row[index] ?? '');
      return `| ${cells.join(' | ')} |`;
    });
    if (head === undefined || width === 0) return '';
    return [head, `|${' --- |'.repeat(width)}`, ...body].join('\n');
  }

  /** Writes what earlier rows have at the next columns of this one. */
  private fillPending(): void {
    const row = this.rows.at(-1);
    if (row === undefined) return;
    for (
      let above = this.pending.get(row.length);
      above !== undefined;
      above = this.pending.get(row.length)
    ) {
      if (above.rows === 1) this.pending.delete(row.length);
      else above.rows--;
      row.push(above.text);
    }
  }
}

function spanOf(written: string | undefined, most: number): number {
  const span = Number(written ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, most) : 1;
}
