import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { type Json, type JsonObject, ROOT } from '#base';
import {
  describeDocuments,
  inputOfFile,
  previewOf,
  reportOf,
  rowsInLines,
  sampleOf,
  shapeOf,
  tableOf,
  workOnRows,
  writtenOf,
} from '#capabilities';
import type { ColumnReading } from '#plan';
import {
  bytesOfTable,
  type CallContext,
  memoryBlobs,
  type ReadDocument,
  type ReadText,
  tablesIn,
} from '#runtime';
import { handleColumns } from '../../../src/capabilities/reading/handleColumns';
import { knownReading, knowReading } from '../../../src/capabilities/reading/knownReadings';
import {
  asked,
  joined,
  partsOf,
  questionsOf,
  readTableAhead,
} from '../../../src/capabilities/reading/tableInWorker';
import { linesOfWritten } from '../../../src/capabilities/reading/writtenLines';
import { load } from '../../../src/capabilities/table/load';

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

test('E8 a sample is the first rows of a large table, and all that is said of it is said of the whole', async () => {
  const about = {
    kind: 'csv',
    text: `id,net\n${Array.from({ length: 3_000 }, (_, at) => `${at},${at}.5\n`).join('')}`,
  } as const;
  const read: ReadDocument = { id: 'read', ...about };
  const table = tableOf(read);
  const report = reportOf(read);
  const written = writtenOf(read);
  if (!table.ok || !report.ok || !written.ok) throw new Error('It is a table.');
  const { rows, columns } = table.value;
  const lines = await bytesOfTable({ columns: handleColumns(columns), rows });
  const shape = { columns, count: rows.length };
  const said = { shape, report: report.value, description: [{ said: 'of the whole' }] };
  for (const content of [
    { rows, written: written.value },
    { lines, written: linesOfWritten(table.value, written.value) },
  ]) {
    const whole: ReadDocument = { id: 'whole', ...about };
    knowReading(whole, { ...said, content });
    const sample = sampleOf(whole);
    expect(tableOf(sample)).toMatchObject({ ok: true, value: { columns, rows: rows.slice(0, 1_000) } });
    expect(describeDocuments([sample]).tables).toEqual(said.description);
    expect(shapeOf(sample)).toEqual(shapeOf(whole));
    expect(sampleOf(whole)).toBe(sample);
  }
  expect(sampleOf(read)).toBe(read);
});

describe('I4 a large table is read in a worker', () => {
  const document: ReadDocument = { id: 'large', kind: 'csv', text: `a\n${'1\n'.repeat(150_000)}` };
  const started: EventTarget[] = [];
  let isTerminated = false;

  class Deaf extends EventTarget {
    constructor() {
      super();
      started.push(this);
    }
    postMessage(): void {}
    terminate(): void {
      isTerminated = true;
    }
  }

  afterEach(() => vi.unstubAllGlobals());

  it('tells how many rows there are, and ends with its worker when it is withdrawn', async () => {
    vi.stubGlobal('Worker', Deaf);
    const withdrawn = new AbortController();
    const told: number[] = [];
    const reading = readTableAhead(document, { signal: withdrawn.signal, rows: (rows) => told.push(rows) });
    started[0]?.dispatchEvent(new MessageEvent('message', { data: { kind: 'rows', count: 150_000 } }));
    withdrawn.abort(new Error('cancelled'));
    await expect(reading).rejects.toThrow('cancelled');
    expect(told).toEqual([150_000]);
    expect(isTerminated).toBe(true);
    expect(knownReading(document)).toBeUndefined();
  });
});

describe('W8 a table that was read in a worker', () => {
  /** As a worker hands it over: its rows as they are, or as text. */
  async function readThere(document: ReadDocument, asText: boolean): Promise<ReadDocument> {
    const [table, report, written] = [tableOf(document), reportOf(document), writtenOf(document)];
    if (!table.ok || !report.ok || !written.ok) throw new Error('a table');
    const { rows, ...about } = table.value;
    const content = asText
      ? {
          lines: await bytesOfTable({ columns: handleColumns(about.columns), rows }),
          written: linesOfWritten(table.value, written.value),
        }
      : { rows, written: written.value };
    const [description] = describeDocuments([document]).tables as readonly JsonObject[];
    const there = { ...document };
    const take = joined();
    for (const part of partsOf({
      shape: { ...about, count: rows.length },
      content,
      report: report.value,
      description: description === undefined ? [] : [description],
    })) {
      const whole = take(structuredClone(part));
      if (whole !== null) knowReading(there, whole);
    }
    return there;
  }

  const WHOLE = DOCUMENTS.slice(0, 3).map(([title, about]) => [title, about, true] as const);
  it.each([...DOCUMENTS.map(([title, about]) => [title, about, false] as const), ...WHOLE])(
    'is the one that is read here: %s, its rows as text: %3$s',
    async (_, about, asText) => {
      const here: ReadDocument = { id: 'here', ...about };
      const there = await readThere(here, asText);
      const [table, written] = [tableOf(here), writtenOf(here)];
      if (!table.ok || !written.ok) throw new Error('a table');
      expect(rowsInLines(there) !== null).toBe(asText);
      expect(knownReading(there)).toBeDefined();
      expect(tableOf(there)).toEqual(table);
      expect(shapeOf(there)).toEqual(shapeOf(here));
      expect(reportOf(there)).toEqual(reportOf(here));
      expect(reportOf(there, (name) => name === 'a')).toEqual(reportOf(here, (name) => name === 'a'));
      expect(describeDocuments([there])).toEqual(describeDocuments([here]));
      const again = writtenOf(there);
      const rows = rowsInLines(there);
      // Of texts, what stands there is the value: it does not cross twice.
      for (const { name } of table.value.columns) {
        const reading: ColumnReading = { name, type: 'number', read: 'decimal-comma' };
        const preview = previewOf(here, reading);
        expect(previewOf(there, reading)).toEqual(preview);
        if (rows !== null) expect(await workOnRows(rows, 'preview', { reading })).toEqual(preview);
      }
      for (const { name, type } of table.value.columns)
        if (type !== 'text')
          for (let row = 0; row < table.value.rows.length; row += 997)
            expect(again.ok && again.value(row, name)).toBe(written.value(row, name));
    },
  );

  it('V6, W8 is loaded, picked from and taken as an input as it is where its rows are', async () => {
    const here: ReadDocument = { id: 'here', kind: 'csv', text: LARGE };
    const there = await readThere(here, true);
    const schema = { type: 'array', items: { properties: { amount: { type: 'number', maximum: 9_000 } } } };
    const outcomes = [here, there].map(async (document) => ({
      all: await loaded(document, {}),
      few: await loaded(document, { columns: ['amount'] }),
      most: await loaded(document, { columns: ['note', 'amount'] }),
      input: await inputOfFile(document, { type: 'array' }, tablesIn(memoryBlobs())),
      unfit: await inputOfFile(document, schema, tablesIn(memoryBlobs())),
    }));
    const [one, other] = await Promise.all(outcomes);
    expect(other).toEqual(one);
    expect(other?.all).toMatchObject({ rows: { $table: { rows: 10_001 } } });
    expect(other?.few).toMatchObject({ rows: expect.any(Array) });
    expect(other?.most).toMatchObject({ rows: { $table: { rows: 10_001 } } });
    expect(other?.unfit).toMatchObject({
      ok: false,
      problem: { message: /1001 of 10001 rows do not fit: row 9001/ },
    });
  });
});

const HERE = { id: 'here', kind: 'csv', text: '' } as const;
const LARGE = `id,amount,note\n${Array.from({ length: 10_001 }, (_, at) => `${at},${at},${'n'.repeat(90)}${at}`).join('\n')}`;

function loaded(document: ReadDocument, input: JsonObject): Promise<Json> {
  const blobs = memoryBlobs();
  const context: CallContext = {
    ...{ runId: 'run', address: ROOT, idempotencyKey: 'run', documents: [HERE] },
    signal: new AbortController().signal,
    tables: tablesIn(blobs),
    readDocument: async () => document,
    models: { list: [], stream: () => [][Symbol.iterator]() as never },
    progress: () => {},
  };
  return Promise.resolve(load.run({ document: 'here', ...input }, context) as Promise<Json>);
}
