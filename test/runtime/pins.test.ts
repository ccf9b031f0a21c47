import { describe, expect, it } from 'vitest';
import type { Pin } from '#kernel';
import { facts, hostOf, start } from './notation';

const WORK = 'a: CAPABILITY work {input: {n: 1}}';

const startWith = (...pins: readonly Pin[]) => start(hostOf({ work: () => 'called' }), WORK, { pins });

describe('D10 pins of a run', () => {
  it('D10 are in its first fact, and what they name is not called', async () => {
    let calls = 0;
    const host = hostOf({ work: () => ++calls });
    const run = start(host, WORK, { pins: [{ node: 'a', output: 'pinned' }] });
    await run.done;
    expect(calls).toBe(0);
    expect(facts(run.commits)).toEqual(['run.started']);
    expect(run.commits[0]?.fact).toMatchObject({ reuse: { pins: [{ node: 'a', output: 'pinned' }] } });
  });

  it('D10 none of them leave no trace in the ledger', async () => {
    const run = startWith();
    await run.done;
    expect(run.commits[0]?.fact).not.toHaveProperty('reuse');
  });

  it('V6 bring no handles, and a condition that cannot be read refuses the run', () => {
    expect(() => startWith({ node: 'a', output: { $table: { rows: 1 } } })).toThrow('VALUE_RESERVED');
    expect(() => startWith({ node: 'a', output: 1, when: 'input.n >' })).toThrow('EXPRESSION_INVALID');
  });
});
