import { describe, expect, it } from 'vitest';
import type { Workspace } from '#plan';
import { changesBetween } from '../../../src/app/history/workspaceChanges';
import { plan, workspace } from '../../notation/plan';

const before: Workspace = {
  ...workspace([plan('start: START\nsay: CAPABILITY echo\nend: END\nstart -> say -> end')]),
  documents: [{ id: 'sales', name: 'Sales', kind: 'csv', text: 'a' }],
};

const withPlan = (text: string): Workspace => ({ ...before, plans: [plan(text)] });

describe('W6 what changed, in words', () => {
  it('says nothing of what is the same, whatever the order of its keys', () => {
    const turned = before.plans.map((one) => Object.fromEntries(Object.entries(one).toReversed()));
    expect(changesBetween(before, { ...before, plans: turned as never })).toEqual([]);
  });

  it('names what is alone, and counts what is not', () => {
    expect(
      changesBetween(
        before,
        withPlan('start: START\na: TRANSFORM a\nb: TRANSFORM b\nend: END\nstart -> a -> b -> end'),
      ),
    ).toEqual(['“main”: 2 nodes added, “echo” removed, edges redrawn']);
  });

  it('counts what is inside a container for itself', () => {
    const grouped = (text: string) => withPlan(`g: GROUP ASYNC\n  a: TRANSFORM ${text}`);
    expect(changesBetween(grouped('one'), grouped('two'))).toEqual(['“main”: “Transform” changed']);
  });

  it('tells settings and places of a plan apart from its nodes', () => {
    const at = (x: number) => ({ ...before, layout: { main: { say: { x, y: 40 } } } });
    const [main] = before.plans;
    if (main === undefined) throw new Error('there is a plan');
    expect(changesBetween(before, at(20)), 'a first place is none that moved').toEqual([]);
    expect(changesBetween(at(20), at(60))).toEqual(['“main”: moved']);
    expect(changesBetween(before, { ...before, plans: [{ ...main, description: 'New' }] })).toEqual([
      '“main”: settings changed',
    ]);
  });

  it('has a line for the name, for plans, and for each list', () => {
    const after: Workspace = {
      ...before,
      name: 'Other',
      plans: [...before.plans, { ...plan('x: TRANSFORM 1'), id: 'second', name: 'Second' }],
      documents: [],
      prompts: [{ id: 'p', version: 1, text: 'one' }],
      policies: [{ dynamicPlans: 'off' }],
    };
    expect(changesBetween(before, after)).toEqual([
      'renamed to “Other”',
      'plan “Second” added',
      'document “Sales” removed',
      'prompt “p” added',
      'rules of the workspace changed',
    ]);
  });
});
