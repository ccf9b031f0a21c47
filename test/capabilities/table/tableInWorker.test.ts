import { describe, expect, it, test } from 'vitest';
import { describeDocuments, previewOf, reportOf, tableOf, writtenOf } from '#capabilities';
import type { ColumnReading } from '#plan';
import type { ReadDocument, ReadText } from '#runtime';
import { knownReading, knowReading } from '../../../src/capabilities/table/knownReadings';
import { asked, joined, partsOf, questionsOf } from '../../../src/capabilities/table/tableInWorker';

const CSV = `Orders of the year\n\nid;day;amount;note;__proto__\n${Array.from(
  { length: 9_001 },
  (_, at) => `0${at};${(at % 28) + 1}.12.2025;"1.117,${10 + (at % 80)} €";${at % 5 ? 'n/a' : 'x'};p\n`,
).join('')}Total;;999;;\n`;

const DOCUMENTS: readonly (readonly [string, Omit<ReadText, 'id'>])[] = [
  ['CSV with titles, readings, a total and a column __proto__', { kind: 'csv', name: 'Orders', text: CSV }],
  [
    'a reading that a person chose',
    { kind: 'csv', text: 'a,b\n1,x\ny,2', columns: [{ name: 'a', type: 'number' }] },
  ],
  ['a column of text that is asked about', { kind: 'csv', text: 'net,b\n"1,5",x\n"12,25",y\nPOA,z' }],
  ['JSON with rows of different keys', { kind: 'json', text: '[{"a": "1,5"}, {"b": [1], "a": "2,5"}]' }],
];

test('W8 a sheet is handed to the worker in parts, and is whole there', () => {
  const rows = Array.from({ length: 9_001 }, (_, at) => [`r${at}`, at, null]);
  const sheet: ReadDocument = { id: 'sheet', kind: 'sheet', sheet: { name: 'S', columns: null, rows } };
  const text: ReadDocument = { id: 'text', kind: 'csv', text: 'a\n1' };
  for (const document of [sheet, text]) {
    const take = asked();
    const given = [...questionsOf(document)].map((question) => take(structuredClone(question)));
    expect(given.at(-1)).toEqual(document);
    expect(given.slice(0, -1).every((one) => one === null)).toBe(true);
  }
  expect([...questionsOf(sheet)].length).toBeGreaterThan(2);
});

describe('W8 a table that was read in a worker', () => {
  it.each(DOCUMENTS)('is the one that is read here: %s', (_, about) => {
    const here: ReadDocument = { id: 'here', ...about };
    const there: ReadDocument = { id: 'here', ...about };
    const [table, report, written] = [tableOf(here), reportOf(here), writtenOf(here)];
    if (!table.ok || !report.ok || !written.ok) throw new Error('a table');
    const description = describeDocuments([here]).tables as never;
    const reading = { table: table.value, report: report.value, written: written.value, description };
    const take = joined();
    for (const part of partsOf(reading)) {
      const whole = take(structuredClone(part));
      if (whole !== null) knowReading(there, whole);
    }
    expect(knownReading(there)).toBeDefined();
    expect(tableOf(there)).toEqual(table);
    expect(reportOf(there)).toEqual(report);
    expect(reportOf(there, (name) => name === 'a')).toEqual(reportOf(here, (name) => name === 'a'));
    expect(describeDocuments([there])).toEqual(describeDocuments([here]));
    const again = writtenOf(there);
    // Of texts, what stands there is the value: it does not cross twice.
    for (const { name } of table.value.columns) {
      const otherwise: ColumnReading = { name, type: 'number', read: 'decimal-comma' };
      expect(previewOf(there, otherwise)).toEqual(previewOf(here, otherwise));
    }
    for (const { name, type } of table.value.columns)
      if (type !== 'text')
        for (let row = 0; row < table.value.rows.length; row += 997)
          expect(again.ok && again.value(row, name)).toBe(written.value(row, name));
  });
});
