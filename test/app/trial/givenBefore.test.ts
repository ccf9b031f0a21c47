import { expect, test } from 'vitest';
import type { Address } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { findNode } from '#plan';
import { project } from '#projection';
import { startRun, type TrialIn, trialIn } from '#runtime';
import { givenBefore } from '../../../src/app/trial/tryNode';
import { plan, workspace } from '../../notation/plan';
import { hostOf } from '../../runtime/notation';

const MAIN = plan(`
  in region: string
  var count: integer = 3
  one: CAPABILITY echo {input: {of: "{{ region }}", most: 5}, output: {count: "7"}}
  two: FILL_TEMPLATE {{ region }} {{ count }}
  three: CAPABILITY echo {input: {of: "{{ count }}"}, output: {count: "9"}}
  one -> two -> three
`);

function trialOf(id: string): TrialIn {
  const node = findNode(MAIN, id)?.node;
  const trial = node && trialIn(workspace([MAIN]), BUILT_IN_CATALOGUE, MAIN, node);
  if (!trial?.ok) throw new Error(trial?.problem ?? 'no node');
  return trial.value;
}

async function ran() {
  const run = startRun(hostOf(), { workspace: workspace([MAIN]), plan: 'main', input: { region: 'West' } });
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  await run.value.done;
  const { commits } = run.value;
  return (address: string) => ({ view: project(commits), commits, address: address as Address });
}

test('D1 a trial begins with what the step was given in the run that is shown, as it was when it began', async () => {
  const before = await ran();
  expect(givenBefore(trialOf('one'), undefined, before('/one#1'))).toEqual({
    input: { of: 'West', most: 5 },
  });
  expect(givenBefore(trialOf('two'), undefined, before('/two'))).toEqual({ region: 'West', count: 7 });
});

test('D1 without a run it begins with what the plan says by itself', () => {
  const written = findNode(MAIN, 'one')?.node.input;
  expect(givenBefore(trialOf('one'), written, null)).toEqual({ input: { most: 5 } });
  expect(givenBefore(trialOf('two'), undefined, null)).toEqual({ count: null });
});

test('V6 a table that the run keeps apart is none that can be typed', async () => {
  const before = (await ran())('/one#1');
  const record = before.view.nodes.get('/one' as Address);
  if (record === undefined) throw new Error('it did not run');
  const input = { of: { $table: { hash: 'x', rows: 1, bytes: 1, columns: [] } }, most: 2 };
  const nodes = new Map(before.view.nodes).set('/one' as Address, { ...record, input });
  expect(givenBefore(trialOf('one'), undefined, { ...before, view: { ...before.view, nodes } })).toEqual({
    input: { most: 2 },
  });
});
