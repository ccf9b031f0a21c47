import { describe, expect, test } from 'vitest';
import { reportOf, tableOf } from '#capabilities';
import { csvTable } from '../../../src/capabilities/reading/csv/csvTable';
import { call, csv, failureOf } from '../../notation/calling';

const load = (text: string) => call('table.load', { document: 'data' }, { documents: [csv('data', text)] });
const refusal = (text: string) =>
  failureOf('table.load', { document: 'data' }, { documents: [csv('data', text)] });

describe('A2 table.load reads CSV', () => {
  test('columns are named by the first line, rows are objects', async () => {
    expect(await load('region,units\nNorth,3\nSouth,5\n')).toEqual({
      document: 'data',
      name: 'data',
      columns: ['region', 'units'],
      rows: [
        { region: 'North', units: 3 },
        { region: 'South', units: 5 },
      ],
    });
  });

  const column = async (...cells: string[]) => {
    const table = await load(['x\ty', ...cells.map((cell) => `${cell}\t1`)].join('\n'));
    return Object(table).rows.map((row: { x: unknown }) => row.x);
  };

  test.each([
    ['whole and decimal numbers', ['1', '-2.5', '3e2'], [1, -2.5, 300]],
    ['one cell that is no number makes the column text', ['1', 'two'], ['1', 'two']],
    ['thousands apart, clearly', ['1,234.50', '12'], [1234.5, 12]],
    ['thousands apart twice', ['1,234,567', '1,000'], [1234567, 1000]],
    ['1,234 alone may be a decimal comma: text', ['1,234', '2,500'], ['1,234', '2,500']],
    ['leading zeros are ids', ['007', '12'], ['007', '12']],
    ['more digits than a double has are ids', ['12345678901234567890', '1'], ['12345678901234567890', '1']],
    ['ISO dates stay text', ['2026-01-31', '2025-12-01'], ['2026-01-31', '2025-12-01']],
    ['yes and no of JSON', ['true', 'FALSE'], [true, false]],
    ['case A13 formulas stay text', ['=SUM(A1:A9)', '+1', '@x', '-1+2'], ['=SUM(A1:A9)', '+1', '@x', '-1+2']],
    ['empty cells are null', ['1', '', '3'], [1, null, 3]],
    ['infinity is no number', ['1e999', '1'], ['1e999', '1']],
  ])('%s', async (_, cells, expected) => {
    expect(await column(...cells)).toEqual(expected);
  });

  test('a byte order mark, blank lines and Windows line ends are forgiven', async () => {
    expect(await load('\ufeffa,b\r\n1,2\r\n\r\n3,4\r\n')).toMatchObject({
      columns: ['a', 'b'],
      rows: [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
    });
  });

  test('the first line says what separates: cells may hold commas, and one row is enough', async () => {
    expect(await load('a;b\n1,5;x\n2,5;y\n')).toMatchObject({ columns: ['a', 'b'] });
    expect(await load('a\tb\n1\tx, y\n')).toMatchObject({ rows: [{ a: 1, b: 'x, y' }] });
    expect(await load('"a;b;c",d\n1,2\n')).toMatchObject({ columns: ['a;b;c', 'd'] });
    expect(await load('\ta\nx\t1\n')).toMatchObject({ columns: ['column_1', 'a'] });
  });

  test('semicolons and quoted separators', async () => {
    expect(await load('name;note\n"Lee; sons";"said ""hi"""')).toMatchObject({
      rows: [{ name: 'Lee; sons', note: 'said "hi"' }],
    });
  });

  test.each([
    ['Fee,City,Fee\n1,Oslo,2', ['2 columns are called “Fee”: the second of them is “Fee_2” here.']],
    [
      'a,a,,a\n1,2,3,4',
      [
        '3 columns are called “a”: those behind the first are “a_2”, “a_3” here.',
        'One column has no name, and is called “column_3” here.',
      ],
    ],
    ['name,,,x\nb,1,2,3\nc,1,2,3', ['2 columns have no name, and are called “column_2”, “column_3” here.']],
    ['a,b\n1,2', []],
  ])('W8 names that are changed are told: %j', (text, notes) => {
    const report = reportOf({ id: 'data', kind: 'csv', text });
    expect(report.ok && report.value.notes).toEqual(notes);
  });

  test('doubled and missing headers are numbered', async () => {
    expect(await load('a,a,,a\n1,2,3,4')).toMatchObject({ columns: ['a', 'a_2', 'column_3', 'a_3'] });
  });

  test('case C1 a column called __proto__ is a column', async () => {
    const table = await load('__proto__,b\nevil,2');
    expect(JSON.stringify(table)).toContain('{"__proto__":"evil","b":2}');
    expect(Object.hasOwn(Object.prototype, 'evil')).toBe(false);
  });

  test('a header without rows is an empty table', async () => {
    expect(await load('a,b')).toMatchObject({ columns: ['a', 'b'], rows: [] });
  });

  test.each([
    ['nothing', '', 'CSV_EMPTY'],
    ['blank lines', '\n\n', 'CSV_EMPTY'],
    ['too few cells', 'a,b\n1,2\n3', 'CSV_RAGGED'],
    ['too many cells', 'a,b\n1,2,3', 'CSV_RAGGED'],
    ['an open quotation mark', 'a,b\n"1,2\n3,4', 'CSV_QUOTES'],
  ])('refuses %s', async (_, text, code) => {
    expect(await refusal(text)).toMatchObject({ code, help: expect.any(String) });
  });

  test('lines that end now so and now so, as in files put together of several', () => {
    expect(tableOf(csv('data', 'a,b\r\n"x\ny",2\n"z",4\r\n5,6\n'))).toMatchObject({
      ok: true,
      value: {
        rows: [
          { a: 'x\ny', b: 2 },
          { a: 'z', b: 4 },
          { a: '5', b: 6 },
        ],
      },
    });
  });

  test('titles, comments, remarks and `sep=` are not rows', async () => {
    const rows = { columns: ['a', 'b', 'c'], rows: [{ a: 1, b: 2, c: 3 }] };
    expect(await load('Orders 2026\n\na,b,c\n1,2,3\n')).toMatchObject(rows);
    expect(await load('Orders 2026;;\na;b;c\n1;2;3\n;;\n')).toMatchObject(rows);
    expect(await load('# made by hand\na|b|c\n1|2|3\n\nSource: us\n')).toMatchObject(rows);
    expect(await load('sep=;\r\na;b;c\r\n1;2;3\r\n')).toMatchObject(rows);
    expect(await load('a,b,c,,\n1,2,3,,\n')).toMatchObject(rows);
  });

  test('a line without its last cells is filled up; one with a cell too many is refused', async () => {
    expect(await load('a,b,c\n1,2\n4,5,6,\n')).toMatchObject({
      rows: [
        { a: 1, b: 2, c: null },
        { a: 4, b: 5, c: 6 },
      ],
    });
    expect(await refusal('a,b,c\n1,2,3,4')).toMatchObject({ code: 'CSV_RAGGED' });
  });

  test('a sentence below the rows is none of them, though it has a comma; rows that begin so are rows', () => {
    const noted = csvTable('region,net\nNorth,5\nSouth,6\n\nSource: ledger, 2025\n', 'noted');
    expect(noted).toMatchObject({
      rows: [
        ['North', '5'],
        ['South', '6'],
      ],
      notes: [expect.stringContaining('below the rows')],
    });
    const rows = csvTable('item,net\nLamp: red,5\nLamp: blue,6\n\nLamp: green,7\n', 'lamps').rows;
    expect(rows).toHaveLength(3);
  });

  test('a second table in the file is told', () => {
    const { rows, notes } = csvTable('region,net\nNorth,5\nSouth,6\n\nperson,hours\nAnn,3\nBob,4\n', 'two');
    expect(rows).toHaveLength(5);
    expect(notes).toEqual([
      expect.stringContaining('Line 5 looks like the names of another table (“person, hours”)'),
    ]);
    expect(csvTable('region,net\nNorth,5\n\nSouth,6\n', 'one').notes).toEqual([]);
  });

  test('W8 a narrower table above the one that is read is told as one', () => {
    const { names, notes } = csvTable('region,net\nNorth,5\n\nperson,hours,rate\nAnn,3,2\nBob,4,2\n', 'two');
    expect(names).toEqual(['person', 'hours', 'rate']);
    expect(notes).toEqual([
      '2 lines above the names of the columns look like another table (“region, net”), and are left out: split the file there.',
    ]);
  });

  test.each([
    ['groups over their first column', 'Region,2024,,2025,\n,Q1,Q2,Q1,Q2\n'],
    ['groups over each of their columns', 'Region,2024,2024,2025,2025\n,Q1,Q2,Q1,Q2\n'],
    ['a title above', 'Sales of both years\n\n,2024,,2025,\nRegion,Q1,Q2,Q1,Q2\n'],
  ])('W8 names in two lines, %s, are read together', (_, head) => {
    const { names, rows, notes } = csvTable(`${head}North,1,2,3,4\nSouth,5,6,7,8\n`, 'grouped');
    expect(names).toEqual(['Region', '2024 Q1', '2024 Q2', '2025 Q1', '2025 Q2']);
    expect(rows).toHaveLength(2);
    expect(notes.at(-1)).toBe(
      'The names of the columns stand in several lines, and are read together, as “2024 Q1”.',
    );
  });

  test('W8 names in three lines; a column behind the last group has its own name; groups that tell nothing apart are left out', () => {
    const three =
      ',2024,,,,2025,,,,\n,Plan,,Actual,,Plan,,Actual,,\nRegion,U,A,U,A,U,A,U,A,Note\nNorth,1,2,3,4,5,6,7,8,x\n';
    expect(csvTable(three, 'three').names).toEqual(
      ['Region', '2024 Plan U', '2024 Plan A', '2024 Actual U', '2024 Actual A'].concat([
        '2025 Plan U',
        '2025 Plan A',
        '2025 Actual U',
        '2025 Actual A',
        'Note',
      ]),
    );
    expect(csvTable('a,,b,\nx,x,x,x\n1,2,3,4\n5,6,7,8\n', 'same').names).toEqual(['x', 'x_2', 'x_3', 'x_4']);
    expect(csvTable('kind,net,net\nlamp,5,red\nsofa,6,blue\n', 'twice').names).toEqual([
      'kind',
      'net',
      'net_2',
    ]);
  });

  test('without names the columns are numbered; years are names', async () => {
    expect(await load('North,2026-01-01,1.5\nSouth,2026-01-02,2.5\n')).toMatchObject({
      columns: ['column_1', 'column_2', 'column_3'],
      rows: [{ column_1: 'North' }, { column_1: 'South' }],
    });
    expect(await load('region,2024,2025\nNorth,1.5,2\n')).toMatchObject({
      columns: ['region', '2024', '2025'],
    });
  });

  test('only the columns that are asked for', async () => {
    const documents = [csv('data', 'a,b,c\n1,2,3')];
    expect(await call('table.load', { document: 'data', columns: ['c', 'a'] }, { documents })).toMatchObject({
      columns: ['c', 'a'],
      rows: [{ c: 3, a: 1 }],
    });
    expect(await failureOf('table.load', { document: 'data', columns: ['d'] }, { documents })).toMatchObject({
      code: 'COLUMN_UNKNOWN',
      help: 'The columns are: "a", "b", "c".',
    });
  });

  test('T4 a table larger than a step may give says to load fewer columns', async () => {
    const large = `name,note\n${`x,${'y'.repeat(1_000)}\n`.repeat(1_000)}`;
    expect(await refusal(large)).toMatchObject({
      code: 'OUTPUT_TOO_LARGE',
      help: 'Load only the columns that are needed, or split the document.',
    });
  });

  test('a ragged record is named', async () => {
    expect((await refusal('a,b\n1,2\n3')).message).toBe('Record 3 of "data" has 1 cell, the header names 2.');
  });
});

describe('A2 table.load reads JSON and refuses what is no table', () => {
  const of = (kind: 'json' | 'markdown' | 'text', text: string) => ({
    documents: [{ id: 'data', kind, text }],
  });

  test('an array of objects, with or without equal keys', async () => {
    expect(
      await call('table.load', { document: 'data' }, of('json', '[{"a":1},{"a":2,"b":"x"}]')),
    ).toMatchObject({ columns: ['a', 'b'], rows: [{ a: 1 }, { a: 2, b: 'x' }] });
  });

  test.each([
    ['prose', of('markdown', '# Hello')],
    ['broken JSON', of('json', '[{')],
    ['JSON that is no list of objects', of('json', '[1, 2]')],
    ['JSON with two lists of objects', of('json', '{"a": [{"x": 1}], "b": [{"y": 1}]}')],
  ])('%s', async (_, surroundings) => {
    expect(await failureOf('table.load', { document: 'data' }, surroundings)).toMatchObject({
      code: 'NOT_A_TABLE',
    });
  });

  test('the one list of objects that an object holds, which is noted', () => {
    const text = '{"data": [{"a": 1}, {"a": 2}], "total": 2, "errors": []}';
    const document = { id: 'data', kind: 'json', text } as const;
    expect(tableOf(document)).toMatchObject({ ok: true, value: { rows: [{ a: 1 }, { a: 2 }] } });
    const report = reportOf(document);
    expect(report.ok && report.value.notes).toEqual([
      'The rows are those of "data". What stands beside them is left out: "total", "errors".',
    ]);
  });

  test('the same in an object in an object', () => {
    const text = '{"data": {"items": [{"a": 1}], "next": null}, "status": "ok"}';
    const report = reportOf({ id: 'data', kind: 'json', text });
    expect(report.ok && report.value.notes).toEqual([
      'The rows are those of "data.items". What stands beside them is left out: "data.next", "status".',
    ]);
  });

  test('of several the one that is in no object within', () => {
    const text = '{"orders": [{"a": 1}], "meta": {"pages": [{"b": 1}]}, "total": 1}';
    const report = reportOf({ id: 'data', kind: 'json', text });
    expect(report.ok && report.value.notes).toEqual([
      'The rows are those of "orders". What stands beside them is left out: "meta.pages", "total".',
    ]);
  });

  test.each([
    ['{"status": "ok"}', '"data" is JSON, but has no list of records (objects).'],
    ['{"a": [{"x": 1}], "b": [{"y": 1}]}', '"data" is JSON with 2 lists of records: "a", "b".'],
  ])('T8 JSON that is no table says why: %s', (text, message) => {
    expect(tableOf({ id: 'data', kind: 'json', text })).toMatchObject({ ok: false, problem: { message } });
  });

  test('rows of ever different keys are refused before a column is made of each', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `{"k${at}": 1}`);
    const table = tableOf({ id: 'keys', kind: 'json', text: `[${rows.join(',')}]` });
    expect(table).toMatchObject({ ok: false, problem: { code: 'TABLE_TOO_LARGE' } });
  });

  test('T8 an unknown document names those that are there', async () => {
    const error = await failureOf('table.load', { document: 'sale' }, { documents: [csv('sales', 'a\n1')] });
    expect(error).toMatchObject({ code: 'DOCUMENT_UNKNOWN', help: 'The documents are: "sales".' });
  });
});

describe('tableOf reads as table.load does, without a run', () => {
  test('a table with the types of its columns, or the reason', () => {
    expect(tableOf(csv('data', 'a,b\n1,x'))).toEqual({
      ok: true,
      value: {
        columns: [
          { name: 'a', type: 'number' },
          { name: 'b', type: 'text' },
        ],
        rows: [{ a: 1, b: 'x' }],
      },
    });
    expect(tableOf(csv('data', 'a,b\n1'))).toMatchObject({ ok: false, problem: { code: 'CSV_RAGGED' } });
  });
});
