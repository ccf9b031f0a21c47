import { damaged } from '../problems';
import type { Entries } from '../zip/unpack';
import { xmlTags, xmlText } from '../zip/xmlTags';
import { builtInFormat, type CellFormat, formatOf } from './numberFormat';
import { sharedTextsIn } from './sharedTexts';

/** What a workbook says of itself: its sheets in order, and how its cells are formatted. */
export interface Workbook {
  readonly sheets: readonly SheetPart[];
  /** By the style number of a cell. */
  readonly formats: readonly CellFormat[];
  /** The texts that cells name by number. */
  readonly texts: readonly string[];
  /** The year that days are counted from. */
  readonly epoch: 1900 | 1904;
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
  const { byId, texts } = relationsIn(textOf('xl/_rels/workbook.xml.rels') ?? '');
  let epoch: Workbook['epoch'] = 1900;
  const sheets: SheetPart[] = [];
  for (const tag of xmlTags(book)) {
    if (tag.name === 'workbookPr' && /^(?:1|true)$/.test(tag.attribute('date1904') ?? '')) epoch = 1904;
    if (tag.name !== 'sheet' || tag.isEnd) continue;
    const name = xmlText(tag.attribute('name') ?? `Sheet ${sheets.length + 1}`);
    const path = byId.get(tag.attribute('r:id') ?? tag.attribute('ns:id') ?? '') ?? '';
    const xml = textOf(path);
    const state = tag.attribute('state');
    // Sheets of charts alone have no cells.
    if (xml?.includes('sheetData'))
      sheets.push({ name, path, xml, isHidden: state === 'hidden' || state === 'veryHidden' });
  }
  const formats = formatsIn(textOf('xl/styles.xml') ?? '');
  return { sheets, formats, texts: sharedTextsIn(textOf(texts) ?? ''), epoch };
}

/** Where the parts of a workbook lie: its sheets by their ids, and the texts that they share. */
function relationsIn(relations: string): {
  readonly byId: ReadonlyMap<string, string>;
  readonly texts: string;
} {
  const byId = new Map<string, string>();
  let texts = 'xl/sharedStrings.xml';
  for (const tag of xmlTags(relations)) {
    if (tag.name !== 'Relationship') continue;
    const target = xmlText(tag.attribute('Target') ?? '');
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    byId.set(tag.attribute('Id') ?? '', path);
    if (tag.attribute('Type')?.endsWith('/sharedStrings')) texts = path;
  }
  return { byId, texts };
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
