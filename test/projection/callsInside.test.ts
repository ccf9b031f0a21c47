import { describe, expect, test } from 'vitest';
import type { Address } from '#base';
import { callerOf, callsMadeBy, costsOf, namesOf, nodeAtAddress, project, timelineOf } from '#projection';
import { ASKING, chooses, says } from '../notation/models';
import { plan } from '../notation/plan';
import { runOf } from '../notation/run';

const DECIDE = plan('sort: LLM_DECISION Which? {name: "Which desk?", choices: [a, b]}');

function decided() {
  const run = runOf(DECIDE, ASKING);
  run.done('/sort/ask-1#1', says('Hm.'), { usage: { inputTokens: 5 } });
  run.done('/sort/repair-2#1', chooses('b'), { usage: { inputTokens: 7, outputTokens: 1 } });
  return project(run.commits);
}

const ASK = '/sort/ask-1' as Address;

describe('K2 calls inside a node that asks models', () => {
  test('D5 are rows of the timeline that say what for and of whom', () => {
    expect(timelineOf(decided()).rows.map(({ title, depth }) => [title, depth])).toEqual([
      ['Which desk?', 0],
      ['Question 1 · Which desk?', 1],
      ['Asked again 2 · Which desk?', 1],
    ]);
  });

  test('K12 what they cost is added up to the node', () => {
    const [sort] = costsOf(decided()).rows;
    expect(sort).toMatchObject({ address: '/sort', total: { calls: 2, inputTokens: 12, outputTokens: 1 } });
  });

  test('are found by their node, and lead to it', () => {
    const view = decided();
    const calls = callsMadeBy(DECIDE.nodes[0] ?? never(), '/sort' as Address, view);
    expect(calls.map(({ record }) => [record.node, record.status])).toEqual([
      ['ask-1', 'succeeded'],
      ['repair-2', 'succeeded'],
    ]);
    expect(callerOf(ASK, view)).toBe('/sort');
    expect(callerOf('/sort' as Address, view)).toBeNull();
  });

  test('are the same node whenever they are looked for; what is none has no node', () => {
    const view = decided();
    expect(nodeAtAddress(ASK, DECIDE, view)).toBe(nodeAtAddress(ASK, DECIDE, view));
    expect(nodeAtAddress('/sort/other-1' as Address, DECIDE, view)).toBeNull();
    expect(namesOf(view)('/sort#2/ask-1' as Address)).toBe('Question 1 · Which desk?');
  });
});

function never(): never {
  throw new Error('a plan without nodes');
}
