import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readLedger } from '#kernel';
import { write } from '#plan';
import { goalRunId } from '#runtime';
import { machine } from '../notation/machine';
import { workspace } from '../notation/plan';
import { eventually } from '../tools/eventually';
import { documentOf, planloom, scratch } from './notation';

const files = scratch();
const ECHO = files.file('echo.planloom.json', documentOf('a: CAPABILITY echo'));
const FAIL = files.file(
  'fail.planloom.json',
  documentOf('a: CAPABILITY table.load {input: {document: none}}'),
);
const WAIT = files.file('wait.planloom.json', documentOf('w: EVENT_WAIT {events: [{id: go, event: go}]}'));

function factsIn(path: string) {
  const ledger = readLedger(readFileSync(path, 'utf8'));
  if (!ledger.ok) throw new Error(JSON.stringify(ledger.problem));
  return ledger.value.map(({ fact }) => fact);
}

describe('planloom run --depends-on', () => {
  it('M4 begins when the run of that ledger has completed; the ledger says both', async () => {
    const [first, second] = [files.path('one.ndjson'), files.path('two.ndjson')];
    await planloom(['run', ECHO, '--ledger', first, '--run-id', 'one']);
    const ran = await planloom(['run', ECHO, '--ledger', second, '--depends-on', first, '--session', 'talk']);
    expect([ran.exit, ran.json.status]).toEqual([0, 'completed']);
    expect(factsIn(second).slice(0, 2)).toMatchObject([
      { dependsOn: ['one'], labels: { sessionId: 'talk' } },
      { type: 'dependency.ended', runId: 'one', status: 'completed' },
    ]);
    expect((await planloom(['replay', second])).json).toMatchObject({ ok: true, effects: 0 });
  });

  it('M4 fails DEPENDENCY_FAILED when that failed', async () => {
    const failed = files.path('failed.ndjson');
    expect((await planloom(['run', FAIL, '--ledger', failed])).exit).toBe(1);
    const ran = await planloom(['run', ECHO, '--depends-on', failed]);
    expect([ran.exit, ran.json.error?.code], ran.stdout).toEqual([1, 'DEPENDENCY_FAILED']);
  });

  it('M4, R23 waits for one that nobody goes on with by its name, with exit code 3; taken up after it, it completes', async () => {
    const [first, second] = [files.path('waiting.ndjson'), files.path('pending.ndjson')];
    await planloom(['run', WAIT, '--ledger', first, '--run-id', 'first']);
    const ran = await planloom(['run', ECHO, '--ledger', second, '--depends-on', first]);
    expect([ran.exit, ran.json.status, ran.json.waiting]).toEqual([
      3,
      'pending',
      [{ address: '', kind: 'run', name: 'first' }],
    ]);
    expect(ran.stderr).toContain('Waiting for run first: it is waiting');
    const blind = await planloom(['run', ECHO, '--resume', second]);
    expect([blind.exit, blind.stderr.includes('name its ledger with --depends-on')]).toEqual([3, true]);
    await planloom(['run', WAIT, '--resume', first, '--signal', 'go=1']);
    const again = await planloom(['run', ECHO, '--resume', second, '--depends-on', first]);
    expect([again.exit, again.json.status]).toEqual([0, 'completed']);
  });

  it('M4 waits as long as another process writes that ledger', async () => {
    const [first, second] = [files.path('going.ndjson'), files.path('after.ndjson')];
    const done = files.path('done.ndjson');
    await planloom(['run', WAIT, '--ledger', first]);
    await planloom(['run', WAIT, '--resume', first, '--ledger', done, '--signal', 'go=1']);
    // This process stands for the one that writes it.
    writeFileSync(`${first}.lock`, String(process.pid));
    const running = planloom(['run', ECHO, '--ledger', second, '--depends-on', first]);
    await eventually(() => expect(factsIn(second)).toHaveLength(1));
    writeFileSync(first, readFileSync(done));
    const ran = await running;
    expect([ran.exit, ran.json.status]).toEqual([0, 'completed']);
  });

  it('H1 what is no ledger, or is its own, is refused', async () => {
    const missing = await planloom(['run', ECHO, '--depends-on', files.path('nowhere.ndjson')]);
    expect([missing.exit, missing.json.diagnostics[0].code]).toEqual([2, 'FILE_MISSING']);
    const none = await planloom(['run', ECHO, '--depends-on', ECHO]);
    expect([none.exit, none.json.ok]).toEqual([2, false]);
    const own = files.path('own.ndjson');
    const same = await planloom(['run', ECHO, '--ledger', own, '--depends-on', own]);
    expect([same.exit, same.json.diagnostics[0].code]).toEqual([2, 'USAGE']);
  });
});

const GOAL = { event: 'research.goal', data: { topic: '{{ topic }}' }, response: 'research.completed' };
const ASKER = machine(
  {
    variables: ['in topic'],
    states: [
      { id: 'asking', action: GOAL, defaultNext: 'told' },
      { id: 'told', type: 'final', output: '{{ results.asking.result }}' },
    ],
  },
  'asker',
);
const RESEARCHER = machine(
  {
    variables: ['in topic'],
    onGoal: 'research.goal',
    states: [
      { id: 'looking', on: [{ event: 'found', target: 'done' }] },
      { id: 'done', isTerminal: true, output: { about: '{{ goal_data.topic }}' } },
    ],
  },
  'researcher',
);
const PAIR = files.file('pair.planloom.json', write(workspace([ASKER, RESEARCHER] as never)));

describe('planloom run with goals', () => {
  it('M3 --goal starts a machine: its data are the input, its response has the correlation', async () => {
    const ledger = files.path('goal.ndjson');
    const goal = {
      event: 'research.goal',
      data: { topic: 'bees' },
      response: 'research.completed',
      correlationId: 'c-1',
    };
    const ran = await planloom([
      ...['run', PAIR, '--plan', 'researcher', '--goal', JSON.stringify(goal), '--parent', 'run-0'],
      ...['--ledger', ledger, '--signal', 'found=1'],
    ]);
    expect([ran.exit, ran.json.outputs]).toEqual([0, { about: 'bees' }]);
    const { data: _data, ...kept } = goal;
    expect(factsIn(ledger)[0]).toMatchObject({ goal: kept, parentRunId: 'run-0', input: { topic: 'bees' } });
    expect(readFileSync(ledger, 'utf8')).toContain('"correlationId":"c-1","data":{"plan_id"');
  });

  it('M3, K6 the run that a goal starts has a ledger beside, is taken up like any, and its answer is found there', async () => {
    const ledger = files.path('asker.ndjson');
    const child = goalRunId('run-a/asking[0]');
    const beside = files.path(`asker.${child}.ndjson`);
    const run = (...more: string[]) => planloom(['run', PAIR, ...more]);
    const asked = await run('--input', '{"topic": "bees"}', '--ledger', ledger, '--run-id', 'run-a');
    expect([asked.exit, asked.json.status]).toEqual([3, 'waiting']);
    expect(asked.stderr).toContain(`is answered by the run ${child} of "researcher"`);
    expect(asked.stderr).toContain(`--resume ${beside}`);
    expect(factsIn(beside)[0]).toMatchObject({ parentRunId: 'run-a', runId: child });
    const answered = await run('--resume', beside, '--signal', 'found=1');
    expect([answered.exit, answered.json.outputs], answered.stderr).toEqual([0, { about: 'bees' }]);
    const told = await run('--resume', ledger);
    expect([told.exit, told.json.outputs], told.stderr).toEqual([0, { about: 'bees' }]);
    expect((await planloom(['replay', ledger])).json).toMatchObject({ ok: true, effects: 0 });
  });

  it('D10 the run that a goal starts has the pins of the first, also where that is taken up before it asks', async () => {
    const first = { id: 'first', on: [{ event: 'go', target: 'asking' }] };
    const asker = machine({ variables: ['in topic'], states: [first, ...ASKER.states] }, 'asker');
    const asks = { event: 'look', response: 'found' };
    const researcher = machine(
      {
        variables: ['in topic'],
        onGoal: 'research.goal',
        responders: [{ id: 'looks', request: 'look', capability: 'echo' }],
        states: [{ id: 'looking', action: asks, defaultNext: 'done' }, ...RESEARCHER.states.slice(1)],
      },
      'researcher',
    );
    const file = files.file('pinned.planloom.json', write(workspace([asker, researcher] as never)));
    const ledger = files.path('pins.ndjson');
    const pin = ['--pin', 'echo={"text": "Mine."}'];
    const run = (...more: string[]) => planloom(['run', file, ...more]);
    const begun = await run('--input', '{"topic": "bees"}', '--ledger', ledger, '--run-id', 'run-p', ...pin);
    expect(begun.exit, begun.stdout).toBe(3);
    const told = await run('--resume', ledger, '--signal', 'go=1');
    expect([told.exit, told.json.status], told.stdout).toEqual([0, 'completed']);
    const beside = files.path(`pins.${goalRunId('run-p/asking[0]')}.ndjson`);
    expect(factsIn(beside)[0]).toMatchObject({ reuse: { pins: [{ capability: 'echo' }] } });
    expect(readFileSync(beside, 'utf8')).toContain('"kind":"served"');
    const atOnce = await run('--input', '{"topic": "ants"}', '--signal', 'go=1', ...pin);
    expect(atOnce.stderr, 'a pin that only the other run has used is not called unused').not.toContain(
      'nothing in this run',
    );
  });

  it('M3 the child goes on where it stands when the asker is taken up: it is started once', async () => {
    const ledger = files.path('again.ndjson');
    const beside = files.path(`again.${goalRunId('run-b/asking[0]')}.ndjson`);
    await planloom(['run', PAIR, '--input', '{"topic": "ants"}', '--ledger', ledger, '--run-id', 'run-b']);
    const before = factsIn(beside).length;
    const again = await planloom(['run', PAIR, '--resume', ledger]);
    expect(again.exit).toBe(3);
    expect(
      factsIn(beside)
        .slice(before)
        .map(({ type }) => type),
    ).toEqual(['run.paused', 'run.resumed']);
  });

  it.each([
    ['no JSON', 'research', 'USAGE'],
    ['no event', '{"response": "a"}', 'USAGE'],
    ['an unknown part', '{"event": "research.goal", "reply": "a"}', 'USAGE'],
    ['data that is no object', '{"event": "research.goal", "data": 7}', 'USAGE'],
    ['the goal of another machine', '{"event": "other.goal"}', 'GOAL_UNKNOWN'],
  ])('H1 a goal with %s is refused', async (_what, goal, code) => {
    const ran = await planloom([
      'run',
      PAIR,
      '--plan',
      'researcher',
      '--goal',
      goal,
      '--input',
      '{"topic": "x"}',
    ]);
    expect(ran.exit).toBe(2);
    if (code !== 'USAGE' || goal.startsWith('{')) expect(ran.json.diagnostics[0].code).toBe(code);
  });

  it('H1 a goal for a capability plan, and a session that is none, are refused', async () => {
    const plan = await planloom(['run', ECHO, '--goal', '{"event": "a"}']);
    expect([plan.exit, plan.json.diagnostics[0].code]).toEqual([2, 'GOAL_UNKNOWN']);
    const session = await planloom(['run', ECHO, '--session', 'two words']);
    expect([session.exit, session.json.diagnostics[0].code]).toEqual([2, 'USAGE']);
  });
});
