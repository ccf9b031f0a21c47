import { expect, it } from 'vitest';
import type { AttachedRun } from '#editor';
import type { Commit } from '#kernel';
import { namesOf, project } from '#projection';
import { foreseeFork, forkOf, startRun } from '#runtime';
import { readersOf } from '../../../src/app/run/ForkPanel';
import {
  editsOf,
  firstValue,
  forkName,
  forkSubjects,
  formOf,
  variablesIn,
  wordsOfValue,
} from '../../../src/app/run/fork';

import { canFork } from '../../../src/app/run/waysOn';
import { plan, workspace } from '../../notation/plan';
import { simulated } from '../../notation/simulation';
import { at, hostOf, start } from '../../runtime/notation';

const ROWS = { type: 'object', properties: { rows: { type: 'integer' } } } as const;
const SALES = `
  var region: string = "East"   var note
  load: CAPABILITY load {name: "Load sales"}
  ask: HUMAN_INPUT {name: "Which region", message: "Which?"}
  keep: CAPABILITY send {name: "Keep region", input: {of: "{{ region }}"}}
  choose: IF region == "East"
  end: CAPABILITY load {name: "End"}
  load -> ask -> keep -> choose
  choose.then -> end
`;

async function ran() {
  const works = { load: () => ({ rows: 3 }), send: () => 'sent' };
  const host = hostOf(works, {}, { load: { effect: 'read', output: ROWS }, send: { effect: 'write' } });
  const handle = start(host, SALES);
  await handle.atRest();
  await handle.answer(at('/ask'), 'fine');
  await handle.done;
  return { run: attached(handle.commits), host };
}

function attached(commits: readonly Commit[]): AttachedRun {
  return { runId: 'run-1', planId: 'main', commits, live: project(commits), hosted: false };
}

it('D3 what can be changed at a position: its variables, and what had answered by then, the last first', async () => {
  const { run } = await ran();
  const around = workspace([plan(SALES)]);
  const subjects = forkSubjects(project(run.commits, 3), run.commits, around);
  expect(subjects).toMatchObject([
    { kind: 'variable', id: 'region', schema: { type: 'string', title: 'region' }, value: 'East' },
    { kind: 'variable', id: 'note', value: undefined },
    { kind: 'output', id: '/ask', title: 'Which region', value: 'fine' },
    { kind: 'output', id: '/load', title: 'Load sales', schema: ROWS, value: { rows: 3 } },
    { kind: 'input', id: 'input:/keep', title: 'Input of Keep region', value: { of: 'East' } },
  ]);
  expect(forkSubjects(project(run.commits, 1), run.commits, around).map(({ id }) => id)).toEqual([
    'region',
    'note',
    'input:/keep',
  ]);
});

it('D3 prompts of steps that are not over, and their models where there is another one', async () => {
  const asking = plan(`
    var note = "n"
    first: CAPABILITY model.generate {name: "First", input: {prompt: "One"}}
    then: CAPABILITY model.generate {name: "Then", input: {prompt: "Two {{ note }}", model: "large"}}
    first -> then
  `);
  const host = hostOf({ 'model.generate': () => ({ text: 'Fine.' }) }, {}, { 'model.generate': {} });
  const models = ['small', 'large'].map((id) => ({ id, connection: 'one', model: `${id}-1` }));
  const around = { ...workspace([asking]), models };
  const started = startRun(host, { workspace: around, plan: 'main', input: {} });
  if (!started.ok) throw new Error(JSON.stringify(started.problem));
  await started.value.done;
  const { commits } = started.value;
  const subjects = (count: number, workspace: typeof around) =>
    forkSubjects(project(commits, count), commits, workspace).filter(({ kind }) => /prompt|model/.test(kind));
  expect(subjects(2, around)).toMatchObject([
    { id: 'prompt:/then', title: 'Prompt of Then', value: 'Two {{ note }}', schema: { format: 'multiline' } },
    { id: 'model:/then', title: 'Model of Then', value: 'large', schema: { enum: ['small', 'large'] } },
  ]);
  expect(subjects(2, around).map(wordsOfValue)).toEqual(['"Two {{ note }}"', 'large-1']);
  expect(subjects(1, around).map(({ id, value }) => [id, value])).toEqual([
    ['prompt:/first', 'One'],
    ['model:/first', 'small'],
    ['prompt:/then', 'Two {{ note }}'],
    ['model:/then', 'large'],
  ]);
  expect(subjects(2, { ...around, models: models.slice(0, 1) }).map(({ id }) => id)).toEqual([
    'prompt:/then',
  ]);
});

it('D3 a step that a planner made has its prompt and its model there, where its plan is open', async () => {
  const steps = {
    nodes: [
      {
        ...{ id: 'say', type: 'CAPABILITY', name: 'Say it', input: { prompt: 'Say.' } },
        params: { capability: 'model.generate' },
      },
    ],
    edges: [],
  };
  const works = { propose: () => steps, 'model.generate': () => ({ text: 'Fine.' }) };
  const host = hostOf(works, {}, { 'model.generate': {}, propose: {} });
  const handle = start(
    host,
    `
    var dynamicPlan
    think: PLANNER {planner: {flavour: capability, use: propose}, goal: "x"}
    do: PLAN_EXECUTOR {approve: never}
    think -> do
    `,
  );
  await handle.done;
  const { commits } = handle;
  const prompts = (count: number) =>
    forkSubjects(project(commits, count), commits, workspace([plan('a: CAPABILITY echo')])).filter(
      ({ kind }) => kind === 'prompt',
    );
  expect(prompts(1)).toEqual([]);
  expect(prompts(2)).toMatchObject([{ id: 'prompt:/do@1/say', title: 'Prompt of Say it', value: 'Say.' }]);
});

it('D3 changes become what the run takes, each where it belongs', () => {
  const changes = [
    { subject: 'region', value: 'West' },
    { subject: '/load', value: { rows: 1 } },
    { subject: 'input:/keep', value: { of: 'X' } },
    { subject: 'prompt:/each/write', value: 'Short' },
    { subject: 'model:/each/write', value: 'large' },
    { subject: 'note', value: undefined },
  ];
  expect(editsOf(changes)).toEqual({
    set: { region: 'West' },
    outputs: [{ address: '/load', output: { rows: 1 } }],
    inputs: [{ address: '/keep', input: { of: 'X' } }],
    prompts: [{ step: '/each/write', text: 'Short' }],
    models: [{ step: '/each/write', model: 'large' }],
  });
  expect(variablesIn(changes)).toEqual(['region', 'note']);
});

it('D3 the changes are one form; a table of the run is none that can be typed', () => {
  const subject = { kind: 'variable', id: 'region', title: 'region', schema: { type: 'string' } } as const;
  const table = {
    $table: { hash: '0'.repeat(64), rows: 2, bytes: 9, columns: [{ name: 'a', type: 'text' }] },
  };
  expect(firstValue({ ...subject, value: 'East' })).toBe('East');
  expect(firstValue({ ...subject, value: table })).toBeUndefined();
  const changes = [
    { subject: 'region', value: 'West' },
    { subject: '/gone', value: undefined },
  ];
  expect(formOf([{ ...subject, value: 'East' }], changes)).toEqual({
    schema: {
      type: 'object',
      properties: { region: { type: 'string' }, '/gone': { title: '/gone' } },
      required: ['region', '/gone'],
    },
    value: { region: 'West' },
  });
});

it('D3 a fork is called after what it changes', async () => {
  const { run } = await ran();
  const nameOf = namesOf(run.live);
  const named = (changes: Parameters<typeof forkName>[0]['changes']) =>
    forkName({ runId: 'run-1', at: 3, changes, definition: null }, nameOf);
  expect(named([])).toBe('Again from 3');
  expect(named([{ subject: 'region', value: 'West' }])).toBe('region = “West”');
  expect(
    named([
      { subject: '/load', value: { text: 'None' } },
      { subject: 'note', value: 7 },
    ]),
  ).toBe('Load sales = “None”, note = 7');
  expect(named([{ subject: 'prompt:/keep', value: 'Be brief.' }])).toBe(
    'prompt of Keep region = “Be brief.”',
  );
  expect(forkName({ runId: 'run-1', at: 3, changes: [], definition: null }, nameOf, true)).toBe(
    'Edited plan from 3',
  );
});

it('D3 says which steps after the point read a changed variable', async () => {
  const { run, host } = await ran();
  const branch = forkOf(run.commits, workspace([plan(SALES)]), 'current', 3);
  if (!branch.ok) throw new Error(JSON.stringify(branch.problem));
  const foreseen = foreseeFork(branch.value, run.commits, host.capabilities);
  if (!foreseen.ok) throw new Error(JSON.stringify(foreseen.problem));
  expect(readersOf('region', run, 3, foreseen.value)).toEqual(['Keep region', 'If']);
  expect(readersOf('note', run, 3, foreseen.value)).toEqual([]);
});

it('D3 H4 what was simulated, or handed on in part, cannot be forked', async () => {
  const { run } = await ran();
  expect(canFork(run)).toBe(true);
  const { ledger } = await simulated('a: CAPABILITY echo');
  expect(canFork(attached(ledger))).toBe(false);
  const { started } = run.live;
  if (started === null) throw new Error('not started');
  const reduced = { ...started, reduced: { detail: 'plan', head: started.planHash } } as const;
  expect(canFork({ ...run, live: { ...run.live, started: reduced } })).toBe(false);
});
