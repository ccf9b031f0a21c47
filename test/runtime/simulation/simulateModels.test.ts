import { describe, expect, test } from 'vitest';
import { fails, gives, linesOf, simulated } from '../../notation/simulation';

const DECIDE = `
  in letter = "Hello"   out way
  sort: LLM_DECISION About {{ letter }}? {choices: [sales, help], output: {way: result}, retry: {maxAttempts: 2, initialIntervalMs: 5}}
  buy: CAPABILITY echo
  aid: CAPABILITY echo
  sort.sales -> buy
  sort.help -> aid
`;

describe('H4 nodes that ask models', () => {
  test('H4 LLM_DECISION is one leaf under its own KEY; its output is the choice id', async () => {
    const run = await simulated(DECIDE, { nodes: { sort: [gives(30, 'help')] } });
    expect(run.lines).toEqual([
      '0 /sort running',
      '30 /sort succeeded',
      '30 /buy skipped',
      '30 /aid running',
      '30 /aid succeeded',
    ]);
    expect(run.outputs).toEqual({ way: 'help' });
  });

  test('L9 an output that names no choice fails the attempt with RESULT_INVALID; the next takes the next outcome', async () => {
    const run = await simulated(DECIDE, { nodes: { '/sort': [gives(1, 'cellar'), gives(2, 'sales')] } });
    expect(linesOf(run, '/sort')).toEqual([
      '0 /sort running',
      '1 /sort retrying',
      '6 /sort running',
      '8 /sort succeeded',
    ]);
    const failed = await simulated(DECIDE, {});
    expect(failed.error?.code).toBe('RESULT_INVALID');
  });

  test('H4 an error of the script is its error', async () => {
    const run = await simulated(DECIDE, { nodes: { sort: [fails(1, 'MODEL_DOWN')] } });
    expect([run.status, run.error?.code]).toEqual(['failed', 'MODEL_DOWN']);
  });
});
