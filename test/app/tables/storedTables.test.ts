import { describe, expect, it } from 'vitest';
import { bytesOfTable, memoryBlobs } from '#runtime';
import { columnsOfTable, type TableQuery, tableInMemory, WHOLE_TABLE } from '#tables';
import { answerMarkdown, splitOutputs } from '../../../src/app/run/AnswerSources';

import { StoredTables } from '../../../src/app/tables/stored/storedTables';
import { type TableContent, TableDesk } from '../../../src/app/tables/stored/tableDesk';
import { handleOf, keptLoans, loans } from './handles';

const BY_FEE: TableQuery = {
  search: 'a',
  filters: [{ column: 'fee', test: { kind: 'between', from: 5, to: null, open: true } }],
  order: { column: 'fee', descending: true },
};

/** A desk whose questions cross a thread: nothing in them is the same object twice. */
class FarDesk extends TableDesk {
  readonly held: string[] = [];
  override hold(hash: string, content: TableContent): void {
    this.held.push(hash);
    super.hold(hash, content);
  }
  override async answer(hash: string, question: Parameters<TableDesk['answer']>[1]) {
    return structuredClone(await super.answer(hash, structuredClone(question)));
  }
}

describe('V6 a table by reference as views see it', () => {
  it('answers as the same rows in memory do', async () => {
    const { blobs, handle } = await keptLoans(1_000);
    const stored = await new StoredTables(blobs, () => new FarDesk()).open(handle);
    const { columns, rows } = loans(1_000);
    const here = tableInMemory(
      columnsOfTable({
        columns: [
          { name: 'clerk', type: 'text' },
          { name: 'fee', type: 'number', unit: 'EUR' },
        ],
        rows,
      }),
      rows,
    );
    expect(stored?.columns).toEqual(here.columns);
    expect(stored?.columns.map(({ name }) => name)).toEqual(columns.map(({ name }) => name));
    for (const query of [WHOLE_TABLE, BY_FEE]) {
      expect(await stored?.count(query)).toBe(here.count(query));
      expect(await stored?.rows(query, 3, 40)).toEqual(here.rows(query, 3, 40));
      expect(await stored?.statistics(query, 'fee')).toEqual(here.statistics(query, 'fee'));
    }
    const file = await stored?.file(BY_FEE, 'csv');
    expect(file?.ok && (await file.value.text()).split('\r\n').length).toBe(Number(here.count(BY_FEE)) + 1);
  });

  it('lines that cannot be read are told to whoever asks for the table', async () => {
    const { blobs, handle } = await keptLoans(3);
    const hash = await blobs.write(new TextEncoder().encode('no lines of a table'));
    const broken = { $table: { ...handle.$table, hash } };
    const desk = new FarDesk();
    const tables = new StoredTables(blobs, () => desk);
    const why = await tables.open(broken).catch((thrown: unknown) => String(thrown));
    expect(why).toMatch(/Error/);
    expect(why).not.toContain('not held');
    expect(desk.held).toEqual([hash]);
  });

  it('is read once, whatever is asked at once; of many the oldest are forgotten, and read again', async () => {
    const { blobs, handle } = await keptLoans(10);
    const large = { $table: { ...handle.$table, bytes: 100_000_000 } };
    const other = await keptLoans(20);
    const hash = await blobs.write((await other.blobs.read(other.handle.$table.hash)) ?? new Uint8Array());
    const another = { $table: { ...other.handle.$table, hash, bytes: 100_000_000 } };
    const desk = new FarDesk();
    const tables = new StoredTables(blobs, () => desk);
    const [one] = await Promise.all([tables.open(large), tables.open(large)]);
    expect(desk.held).toHaveLength(1);
    await tables.open(another);
    expect(await one?.count(WHOLE_TABLE)).toBe(10);
    expect(desk.held).toEqual([large.$table.hash, hash, large.$table.hash]);
  });

  it('whose rows are not here is none, and is there as soon as they came', async () => {
    const { blobs, handle } = await keptLoans(3);
    const lines = await blobs.read(handle.$table.hash);
    await blobs.remove(handle.$table.hash);
    const tables = new StoredTables(blobs, () => new FarDesk());
    expect(await tables.open(handle)).toBeNull();
    await blobs.write(lines ?? new Uint8Array());
    expect(await (await tables.open(handle))?.count(WHOLE_TABLE)).toBe(3);
  });

  it('rows that the page has as text are opened and read again as those of a store, with what was written', async () => {
    const { columns, rows } = loans(2);
    const lines = await bytesOfTable({ columns, rows });
    const written = new TextEncoder().encode('["fee"]\n["5,00"]\n[null]\n');
    const ends: (() => void)[] = [];
    const tables = new StoredTables(memoryBlobs(), (ended) => {
      ends.push(ended);
      return new FarDesk();
    });
    const table = await tables.openRows({ lines, written });
    const places = table?.columns.map(({ name }) => (name === 'fee' ? '5,00' : null));
    for (const _ of ['at first', 'by another worker']) {
      const [first, second] = (await table?.rows(WHOLE_TABLE, 0, 2)) ?? [];
      expect(first?.written).toEqual(places);
      expect(second?.written).toEqual(places?.map(() => null));
      ends.at(-1)?.();
    }
    expect(ends).toHaveLength(2);
  });

  it('is read by another worker when its own was lost', async () => {
    const { blobs, handle } = await keptLoans(3);
    const ends: (() => void)[] = [];
    const tables = new StoredTables(blobs, (ended) => {
      ends.push(ended);
      return new FarDesk();
    });
    const table = await tables.open(handle);
    ends[0]?.();
    expect(await table?.count(WHOLE_TABLE)).toBe(3);
    expect(ends).toHaveLength(2);
  });

  it('nobody is told what he no longer asks for', async () => {
    const { blobs, handle } = await keptLoans(3);
    const table = await new StoredTables(blobs, () => new FarDesk()).open(handle);
    const left = AbortSignal.abort(new Error('left'));
    await expect(table?.rows(WHOLE_TABLE, 0, 1, left)).rejects.toThrow('left');
  });
});

describe('V6 an answer as Markdown', () => {
  it('has the first rows of its tables, and says how many more there are', async () => {
    const { blobs, handle } = await keptLoans(25);
    const tables = new StoredTables(blobs, () => new FarDesk());
    const text = await answerMarkdown(
      splitOutputs({ answer: 'Done.', loans: handle, few: [{ a: 1 }] }),
      tables,
    );
    expect(text).toContain('Done.\n\n## loans\n\n| clerk | fee |');
    expect(text.match(/\| (Mara|Tove|Ilse) \|/g)).toHaveLength(20);
    expect(text).toContain('… and 5 more rows.');
    expect(text).toContain('## few\n\n| a |\n| ---: |\n| 1 |');
  });

  it('says which rows are not here', async () => {
    const { blobs } = await keptLoans(1);
    const tables = new StoredTables(blobs, () => new FarDesk());
    const text = await answerMarkdown(splitOutputs({ one: handleOf(7), two: { a: 1 } }), tables);
    expect(text).toContain('7 rows of clerk, not in this browser.');
    expect(text).toContain('```json');
  });
});
