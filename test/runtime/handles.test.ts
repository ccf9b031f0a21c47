import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Json, type JsonObject, reservedAt, type TableHandle } from '#base';
import { replay } from '#kernel';
import {
  bytesOfTable,
  CallError,
  evaluateJsonata,
  madeHandle,
  memoryBlobs,
  nameHandles,
  tablesIn,
} from '#runtime';
import { storable } from '../../src/runtime/storable';
import { at, factAt, hostOf, start } from './notation';

const HASH = 'cd'.repeat(32) as TableHandle['$table']['hash'];
const handle = (): TableHandle => ({
  $table: { hash: HASH, rows: 2, bytes: 10, columns: [{ name: 'a', type: 'number' }] },
});

/** JSON with a reserved key somewhere, whole handles and mere resemblances alike. */
const bringing: fc.Arbitrary<Json> = fc
  .tuple(
    fc.constantFrom<Json>(handle(), { $blob: null }, { $table: 1 }, { $table: {}, b: 1 }),
    fc.array(fc.oneof(fc.constant(null), fc.stringMatching(/^[a-z]{1,4}$/)), { maxLength: 4 }),
  )
  .map(([value, path]) =>
    path.reduce<Json>((inner, key) => (key === null ? [1, inner] : { x: 1, [key]: inner }), value),
  );

const WAITING = `
  in question   out answer
  hear: EVENT_WAIT {events: {ok: go}, resultVariable: answer}
`;

async function codeOf(attempt: () => unknown): Promise<string | undefined> {
  try {
    await attempt();
    return undefined;
  } catch (thrown) {
    return thrown instanceof CallError ? thrown.error.code : String(thrown);
  }
}

describe('V6 a value with a key of handles is refused at every door', () => {
  const runs = { seed: 6, numRuns: 25 };

  it('a tool, a model', async () => {
    await fc.assert(
      fc.asyncProperty(bringing, async (value) => {
        expect(storable(value)).toMatchObject({ ok: false, problem: { code: 'VALUE_RESERVED' } });
        const run = start(hostOf({ work: () => value }), 'a: CAPABILITY work');
        await run.done;
        expect(factAt(run.commits, '/a#1')).toMatchObject({
          type: 'effect.failed',
          error: { code: 'VALUE_RESERVED' },
        });
      }),
      runs,
    );
  });

  it('a person: input, signal, answer, settlement, resume', async () => {
    const run = start(hostOf(), WAITING, { input: { question: 'x' } });
    await run.atRest();
    await fc.assert(
      fc.asyncProperty(bringing, async (value) => {
        expect(await codeOf(() => run.signal('go', value))).toBe('VALUE_RESERVED');
        expect(await codeOf(() => run.answer(at('/hear#1'), value))).toBe('VALUE_RESERVED');
        expect(await codeOf(() => run.resume(value))).toBe('VALUE_RESERVED');
        const settled = run.settle(at('/hear#1'), { kind: 'done', result: value });
        expect(await codeOf(() => settled)).toBe('VALUE_RESERVED');
        const input: JsonObject = { question: value };
        expect(() => start(hostOf(), WAITING, { input })).toThrow('VALUE_RESERVED');
      }),
      runs,
    );
    run.close();
  });

  it('an expression of a TRANSFORM', async () => {
    for (const source of ['{"$table": {"rows": 1}}', '[{"a": {"$blob": 1}}]']) {
      expect(await codeOf(() => evaluateJsonata(source, {}))).toBe('VALUE_RESERVED');
    }
  });

  it('but values without one pass', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(reservedAt(value as Json) === null);
        expect(storable(value).ok).toBe(true);
      }),
      runs,
    );
  });
});

describe('V6 rows that are kept', () => {
  const rows = [{ a: 1 }, { a: 2 }];
  const table = { columns: [{ name: 'a', type: 'number' }], rows };

  it('are written once, however often and at once they are kept', async () => {
    const blobs = memoryBlobs();
    const write = vi.spyOn(blobs, 'write');
    const handles = await Promise.all([tablesIn(blobs).keep(table), tablesIn(blobs).keep(table)]);
    expect(await tablesIn(blobs).keep(table)).toBe(handles[0]);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('K3, case H7 are written again where their bytes have gone since with the run that named them', async () => {
    const blobs = memoryBlobs();
    const { hash } = (await tablesIn(blobs).keep(table)).$table;
    await blobs.remove(hash);
    expect((await tablesIn(blobs).keep(table)).$table.hash).toBe(hash);
    expect(await blobs.has(hash)).toBe(true);
  });

  it('are the same whoever wrote their lines', async () => {
    const here = await tablesIn(memoryBlobs()).keep(table);
    const lines = await bytesOfTable(table);
    const { columns } = table;
    expect(await tablesIn(memoryBlobs()).keep({ columns, count: rows.length, lines })).toEqual(here);
  });
});

describe('V6 a handle that a host made', () => {
  it('crosses steps whole, and what ran with it replays without any bytes (K4)', async () => {
    const host = hostOf({
      make: () => ({ rows: madeHandle(handle()), count: 2 }),
      outside: (input) => input,
    });
    const run = start(
      host,
      `
      in question   out answer
      a: CAPABILITY make {output: {answer: "result.rows"}}
      b: CAPABILITY outside {input: {many: "{{ answer.rows }}"}}
      c: CAPABILITY outside {input: {rows: "{{ answer }}"}, onError: continue}
      a -> b
      b -> c
      `,
      { input: { question: 'x' } },
    );
    await run.done;
    expect(factAt(run.commits, '/b#1')).toMatchObject({ result: { many: 2 } });
    // Nobody outside could ask for its rows.
    expect(factAt(run.commits, '/c#1')).toMatchObject({ error: { code: 'INPUT_TOO_LARGE' } });
    expect(replay(run.commits)).toMatchObject({ ok: true, outputs: { answer: handle() }, effects: 0 });
  });

  it('is passed on by JSONata, which sees what it says of itself', async () => {
    const value = { t: handle() };
    expect(await evaluateJsonata('{"many": t.rows, "names": t.columns.name, "all": t}', value)).toEqual({
      many: 2,
      names: 'a',
      all: handle(),
    });
    expect(await evaluateJsonata('t.hash', value)).toBeNull();
  });

  it('is another value when somebody else writes the same', () => {
    const named = { rows: handle() };
    nameHandles(named);
    expect(storable(named).ok).toBe(true);
    expect(storable(structuredClone(named)).ok).toBe(false);
  });
});
