import { withoutSoftHyphens } from '../text/softHyphens';
import { unmarked } from '../text/unmarked';
import { type XmlTag, xmlTags, xmlText } from '../zip/xmlTags';

/**
 * The Markdown of the HTML that mammoth makes of a document: headings, paragraphs, lists, tables. Everything else is its text:
 * no link keeps its address, so that none can lead anywhere, and no picture is taken along.
 */
export function markdownOf(html: string): string {
  const writer = new Writer();
  let place = 0;
  for (const tag of xmlTags(html)) {
    writer.text(xmlText(html.slice(place, tag.start)));
    place = tag.end;
    if (!tag.isEnd) writer.open(tag);
    if (tag.isEnd || tag.isWhole) writer.close(tag.name);
  }
  writer.text(xmlText(html.slice(place)));
  return writer.end();
}

const HEADING = /^h([1-6])$/;

class Writer {
  private readonly blocks: string[] = [];
  private readonly lists: List[] = [];
  private listLines: string[] = [];
  private table: SpannedTable | null = null;
  /** Tables inside of tables become text of the cell that they are in. */
  private tableDepth = 0;
  private inline = '';

  text(text: string): void {
    this.inline += text;
  }

  open(tag: XmlTag): void {
    const { name } = tag;
    if (name === 'table' && this.tableDepth++ === 0) {
      this.flush();
      this.table = new SpannedTable();
    } else if (name === 'tr' && this.tableDepth === 1) this.table?.beginRow();
    else if ((name === 'td' || name === 'th') && this.tableDepth === 1) this.table?.beginCell(tag);
    else if (name === 'br') this.inline += ' ';
    else if (name === 'ul' || name === 'ol') {
      this.flush();
      this.lists.push({ isOrdered: name === 'ol', count: 0 });
    } else if (name === 'li') this.beginItem();
  }

  close(name: string): void {
    const level = HEADING.exec(name)?.[1];
    if (level !== undefined && this.isOutside()) this.flush('#'.repeat(Number(level)));
    else if (name === 'td' || name === 'th') this.closeCell();
    else if (name === 'table') this.closeTable();
    else if (name === 'li') this.flush();
    else if (name === 'ul' || name === 'ol') this.closeList();
    else if (name === 'p' || level !== undefined) this.closeParagraph();
  }

  end(): string {
    this.flush();
    return this.blocks.join('\n\n');
  }

  private isOutside(): boolean {
    return this.table === null && this.lists.length === 0;
  }

  private closeParagraph(): void {
    if (this.isOutside()) this.flush();
    else this.inline += ' ';
  }

  private beginItem(): void {
    this.flush();
    const list = this.lists.at(-1);
    if (list) list.count++;
  }

  private closeList(): void {
    this.flush();
    this.lists.pop();
    if (this.lists.length > 0 || this.listLines.length === 0) return;
    this.blocks.push(this.listLines.join('\n'));
    this.listLines = [];
  }

  private closeCell(): void {
    if (this.tableDepth > 1) this.inline += ' ';
    else this.table?.endCell(this.taken().replaceAll('|', '\\|'));
  }

  private closeTable(): void {
    this.tableDepth--;
    if (this.tableDepth > 0 || this.table === null) return;
    const written = this.table.text();
    this.table = null;
    if (written !== '') this.blocks.push(written);
  }

  private taken(): string {
    const text = withoutSoftHyphens(this.inline).replace(/\s+/g, ' ').trim();
    this.inline = '';
    return text;
  }

  /** Ends what is open: a line of a list, a heading with its marks, a paragraph. */
  private flush(marks?: string): void {
    if (this.table !== null) return;
    const text = this.taken();
    if (text === '') return;
    const list = this.lists.at(-1);
    if (list) this.listLines.push(`${'   '.repeat(this.lists.length - 1)}${markOf(list)} ${text}`);
    else this.blocks.push(marks === undefined ? unmarked(text) : `${marks} ${text}`);
  }
}

interface List {
  readonly isOrdered: boolean;
  count: number;
}

function markOf({ isOrdered, count }: List): string {
  return isOrdered ? `${Math.max(1, count)}.` : '-';
}

/** As many columns as a table of Word has at most. */
const MOST_COLUMNS = 63;
/** Longer text is no label, and stands once: nothing may grow by being merged. */
const LABEL = 200;

/**
 * A table whose cells may count for several rows and columns: the text of a cell that stands beside several rows is written into
 * each of them, and behind one that stands over several columns the others are empty. So each cell stays below its own head.
 */
class SpannedTable {
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
