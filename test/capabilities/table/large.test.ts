import { describe, expect, test } from 'vitest';
import { type Hash, hashText, isJsonObject, isTableHandle, type Json, LIMITS } from '#base';
import { linesOf, memoryBlobs, tablesIn } from '#runtime';
import { call, csv, failureOf } from '../../notation/calling';

const ROWS = 12_000;
const REGIONS = ['North', 'South', 'East', 'west', 'West', ''];

function ordersCsv(): string {
  const lines = ['id,day,region,amount,note'];
  for (let id = 1; id <= ROWS; id++) {
    const day = `2026-0${1 + (id % 9)}-1${id % 10}`;
    const region = REGIONS[(id * 7_919) % REGIONS.length] ?? '';
    const amount = (((id * 104_729) % 100_003) / 100).toFixed(2);
    lines.push(`${id},${day},${region},${amount},"note, ${id} ""quoted"" – é"`);
  }
  return lines.join('\n');
}

const documents = [csv('orders', ordersCsv())];

async function rowsOf(result: Json, blobs = memoryBlobs()): Promise<Json> {
  const rows = isJsonObject(result) ? result.rows : undefined;
  return isTableHandle(rows) ? [...(await tablesIn(blobs).read(rows)).rows] : (rows ?? null);
}

describe('V6 table.* over tables of any size', () => {
  test('rows above the limit are handed on by reference, and the hash is that of their lines', async () => {
    const blobs = memoryBlobs();
    const loaded = await call('table.load', { document: 'orders' }, { documents, blobs });
    const rows = isJsonObject(loaded) ? loaded.rows : undefined;
    if (!isTableHandle(rows)) throw new Error('no handle');
    expect(rows.$table.rows).toBe(ROWS);
    expect(rows.$table.columns).toEqual([
      { name: 'id', type: 'number' },
      { name: 'day', type: 'date' },
      { name: 'region', type: 'text' },
      { name: 'amount', type: 'number' },
      { name: 'note', type: 'text' },
    ]);
    const bytes = await blobs.read(rows.$table.hash);
    const text = new TextDecoder().decode(bytes ?? new Uint8Array());
    expect(hashText(text)).toBe(rows.$table.hash);
    expect(rows.$table.bytes).toBe(bytes?.length);
    expect(text.split('\n')[1]).toMatch(/^\[1,"2026-02-11",/);
    const read = await tablesIn(memoryBlobsOf(bytes)).read(rows);
    expect([...linesOf(read)].join('')).toBe(text);
    const again = await call('table.load', { document: 'orders' }, { documents, blobs: memoryBlobs() });
    expect(again).toEqual(loaded);
  });

  test.each<[string, { readonly [key: string]: Json }]>([
    ['table.filter', { column: 'region', value: 'west' }],
    ['table.filter', { column: 'amount', operator: '>', value: 990 }],
    ['table.group', { by: ['region'], aggregates: [{ column: 'amount', function: 'sum' }] }],
    ['table.aggregate', { function: 'average', column: 'amount' }],
    ['table.sort', { by: 'amount', order: 'desc' }],
    ['table.limit', { limit: 3 }],
    ['table.period', { column: 'day', period: 'quarter' }],
    ['table.top', { by: ['region'], limit: 2 }],
    ['table.answer', { question: 'all' }],
  ])('%s gives the same by reference as over the rows themselves: %j', async (id, asked) => {
    const blobs = memoryBlobs();
    const loaded = await call('table.load', { document: 'orders' }, { documents, blobs });
    const handle = isJsonObject(loaded) ? (loaded.rows ?? null) : null;
    const large = await call(id, { ...asked, rows: handle }, { documents, blobs });
    const kept = isTableHandle(handle) ? [...(await tablesIn(blobs).read(handle)).rows] : [];
    const small = await call(id, { ...asked, rows: kept }, { documents, blobs });
    expect(large).toEqual(small);
    expect(await rowsOf(large, blobs)).toEqual(await rowsOf(small, blobs));
  });

  test('the switch is the size, not the host: a byte less and the rows are inline', async () => {
    const rows = [{ text: 'x'.repeat(LIMITS.toolOutputBytes - 100) }];
    const blobs = memoryBlobs();
    expect(await call('table.limit', { rows, limit: 1 }, { blobs })).toMatchObject({ rows });
    const wide = [...rows, ...rows];
    expect(await call('table.limit', { rows: wide, limit: 2 }, { blobs })).toMatchObject({
      rows: { $table: { rows: 2 } },
    });
  });

  test('T8 rows that are not here any more are told', async () => {
    const loaded = await call('table.load', { document: 'orders' }, { documents, blobs: memoryBlobs() });
    const rows = isJsonObject(loaded) ? (loaded.rows ?? null) : null;
    const error = await failureOf('table.limit', { rows, limit: 1 }, { blobs: memoryBlobs() });
    expect(error).toMatchObject({ code: 'TABLE_MISSING', message: expect.stringContaining(`${ROWS} rows`) });
  });
});

function memoryBlobsOf(bytes: Uint8Array<ArrayBuffer> | null) {
  return { ...memoryBlobs(), read: async (_: Hash) => bytes };
}
