import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/base';
import { type MadeCell, makeXlsx, serial } from './makeXlsx';
import { makeZip } from './makeZip';
import { problemOf, tableIn } from './read';

const book = (...rows: readonly (readonly MadeCell[])[]) => makeXlsx([{ name: 'Orders', rows }]);
const rowsOf = async (bytes: Uint8Array) => (await tableIn(bytes, 'a.xlsx')).sheets[0]?.rows;

const withSheet = (sheet: string) =>
  makeZip({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
    'xl/styles.xml': '<styleSheet/>',
    'xl/worksheets/s.xml': sheet,
  });

describe('a workbook is read', () => {
  it('with a table for each sheet, in order, with values as they are typed', async () => {
    const bytes = makeXlsx([
      {
        name: 'Orders & more',
        rows: [
          ['id', 'paid', 'net'],
          ['0042', true, 12.5],
          ['x < y', null, 0],
        ],
      },
      { name: 'Second', rows: [['a'], [1]] },
    ]);
    expect(await tableIn(bytes, 'a.xlsx')).toEqual({
      kind: 'table',
      type: 'xlsx',
      sheets: [
        {
          name: 'Orders & more',
          columns: null,
          rows: [
            ['id', 'paid', 'net'],
            ['0042', true, 12.5],
            ['x < y', null, 0],
          ],
        },
        { name: 'Second', columns: null, rows: [['a'], [1]] },
      ],
      notes: [],
    });
  });

  it.each<[format: string, value: number, cell: unknown]>([
    ['0%', 0.07, { number: 7, unit: '%' }],
    ['0.00%;[Red]-0.00%', 0.2675, { number: 26.75, unit: '%' }],
    ['#,##0.00 "€"', 1.234, { number: 1.234, unit: '€' }],
    ['_-* #,##0.00\\ [$€-407]_-;-* #,##0.00\\ [$€-407]_-', -5, { number: -5, unit: '€' }],
    ['[$USD] #,##0', 5, { number: 5, unit: 'USD' }],
    ['$#,##0_);($#,##0)', 5, { number: 5, unit: '$' }],
    ['0.0" kg"', 5, { number: 5, unit: 'kg' }],
    ['#,##0.00', 1.5, 1.5],
    ['00000', 42, '00042'],
    ['yyyy-mm-dd', serial('2026-03-01'), '2026-03-01'],
    ['dd.mm.yyyy', serial('2025-12-31'), '2025-12-31'],
    ['[$-409]d mmm yyyy;@', serial('2025-12-31'), '2025-12-31'],
    ['yyyy-mm-dd hh:mm', serial('2026-03-01T10:30:00'), '2026-03-01T10:30:00'],
    ['yyyy-mm-dd hh:mm', serial('2026-03-01'), '2026-03-01T00:00:00'],
    ['hh:mm', 0.3125, '07:30:00'],
    ['[h]:mm', 1.510416666666667, '36h 15m'],
    ['[h]:mm:ss', 0.5, '12h 0m'],
  ])('%s %d', async (format, value, cell) => {
    expect(await rowsOf(book(['name', 'value'], ['a', { value, format }]))).toEqual([
      ['name', 'value'],
      ['a', cell],
    ]);
  });

  it('days of a workbook that counts from 1904 are the days that it shows', async () => {
    const rows = [['day'], [{ value: serial('2026-03-01') - 1_462, format: 'yyyy-mm-dd' }]];
    const bytes = makeXlsx([{ name: 'Mac', rows }], { since1904: true });
    expect(await rowsOf(bytes)).toEqual([['day'], ['2026-03-01']]);
  });

  it('formulas have the results that the workbook stores, a zero too; errors and results that miss are empty and told', async () => {
    const bytes = book(
      ['sum', 'zero', 'text', 'broken', 'uncalculated'],
      [
        { xml: '<c><f>SUM(1,2)</f><v>3</v></c>' },
        { xml: '<c><f>1-1</f><v>0</v></c>' },
        { xml: '<c t="str"><f>"a"&amp;"b"</f><v>ab</v></c>' },
        { xml: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' },
        { xml: '<c><f>NOW()</f></c>' },
      ],
    );
    const { sheets, notes } = await tableIn(bytes, 'a.xlsx');
    expect(sheets[0]?.rows[1]?.slice(0, 3)).toEqual([3, 0, 'ab']);
    expect([sheets[0]?.rows[1]?.[3] ?? null, sheets[0]?.rows[1]?.[4] ?? null]).toEqual([null, null]);
    expect(notes.map(({ code, message }) => [code, message])).toEqual([
      [
        'CELLS_WITHOUT_VALUE',
        'One cell of the sheet “Orders” holds an error (#DIV/0! in D2): it is read as empty.',
      ],
      [
        'CELLS_WITHOUT_VALUE',
        'One cell of the sheet “Orders” holds a formula without a stored result: it is read as empty.',
      ],
    ]);
  });

  it('a unit that only some numbers of a column show is left out, two units stay', async () => {
    const percent = { value: 0.26, format: '0%' };
    const euro = { value: 5, format: '0 "€"' };
    const dollar = { value: 5, format: '0 "$"' };
    expect(await rowsOf(book(['share', 'net', 'mixed'], [percent, euro, euro], [0.5, 6, dollar]))).toEqual([
      ['share', 'net', 'mixed'],
      [0.26, 5, { number: 5, unit: '€' }],
      [0.5, 6, { number: 5, unit: '$' }],
    ]);
  });

  it('hidden sheets are left out and told, empty ones are left out', async () => {
    const rows = [['a'], [1]];
    const bytes = makeXlsx([
      { name: 'Shown', rows },
      { name: 'Secret', rows, state: 'hidden' },
      { name: 'Deep', rows, state: 'veryHidden' },
      { name: 'Empty', rows: [] },
    ]);
    const { sheets, notes } = await tableIn(bytes, 'a.xlsx');
    expect(sheets.map(({ name }) => name)).toEqual(['Shown']);
    expect(notes.map(({ code, message }) => [code, message])).toEqual([
      ['SHEET_HIDDEN', 'The sheet “Secret” is hidden, and is left out.'],
      ['SHEET_HIDDEN', 'The sheet “Deep” is hidden, and is left out.'],
    ]);
  });

  it('W8 hidden rows and columns are read as the others are, which is told; those without cells are nothing to tell', async () => {
    const rows = [
      ['a', 'b'],
      [1, 2],
      [3, 4],
    ];
    const sheet = { name: 'S', rows, hiddenRows: [2, 9], hiddenColumns: [2, 5] };
    const { sheets, notes } = await tableIn(makeXlsx([sheet]), 'a.xlsx');
    expect(sheets[0]?.rows).toEqual(rows);
    expect(notes.map(({ message }) => message)).toEqual([
      'The sheet “S” hides one row and one column: they are read as the others are.',
    ]);
  });

  it.each([
    [
      'below each other',
      [
        ['Costs'],
        ['Region', 'Net'],
        ['North', 1],
        [null],
        ['Staff'],
        ['Person', 'Hours', 'Rate'],
        ['Ann', 3, 2],
      ],
      [
        [['Costs'], ['Region', 'Net'], ['North', 1], [null]],
        [['Staff'], ['Person', 'Hours', 'Rate'], ['Ann', 3, 2]],
      ],
    ],
    [
      'beside each other',
      [
        ['Region', 'Net', null, 'Person', 'Hours'],
        ['North', 1, null, 'Ann', 3],
        ['South', 2],
      ],
      [
        [
          ['Region', 'Net'],
          ['North', 1],
          ['South', 2],
        ],
        [
          ['Person', 'Hours'],
          ['Ann', 3],
        ],
      ],
    ],
  ])('W8 tables %s on one sheet are read by themselves', async (_, rows, tables) => {
    const bytes = makeXlsx([
      { name: 'S', rows },
      { name: 'S (2)', rows: [['a'], [1]] },
    ]);
    const { sheets, notes } = await tableIn(bytes, 'a.xlsx');
    const cells = ({ rows }: (typeof sheets)[number]) =>
      rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== null) + 1));
    expect(sheets.map(({ name }) => name)).toEqual(['S', 'S (3)', 'S (2)']);
    expect(sheets.slice(0, 2).map(cells)).toEqual(
      tables.map((table) => table.map((row) => (row[0] === null ? [] : row))),
    );
    expect(notes.map(({ code }) => code)).toEqual(['SHEET_TABLES']);
  });

  it.each([
    ['a gap and a total', [['Region', 'Net'], ['North', 1], [], ['South', 2], [], ['Total', 3]]],
    ['remarks below', [['Region', 'Net'], ['North', 1], [], ['Source', 'the ledger'], ['Kept by', 'Ann']]],
    [
      'a column that is free',
      [
        ['Region', 'Net', null, 'Person', 'Hours'],
        ['North', 1, null, 'Ann', 3],
      ],
    ],
  ])('W8 one table with %s stays one', async (_, rows) => {
    expect((await tableIn(makeXlsx([{ name: 'S', rows }]), 'a.xlsx')).sheets).toHaveLength(1);
  });

  const text = (place: string, content: string) =>
    `<c${place && ` r="${place}"`} t="inlineStr"><is><t>${content}</t></is></c>`;
  const sheetOf = (...rows: readonly string[]) =>
    `<worksheet><sheetData>${rows.map((cells) => `<row>${cells}</row>`).join('')}</sheetData>MERGED</worksheet>`;
  /** A workbook whose only sheet is that. */
  const wholeWith = (sheet: string) =>
    zipSync({
      ...unzipSync(makeXlsx([{ name: 'S', rows: [['x']] }])),
      'xl/worksheets/sheet1.xml': new TextEncoder().encode(sheet),
    });
  const rowsIn = async (xml: string, merged = '') =>
    (await tableIn(wholeWith(xml.replace('MERGED', merged)), 'a.xlsx')).sheets[0]?.rows;

  it('cells that do not say where they stand stand behind the one before them', async () => {
    const placed = '<c r="C2"><v>3</v></c>';
    const xml = sheetOf(text('', 'a') + text('', 'b'), `<c><v>1</v></c>${placed}<c/>`);
    expect(await rowsIn(xml)).toEqual([
      ['a', 'b', null],
      [1, null, 3],
    ]);
  });

  it('cells that are far away and hold nothing but a format are not there', async () => {
    const xml = sheetOf(text('A1', 'a'), '<c r="A2"><v>1</v></c>', '<c r="XFD1048576" s="0"/>');
    expect(await rowsIn(xml)).toEqual([['a'], [1]]);
  });

  it('text that is merged over rows counts for each of them, which is told; numbers and titles are not repeated', async () => {
    const xml = sheetOf(
      text('A1', 'Title'),
      text('A2', 'Region') + text('B2', 'City') + text('C2', 'Net'),
      `${text('A3', 'North')}${text('B3', 'Kiel')}<c r="C3"><v>5</v></c>`,
      text('B4', 'Bremen'),
    );
    const merged = `<mergeCells>${['A1:C1', 'A3:A4', 'C3:C4'].map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
    expect(await rowsIn(xml, merged)).toEqual([
      ['Title', null, null],
      ['Region', 'City', 'Net'],
      ['North', 'Kiel', 5],
      ['North', 'Bremen', null],
    ]);
    const { notes } = await tableIn(wholeWith(xml.replace('MERGED', merged)), 'a.xlsx');
    expect(notes).toMatchObject([
      { code: 'CELLS_MERGED', message: expect.stringContaining('One merged cell') },
    ]);
  });

  it('whatever its name says', async () => {
    const { type, notes } = await tableIn(book(['a'], [1]), 'orders.csv');
    expect([type, notes[0]?.code]).toEqual(['xlsx', 'FILE_MISLABELLED']);
  });
});

describe('a workbook that cannot be read is told (case A4, I9)', () => {
  const rows = [['a'], [1]];
  const whole = makeXlsx([{ name: 'Orders', rows }]);
  const cells = (...places: readonly string[]) =>
    `<worksheet><sheetData>${places.map((place) => `<row><c r="${place}"><v>1</v></c></row>`).join('')}</sheetData></worksheet>`;
  const EMPTY_ROW =
    '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="900000000"></row></sheetData></worksheet>';

  it.each<[what: string, bytes: () => Uint8Array, code: string]>([
    ['cut off', () => whole.slice(0, whole.length - 40), 'FILE_DAMAGED'],
    ['cut in half', () => whole.slice(0, whole.length / 2), 'FILE_DAMAGED'],
    [
      'with bytes changed inside',
      () => whole.map((byte, index) => (index > 60 && index < 120 ? 0xaa : byte)),
      'FILE_DAMAGED',
    ],
    ['without a workbook inside', () => makeZip({ 'readme.txt': 'hello' }), 'FILE_UNKNOWN'],
    [
      'with XML that breaks off',
      () => withSheet('<worksheet><sheetData><row><c r="A1"><v>1</v>'),
      'FILE_DAMAGED',
    ],
    ['without a cell', () => makeXlsx([{ name: 'Empty', rows: [] }]), 'FILE_EMPTY'],
    ['of hidden sheets alone', () => makeXlsx([{ name: 'S', rows, state: 'hidden' }]), 'FILE_EMPTY'],
    [
      'with a password for its archive',
      () => whole.map((byte, index) => (index === 6 ? byte | 1 : byte)),
      'FILE_ENCRYPTED',
    ],
    ['that is a presentation', () => makeZip({ 'ppt/presentation.xml': '<p/>' }), 'FILE_UNKNOWN'],
    [
      'that is an archive of too many files',
      () =>
        zipSync(
          Object.fromEntries(
            Array.from({ length: LIMITS.fileEntries + 1 }, (_, index) => [`${index}.xml`, new Uint8Array()]),
          ),
          { level: 0 },
        ),
      'FILE_TOO_LARGE',
    ],
    ['that is a bomb', () => bomb(), 'FILE_TOO_LARGE'],
    ['with a cell in column 100,000,000', () => withSheet(cells('ZZZZZZ1')), 'FILE_TOO_LARGE'],
    ['with a row 900,000,000 that is empty', () => withSheet(EMPTY_ROW), 'FILE_TOO_LARGE'],
    ['with a cell in its last corner', () => withSheet(cells('A1', 'XFD1048576')), 'FILE_TOO_LARGE'],
    ['with a cell in row 4,000,000,000', () => withSheet(cells('A4000000000')), 'FILE_TOO_LARGE'],
    [
      'with a cell that is too long',
      () => makeXlsx([{ name: 'S', rows: [['x'.repeat(LIMITS.fileCellCharacters + 1)]] }]),
      'FILE_TOO_LARGE',
    ],
  ])('%s', async (_, bytes, code) => {
    const problem = await problemOf(bytes(), 'a.xlsx');
    expect(problem.code).toBe(code);
    expect(problem.help).not.toBe('');
  });

  /** An archive whose entries claim to be that large, as those of a bomb rightly do: nothing may be unpacked to find out. */
  function bomb(): Uint8Array {
    const bytes = whole.slice();
    const view = new DataView(bytes.buffer);
    for (let place = 0; place < bytes.length - 46; place++) {
      if (view.getUint32(place, true) === 0x02014b50) view.setUint32(place + 24, 100_000_000, true);
    }
    return bytes;
  }
});
