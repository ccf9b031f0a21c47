import { damaged } from '../problems';
import type { Entries } from '../zip/unpack';
import { xmlTags, xmlText } from '../zip/xmlTags';
import { builtInFormat, type CellFormat, formatOf } from './numberFormat';

/** What a workbook says of itself: its sheets in order, and how its cells are formatted. */
export interface Workbook {
  readonly sheets: readonly SheetPart[];
  /** By the style number of a cell. */
  readonly formats: readonly CellFormat[];
}

export interface SheetPart {
  readonly name: string;
  readonly isHidden: boolean;
  /** Where it lies in the archive. */
  readonly path: string;
  /** Its XML. */
  readonly xml: string;
}

/** @throws FileProblem `FILE_DAMAGED` */
export function openWorkbook(entries: Entries, file: string): Workbook {
  const decoder = new TextDecoder();
  const textOf = (path: string): string | null => {
    const bytes = entries[path];
    return bytes === undefined ? null : decoder.decode(bytes);
  };
  const book = textOf('xl/workbook.xml');
  if (book === null) throw damaged(file, 'it has no workbook inside');
  const targets = targetsIn(textOf('xl/_rels/workbook.xml.rels') ?? '');
  const sheets: SheetPart[] = [];
  for (const tag of xmlTags(book)) {
    if (tag.name !== 'sheet' || tag.isEnd) continue;
    const name = xmlText(tag.attribute('name') ?? `Sheet ${sheets.length + 1}`);
    const path = targets.get(tag.attribute('r:id') ?? tag.attribute('ns:id') ?? '') ?? '';
    const xml = textOf(path);
    const state = tag.attribute('state');
    // Sheets of charts alone have no cells.
    if (xml?.includes('sheetData'))
      sheets.push({ name, path, xml, isHidden: state === 'hidden' || state === 'veryHidden' });
  }
  return { sheets, formats: formatsIn(textOf('xl/styles.xml') ?? '') };
}

function targetsIn(relations: string): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  for (const tag of xmlTags(relations)) {
    if (tag.name !== 'Relationship') continue;
    const target = xmlText(tag.attribute('Target') ?? '');
    targets.set(tag.attribute('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  }
  return targets;
}

function formatsIn(styles: string): readonly CellFormat[] {
  const own = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  let isCells = false;
  for (const tag of xmlTags(styles)) {
    if (tag.name === 'cellXfs') isCells = !tag.isEnd;
    else if (tag.name === 'numFmt' && !tag.isEnd)
      own.set(Number(tag.attribute('numFmtId')), formatOf(xmlText(tag.attribute('formatCode') ?? '')));
    else if (tag.name === 'xf' && isCells && !tag.isEnd) {
      const id = Number(tag.attribute('numFmtId') ?? 0);
      formats.push(own.get(id) ?? builtInFormat(id));
    }
  }
  return formats;
}
