import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fold, readLedger, reduceLedger, replay, writeLedger } from '#kernel';
import { project } from '#projection';

const FULL = (() => {
  const read = readLedger(readFileSync('test/histories/ask-a-table.ndjson', 'utf8'));
  if (!read.ok) throw new Error('no ledger');
  return read.value;
})();

const HEAD = FULL.at(-1)?.hash;

describe('S2 a ledger with less in it', () => {
  test.each(['plan', 'outputs'] as const)(
    '%s: sealed anew, it is read like any other, and names the full one’s head',
    (detail) => {
      const text = writeLedger(reduceLedger(FULL, detail));
      const read = readLedger(text);
      if (!read.ok) throw new Error(JSON.stringify(read.problem));
      expect(read.value).toHaveLength(FULL.length);
      expect(read.value[0]?.fact).toMatchObject({ reduced: { detail, head: HEAD } });
      expect(text.length).toBeLessThan(writeLedger(FULL).length);
      expect(project(read.value).status).toBe(project(FULL).status);
      expect([...project(read.value).nodes.keys()]).toEqual([...project(FULL).nodes.keys()]);
    },
  );

  test('outputs: what came out stays, what went in does not', () => {
    const kinds = reduceLedger(FULL, 'outputs').flatMap(({ entries }) => entries);
    expect(kinds.findLast(({ kind }) => kind === 'run.completed')).toEqual(
      FULL.flatMap(({ entries }) => entries).findLast(({ kind }) => kind === 'run.completed'),
    );
    expect(kinds.filter((entry) => entry.kind === 'node.started' && entry.data.input !== undefined)).toEqual(
      [],
    );
    expect(
      kinds.filter(
        (entry) =>
          entry.kind === 'command' && 'input' in entry.data.command && entry.data.command.input !== null,
      ),
    ).toEqual([]);
    expect(reduceLedger(FULL, 'outputs')[0]?.fact).toMatchObject({ input: {}, labels: {} });
  });

  test('case A11 plan: no value of the run is left', () => {
    const answer = FULL.flatMap(({ entries }) => entries).flatMap((entry) =>
      entry.kind === 'run.completed' ? Object.values(entry.data.outputs) : [],
    );
    const text = writeLedger(reduceLedger(FULL, 'plan'));
    expect(answer.length).toBeGreaterThan(0);
    for (const value of answer)
      if (typeof value === 'string' && value.length > 8)
        expect(text).not.toContain(JSON.stringify(value).slice(-40, -1));
    expect(text).not.toContain('"rows":[{');
  });

  test('K4 it says that it does not replay, nor go on', () => {
    const reduced = reduceLedger(FULL, 'plan');
    expect(replay(reduced)).toMatchObject({ ok: false, difference: { code: 'LEDGER_REDUCED', seq: 0 } });
    expect(fold(reduced)).toMatchObject({
      ok: false,
      problem: { code: 'LEDGER_REDUCED', help: expect.stringContaining(String(HEAD)) },
    });
  });
});
