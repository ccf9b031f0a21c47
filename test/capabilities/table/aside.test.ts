import { describe, expect, test } from 'vitest';
import { isTableHandle, type Json, type JsonObject, LIMITS, ROOT } from '#base';
import { builtInCapabilities, stepsInWorker, withStepsAside } from '#capabilities';
import { type Blobs, type CallContext, documentReader, memoryBlobs, StorageError, tablesIn } from '#runtime';
import { csv } from '../../notation/calling';
import { DeskInProcess } from '../../notation/deskInProcess';

const ROWS = Array.from({ length: 30_000 }, (_, at): JsonObject => {
  return { id: at, region: ['North', 'south', 'South', null][at % 4] ?? null, amount: (at % 97) / 10 };
});
const COLUMNS = [
  { name: 'id', type: 'number' },
  { name: 'region', type: 'text' },
  { name: 'amount', type: 'number', unit: '€' },
];
const documents = [csv('orders', 'id,region,amount\n1,North,€ 2.50')];

function contextOver(blobs: Blobs, signal = new AbortController().signal): CallContext {
  return {
    ...{ runId: 'run', address: ROOT, idempotencyKey: 'run', signal, documents },
    tables: tablesIn(blobs),
    readDocument: (document) => documentReader().read(document),
    models: {
      list: [],
      stream: () => {
        throw new Error('none');
      },
    },
    progress: () => {},
  };
}

async function aside(blobs: Blobs = memoryBlobs(), start = () => new DeskInProcess()) {
  const handle = await tablesIn(blobs).keep({ columns: COLUMNS, rows: ROWS });
  const desks: DeskInProcess[] = [];
  const steps = stepsInWorker(blobs, () => {
    const desk = start();
    desks.push(desk);
    return desk;
  });
  const capabilities = withStepsAside(builtInCapabilities(), () => steps);
  const work = async (id: string, input: JsonObject, signal?: AbortSignal): Promise<Json> => {
    const result = await capabilities.find(id)?.run(input, contextOver(blobs, signal));
    return result as Json;
  };
  return { handle, desks, work, blobs };
}

describe('V6, I4 steps over tables by reference are worked on in another thread', () => {
  test.each<[string, JsonObject]>([
    ['table.filter', { column: 'region', value: 'SOUTH' }],
    ['table.group', { by: ['region'], aggregates: [{ column: 'amount', function: 'sum' }] }],
    ['table.sort', { by: 'amount', order: 'desc' }],
    ['table.limit', { limit: 3 }],
    ['table.answer', { question: 'all', label: 'orders' }],
  ])('%s gives what it gives here, and no row crosses', async (id, asked) => {
    const { handle, desks, work, blobs } = await aside();
    const here = await builtInCapabilities()
      .find(id)
      ?.run({ ...asked, rows: handle }, contextOver(blobs));
    const there = await work(id, { ...asked, rows: handle });
    expect(there).toEqual(here);
    const outcomes = desks[0]?.sent.filter(({ kind }) => kind === 'outcome') ?? [];
    expect(outcomes).toHaveLength(1);
    expect(JSON.stringify(outcomes).length).toBeLessThan(LIMITS.toolOutputBytes);
  });

  test('rows are read once, whatever is asked of them after that; a result is kept before it is named', async () => {
    const { handle, desks, work, blobs } = await aside();
    const first = await work('table.sort', { rows: handle, by: 'amount' });
    const sorted = (first as JsonObject).rows ?? null;
    if (!isTableHandle(sorted)) throw new Error('no handle');
    expect(await blobs.has(sorted.$table.hash)).toBe(true);
    await work('table.limit', { rows: sorted, limit: 2 });
    await work('table.limit', { rows: handle, limit: 2 });
    expect(desks).toHaveLength(1);
    expect(desks[0]?.reads).toBe(1);
  });

  test('of 200,000 rows none comes to the thread that asks: they are read once, and each answer is a few hundred bytes', async () => {
    const rows = Array.from({ length: 200_000 }, (_, at): JsonObject => {
      return { region: ['North', 'South'][at % 2] ?? '', amount: (at % 97) / 10 };
    });
    const blobs = memoryBlobs();
    const handle = await tablesIn(blobs).keep({ columns: COLUMNS.slice(1), rows });
    const { desks, work } = await aside(blobs);
    for (const name of ['sum', 'average', 'median'])
      await work('table.group', {
        rows: handle,
        by: ['region'],
        aggregates: [{ function: name, column: 'amount' }],
      });
    const [desk] = desks;
    expect(desk?.sent.map(({ kind }) => kind)).toEqual(['read', 'outcome', 'outcome', 'outcome']);
    for (const message of desk?.sent ?? []) expect(JSON.stringify(message).length).toBeLessThan(500);
  });

  test('rows that stand in the input are worked on where they are', async () => {
    const { desks, work } = await aside();
    expect(await work('table.limit', { rows: [{ a: 1 }, { a: 2 }], limit: 1 })).toMatchObject({ count: 1 });
    expect(desks).toHaveLength(0);
  });

  test('T8 what a step refuses is refused with the same words', async () => {
    const { handle, work } = await aside();
    await expect(work('table.sort', { rows: handle, by: 'net' })).rejects.toMatchObject({
      error: { code: 'COLUMN_UNKNOWN', message: 'There is no column "net".' },
    });
  });

  test('V6 a column of the name of a handle makes none', async () => {
    const { handle, work } = await aside();
    const asked = { rows: handle, by: ['region'], aggregates: [{ function: 'count', as: '$table' }] };
    await expect(work('table.group', asked)).rejects.toMatchObject({ error: { code: 'VALUE_RESERVED' } });
  });

  test('K13 rows that are gone are said to be gone', async () => {
    const { handle, work, blobs } = await aside();
    await blobs.remove(handle.$table.hash);
    await expect(work('table.limit', { rows: handle, limit: 1 })).rejects.toMatchObject({
      error: { code: 'TABLE_MISSING' },
    });
  });

  test('what the store refuses is told', async () => {
    const blobs = memoryBlobs();
    const { handle, work } = await aside(blobs);
    blobs.write = async () => {
      throw new StorageError('STORAGE_FULL', 'This browser has no room left.');
    };
    await expect(work('table.sort', { rows: handle, by: 'id' })).rejects.toThrow('no room left');
  });

  test('case F1 a step that was withdrawn is not waited for; its worker ends where it does not', async () => {
    let isDeaf = true;
    const { handle, desks, work } = await aside(memoryBlobs(), () => new DeskInProcess(() => isDeaf));
    const withdrawn = new AbortController();
    const working = work('table.limit', { rows: handle, limit: 1 }, withdrawn.signal);
    const other = work('table.limit', { rows: handle, limit: 2 });
    withdrawn.abort(new Error('withdrawn'));
    await expect(working).rejects.toThrow('withdrawn');
    await expect(other).rejects.toThrow('it did not end what was withdrawn');
    expect(desks[0]?.isTerminated).toBe(true);
    isDeaf = false;
    expect(await work('table.limit', { rows: handle, limit: 2 })).toMatchObject({ count: 2 });
    expect(desks).toHaveLength(2);
  });

  test('a worker that is lost is told, and another one starts with the next step', async () => {
    let isDeaf = true;
    const { handle, desks, work } = await aside(memoryBlobs(), () => new DeskInProcess(() => isDeaf));
    const working = work('table.limit', { rows: handle, limit: 1 });
    await expect.poll(() => desks.length).toBe(1);
    desks[0]?.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
    await expect(working).rejects.toThrow('out of memory');
    isDeaf = false;
    expect(await work('table.limit', { rows: handle, limit: 1 })).toMatchObject({ count: 1 });
  });
});
