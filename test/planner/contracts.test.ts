import { describe, expect, test } from 'vitest';
import { LIMITS } from '#base';
import { type AnyPlanner, asStream, type HTNPlanner, type PlanYield } from '#planner';
import { plannerState } from './plannerState';

async function yieldsOf(planner: AnyPlanner): Promise<readonly PlanYield[]> {
  const yields: PlanYield[] = [];
  for await (const next of asStream(planner, plannerState({ goal: 'x' }))) yields.push(next);
  return yields;
}

const step = (id: string) => ({ type: 'step', step: { id, toolId: 'echo' } }) as const;

describe('P1 any planner becomes a stream of steps, partial reasoning and finish', () => {
  test('a promise of a plan: its steps in order, then finish', async () => {
    const planner: AnyPlanner = { plan: async () => ({ steps: [step('a').step, step('b').step] }) };
    expect(await yieldsOf(planner)).toEqual([step('a'), step('b'), { type: 'finish' }]);
  });

  test('a promise of a map of steps keeps their keys as ids', async () => {
    const planner: AnyPlanner = { plan: async () => ({ nodes: { a: { toolId: 'echo' } }, edges: {} }) };
    expect(await yieldsOf(planner)).toEqual([
      { type: 'step', step: { id: 'a', toolId: 'echo' } },
      { type: 'finish' },
    ]);
  });

  test('a promise of one step, of reasoning, of a finish', async () => {
    expect(await yieldsOf({ plan: async () => ({ ...step('a') }) })).toEqual([step('a')]);
    expect(await yieldsOf({ plan: async () => ({ partialReasoning: 'hm' }) })).toEqual([
      { type: 'reasoning', text: 'hm' },
    ]);
    expect(await yieldsOf({ plan: async () => ({ type: 'finish', result: 3 }) })).toEqual([
      { type: 'finish', result: 3 },
    ]);
    expect(await yieldsOf({ plan: async () => 'no plan at all' })).toEqual([{ type: 'finish' }]);
  });

  test('a stream passes through', async () => {
    const planner: AnyPlanner = {
      async *plan() {
        yield step('a');
        yield { type: 'reasoning', text: 'hm' } as const;
        yield { type: 'finish' } as const;
      },
    };
    expect(await yieldsOf(planner)).toEqual([
      step('a'),
      { type: 'reasoning', text: 'hm' },
      { type: 'finish' },
    ]);
  });

  test('a task network is taken apart depth first, in order', async () => {
    const planner: HTNPlanner = {
      initialTask: async () => ({ kind: 'compound', id: 'all' }),
      decompose: async ({ id }) =>
        id === 'all'
          ? [
              { kind: 'compound', id: 'left' },
              { kind: 'primitive', id: 'c', primitive: step('c').step },
            ]
          : [
              { kind: 'primitive', id: 'a', primitive: step('a').step },
              { kind: 'primitive', id: 'b', primitive: step('b').step },
            ],
    };
    expect(await yieldsOf(planner)).toEqual([step('a'), step('b'), step('c'), { type: 'finish' }]);
  });

  test('T4 a network without end is given up with the number', async () => {
    const endless: HTNPlanner = {
      initialTask: async () => ({ kind: 'compound', id: 'x' }),
      decompose: async () => [{ kind: 'compound', id: 'x' }],
    };
    await expect(yieldsOf(endless)).rejects.toThrow(`more than ${LIMITS.htnNodes} tasks`);
  });

  test('what the planner throws comes through', async () => {
    await expect(yieldsOf({ plan: async () => Promise.reject(new Error('no')) })).rejects.toThrow('no');
  });
});
