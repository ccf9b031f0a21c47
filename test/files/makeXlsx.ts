import { escaped, makeZip, xml } from './makeZip';

/** A cell as it is written into a sheet: a value, or XML of its own. */
export type MadeCell =
  | string
  | number
  | boolean
  | null
  | { value: number | string; format: string }
  | { xml: string };

export interface MadeSheet {
  readonly name: string;
  readonly rows: readonly (readonly MadeCell[])[];
  readonly state?: 'hidden' | 'veryHidden';
  /** Ranges that are one cell: `B1:C1`. */
  readonly merged?: readonly string[];
  /** Counted from 1, as a spreadsheet does. */
  readonly hiddenRows?: readonly number[];
  readonly hiddenColumns?: readonly number[];
}

/** The day that Excel counts from, in days before the Unix epoch. */
const EPOCH_DAYS = 25_569;

/** A moment as a workbook stores it. */
export function serial(iso: string): number {
  return Date.parse(iso.length === 10 ? `${iso}T00:00:00Z` : `${iso}Z`) / 86_400_000 + EPOCH_DAYS;
}

/** A workbook with sheets of cells, each format of a number once. */
export function makeXlsx(sheets: readonly MadeSheet[], { since1904 = false } = {}): Uint8Array {
  const formats: string[] = [];
  const parts = sheets.map((sheet) => sheetXml(sheet, formats));
  return makeZip({
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
    ),
    '_rels/.rels': xml(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${since1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${sheets
        .map(
          ({ name, state }, index) =>
            `<sheet name="${escaped(name)}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="rId${index + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets
        .map(
          (_, index) =>
            `<Relationship Id="rId${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="rIdS" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="${formats.length}">${formats
        .map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`)
        .join(
          '',
        )}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
        .map((_, index) => `<xf numFmtId="${164 + index}" applyNumberFormat="1"/>`)
        .join('')}</cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(parts.map((part, index) => [`xl/worksheets/sheet${index + 1}.xml`, part])),
  });
}

function sheetXml(sheet: MadeSheet, formats: string[]): string {
  const { rows, merged = [], hiddenRows = [], hiddenColumns = [] } = sheet;
  const body = rows
    .map((cells, row) => {
      const inner = cells
        .map((cell, column) => cellXml(cell, `${letters(column)}${row + 1}`, formats))
        .join('');
      return `<row r="${row + 1}"${hiddenRows.includes(row + 1) ? ' hidden="1"' : ''}>${inner}</row>`;
    })
    .join('');
  const columns = hiddenColumns.map((at) => `<col min="${at}" max="${at}" hidden="1"/>`).join('');
  const ranges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  return xml(
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${columns && `<cols>${columns}</cols>`}<sheetData>${body}</sheetData>${ranges && `<mergeCells>${ranges}</mergeCells>`}</worksheet>`,
  );
}

function cellXml(cell: MadeCell, place: string, formats: string[]): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if ('xml' in cell) return cell.xml.replace('<c', `<c r="${place}"`);
  if (!formats.includes(cell.format)) formats.push(cell.format);
  return `<c r="${place}" s="${formats.indexOf(cell.format) + 1}"><v>${cell.value}</v></c>`;
}

export function letters(column: number): string {
  const rest = Math.floor(column / 26);
  return `${rest === 0 ? '' : letters(rest - 1)}${String.fromCharCode(65 + (column % 26))}`;
}
