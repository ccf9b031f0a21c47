import { describe, expect, test } from 'vitest';
import { reportOf, tableOf } from '#capabilities';
import { csv } from '../../notation/calling';

function read(text: string) {
  const document = csv('data', text);
  const [table, report] = [tableOf(document), reportOf(document)];
  if (!table.ok || !report.ok) throw new Error(JSON.stringify([table, report]));
  return { ...table.value, notes: report.value.notes };
}

describe('W8 what stands above the names is no header', () => {
  const ROWS = '2026-01-02;Rent;-1.200,00\n2026-01-05;Fee;-3,50\n';

  test.each([
    ['one title', 'Export of 2026-03-01\n'],
    ['title and blank line', 'Statement\n\n'],
    ['a name with its value', 'Account: Giro;DE12\n'],
    ['such a line filled up with separators', 'Account: Giro;DE12;\n'],
    ['several, with a blank line', 'Account: Giro;DE12\nPeriod:;2026-01-01 to 2026-03-31\n\n'],
    ['an address', 'Example Ltd\nMill Lane 4;12345 Town\n\n'],
    ['the same without a blank line', 'Example Ltd;;\nMill Lane 4;12345 Town;\n'],
    ['a comment', '# made by hand; twice\n'],
    ['a blank line first', '\n;;\nExport\n'],
  ])('%s', (_, preamble) => {
    const { columns, rows, notes } = read(`${preamble}Date;Text;Amount\n${ROWS}`);
    expect(columns).toEqual([
      { name: 'Date', type: 'date' },
      { name: 'Text', type: 'text' },
      { name: 'Amount', type: 'number' },
    ]);
    expect(rows).toHaveLength(2);
    expect(notes).toEqual([expect.stringMatching(/above the names of the columns (is|are) left out: “/)]);
  });

  test.each([
    ['names with a gap', 'a;;c\nx;y;z\nu;v;w\n', ['a', 'column_2', 'c']],
    ['a first row that does not fit', 'Item;Price\nLamp;POA\nDesk;3.50\nBed;4.25\n', ['Item', 'Price']],
    ['a blank line below the names', 'Item;Price\n\nLamp;POA\nDesk;3.50\n', ['Item', 'Price']],
    ['years', 'Region;2025;2026\nNorth;1.5;2.5\nSouth;3.5;1\n', ['Region', '2025', '2026']],
    [
      'an index without a name',
      ';Item;Price\n1;Lamp;POA\n2;Desk;3.5\n3;Bed;4\n',
      ['column_1', 'Item', 'Price'],
    ],
    ['nothing but text', 'Name;City\nAnn;Rome\nBob;Oslo\n', ['Name', 'City']],
  ])('%s is the header all the same', (_, text, names) => {
    const { columns, notes } = read(text);
    expect(columns.map(({ name }) => name)).toEqual(names);
    const unnamed = names.filter((name) => name.startsWith('column_'));
    expect(notes).toEqual(unnamed.map((name) => `One column has no name, and is called “${name}” here.`));
  });
});

describe('W8 rows that sum up others are no rows', () => {
  const SALES = 'Region;Units;Price\nNorth;3;2.50\nSouth;4;3.50\nWest;8;4.20\n';

  test.each([
    ['among others', 'Name;Town;Age\nAda;Bonn;30\nMax;Ulm;41\nBea;Kiel;12\nTotal;;83\n'],
    ['without another text', 'Name;Age;Pay\nAda;30;4\nMax;41;2\nBea;12;7\nTotal;83;13\n'],
    ['last', 'Name;Town;Age\nAda;Bonn;30\nBea;Kiel;12\nMax;Ulm;41\nTotal;;83\n'],
    ['last, without another text', 'Name;Age;Pay\nAda;30;4\nBea;12;7\nMax;41;2\nTotal;83;13\n'],
  ])('somebody called Max is a row, and the total is known all the same: %s', (_, text) => {
    const { rows, notes } = read(text);
    expect(rows).toHaveLength(3);
    expect(notes).toEqual([expect.stringMatching(/“Total” .*left out/)]);
  });

  test.each([
    ['Total;15;10.20'],
    ['TOTAL:;15;'],
    ['Grand total;15;3.40'],
    ['Summe;15;'],
    ['Average;5;3.4'],
    ['Mean;5;3.40'],
    ['Count;3;3'],
    ['\nTotal;15;'],
    ['Total;;'],
    ['Total 2025;15;10.2'],
  ])('%s', (line) => {
    const { rows, leftOut, notes } = read(`${SALES}${line}\n`);
    expect(rows.map((row) => row.Region)).toEqual(['North', 'South', 'West']);
    expect(leftOut).toEqual([line.trim().split(';')[0]]);
    expect(notes).toEqual([`The row “${leftOut?.[0]}” is left out: it sums up others.`]);
  });

  test('several of them, sub-totals between groups, and a column that only they made text', () => {
    const text =
      'Region;Day;Units\nNorth;2026-01-01;3\nNorth;2026-01-02;4\nNorth total;;7\nSouth;2026-01-01;5\nSouth total;;5\nGrand total;;12\nAverage;;4\n';
    const { rows, columns, leftOut } = read(text);
    expect(rows).toHaveLength(3);
    expect(columns[1]).toEqual({ name: 'Day', type: 'date' });
    expect(leftOut).toEqual(['North total', 'South total', 'Grand total', 'Average']);
    expect(read('Day;Units\n2026-01-01;3\n2026-01-02;4\nTotal;7\n').columns[0]).toEqual({
      name: 'Day',
      type: 'date',
    });
  });

  test('hours and minutes add up as well, and cells that nobody can read yet contradict nothing', () => {
    expect(read('Who;Hours\nAnn;7:30\nBob;8:15\nTotal;15:45\n').leftOut).toEqual(['Total']);
    expect(read('Home;Price;Rooms\na;$473,500;3\nb;POA;4\nTotal;$473,500;7\n').leftOut).toEqual(['Total']);
  });

  test.each([
    ['a name among others', 'Brand;Price\nShell;1.85\nTotal;1.90\nAral;1.80\n', undefined],
    ['figures of their own', `${SALES}Total;99;1\n`, ['Total']],
    ['texts of their own', 'Brand;City;Litres\nShell;Rome;1\nAral;Oslo;2\nTotal;Bonn;3\n', undefined],
    ['the only text there is', 'Word\nsum\ntotal\nother\nmore\nless\n', undefined],
    ['a second price', 'Brand;Price\nShell;1.85\nTotal;1.85\nShell;1.90\nTotal;1.90\nAral;1.70\n', undefined],
  ])('%s: they stay', (_, text, inDoubt) => {
    const { rows, leftOut, inDoubt: found } = read(text);
    expect(leftOut).toBeUndefined();
    expect(found).toEqual(inDoubt);
    expect(rows).toHaveLength(text.trim().split('\n').length - 1);
  });

  test('a last row of sums alone that nobody has called a total', () => {
    const sums = tableOf(csv('sums', 'region,net,qty\nNorth,5,1\nSouth,6,2\n,11,3\n'));
    expect(sums).toMatchObject({ ok: true, value: { leftOut: ['11, 3'] } });
    const other = tableOf(csv('other', 'region,net\nNorth,5\nSouth,6\n,12\n'));
    expect(other.ok && other.value.rows).toHaveLength(3);
    const gaps = tableOf(csv('gaps', 'region,net\n,5\nSouth,6\n,11\n'));
    expect(gaps.ok && gaps.value.rows).toHaveLength(3);
  });

  test('of JSON, too', () => {
    const rows = [
      { region: 'North', units: 3 },
      { region: 'South', units: 5 },
      { region: 'Total', units: 8 },
    ];
    const table = tableOf({ id: 'data', kind: 'json', text: JSON.stringify(rows) });
    expect(table).toMatchObject({ ok: true, value: { rows: rows.slice(0, 2), leftOut: ['Total'] } });
  });
});
