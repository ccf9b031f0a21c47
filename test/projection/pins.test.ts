import { expect, test } from 'vitest';
import type { Pin } from '#kernel';
import { ledgerRows, pinnedSteps, pinnedWords, project } from '#projection';
import { body, plan } from '../notation/plan';
import { startOf, TestRun } from '../notation/run';

const PLAN = plan(`
  var dynamicPlan
  look: CAPABILITY echo {features: [{feature: may}]}
  think: PLANNER rules {execute: inline}
  look -> think
`);
const may = { id: 'may', kind: 'guard', phase: 'pre', capability: 'ask' } as const;

function viewOf(...pins: readonly Pin[]) {
  const run = new TestRun();
  run.feed({ ...startOf(PLAN, { closure: { features: [may] } }), reuse: { pins } });
  return { run, view: project(run.commits) };
}

test('D10 a run says which steps were pinned: planners at their own address, not what only their guards ask', () => {
  const steps = JSON.parse(JSON.stringify(body('a: CAPABILITY echo')));
  const { run, view } = viewOf(
    { capability: 'ask', output: true },
    { node: 'think', output: steps },
    { node: 'look', output: 1 },
  );
  expect(pinnedSteps(view).map(({ address }) => address)).toEqual(['/look', '/think']);
  expect(pinnedWords(view)).toBe('2 steps were pinned');
  expect(pinnedSteps(view)[0]?.status).toBe('succeeded');
  expect(ledgerRows(run.commits).map(({ label }) => label)).toContain('look is pinned: nothing is called');
});

test('D10 a run without pins says nothing', () => {
  const { view } = viewOf({ node: 'else', output: 1 });
  expect(pinnedWords(view)).toBeNull();
});
