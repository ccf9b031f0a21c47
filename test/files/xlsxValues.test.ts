import fc from 'fast-check';
import readXlsxFile from 'read-excel-file/universal';
import { describe, expect, it } from 'vitest';
import { makeXlsx } from './makeXlsx';
import { makeZip } from './makeZip';
import { problemOf, tableIn } from './read';

const SHARED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings';

/** A workbook of one sheet whose cells name texts by number. */
const sharing = (texts: string, sheet: string, target = 'sharedStrings.xml') =>
  makeZip({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/><Relationship Id="r2" Type="${SHARED}" Target="${target}"/></Relationships>`,
    'xl/styles.xml': '<styleSheet/>',
    'xl/worksheets/s.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    [`xl/${target}`]: `<sst>${texts}</sst>`,
  });

const rowsOf = async (bytes: Uint8Array) => (await tableIn(bytes, 'a.xlsx')).sheets[0]?.rows;

describe('A2 texts that cells name by number', () => {
  it.each([
    ['<si><t>plain</t></si>', 'plain'],
    ['<si><t xml:space="preserve"> both ends </t></si>', ' both ends '],
    ['<si><r><rPr><b/></rPr><t>in </t></r><r><t>runs</t></r></si>', 'in runs'],
    ['<si><t>東京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh><phoneticPr fontId="1"/></si>', '東京'],
    ['<si><t>a &lt; b &amp; c &#8364;</t></si>', 'a < b & c €'],
    ['<si><t><![CDATA[a < b & c]]></t></si>', 'a < b & c'],
    ['<si><t>one_x000A_two _x005F_x0041_</t></si>', 'one\ntwo _x0041_'],
  ])('%s', async (item, text) => {
    const bytes = sharing(`<si><t>x</t></si>${item}`, '<row r="1"><c r="A1" t="s"><v>1</v></c></row>');
    expect(await rowsOf(bytes)).toEqual([[text]]);
  });

  it('stand where the workbook says', async () => {
    const bytes = sharing('<si><t>x</t></si>', '<row><c t="s"><v>0</v></c></row>', 'other/texts.xml');
    expect(await rowsOf(bytes)).toEqual([['x']]);
  });

  it('that are not there are told with their cell', async () => {
    const bytes = sharing('<si><t>x</t></si>', '<row r="3"><c r="B3" t="s"><v>1</v></c></row>');
    const { code, message } = await problemOf(bytes, 'a.xlsx');
    expect([code, message]).toEqual(['FILE_DAMAGED', expect.stringContaining('row 3 and column 2')]);
  });
});

it('I9 a sheet that breaks off is told, and not read in part', async () => {
  const bytes = sharing('', '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c');
  expect((await problemOf(bytes, 'a.xlsx')).code).toBe('FILE_DAMAGED');
});

describe('A2 values are those of another reader', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => text.trim() === text),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.constant(null),
  );
  const table = fc
    .integer({ min: 1, max: 5 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 8 }),
    )
    .filter((rows) => rows.some((row) => row.some((value) => value !== null)));

  it('of random tables', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const bytes = makeXlsx([{ name: 'S', rows }]);
        const [theirs] = await readXlsxFile(bytes.slice().buffer);
        expect(await rowsOf(bytes)).toEqual(theirs?.data);
      }),
      { numRuns: 100 },
    );
  });

  it('of a tall sheet, whatever the clock says', async () => {
    const rows = Array.from({ length: 30_000 }, (_, at) => [`row ${at}`, at]);
    expect(await rowsOf(makeXlsx([{ name: 'Tall', rows }]))).toEqual(rows);
  });
});
