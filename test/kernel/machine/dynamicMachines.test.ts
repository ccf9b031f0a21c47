import { describe, expect, test } from 'vitest';
import { canonicalJson } from '#base';
import { recordOf } from '#kernel';
import type { StateMachinePlan } from '#plan';
import { machine } from '../../notation/machine';
import { plan } from '../../notation/plan';
import { type RunSetup, TestRun, tool } from '../../notation/run';
import { begun, holdToTheLaws } from './lawful';

holdToTheLaws();

/** Looks, and asks for more where nothing was found. */
const MADE = machine(
  {
    variables: ['out answer'],
    initial: 'looking',
    responders: [{ id: 'look', request: 'look', capability: 'look' }],
    states: [
      {
        id: 'looking',
        action: {
          event: 'look',
          response: 'look.done',
          data: { query: '{{ goal_data.goal }} {{ goal_data.topic }}' },
        },
        on: [
          {
            event: 'look.done',
            target: 'done',
            when: 'event.data.found > 0',
            actions: [{ type: 'assign', values: { answer: 'event.data.text' } }],
          },
          { event: 'look.done', target: 'waiting' },
          { event: 'look.failed', target: 'failed' },
        ],
      },
      { id: 'waiting', on: [{ event: 'more', target: 'looking' }] },
      { id: 'done', isTerminal: true },
      { id: 'failed', isTerminal: true, outcome: 'failed' },
    ],
  },
  'research',
);

const AROUND = plan(`
  in topic: string
  var dynamicPlan   out answer
  think: PLANNER state-machine {goal: "Find out"}
  do: PLAN_EXECUTOR {approve: never}
  think -> do
`);

function proposed(made: StateMachinePlan = MADE, setup: RunSetup = {}) {
  const run = begun(AROUND, {
    input: { topic: 'tides' },
    closure: { capabilities: [tool('look', 'read'), tool('other')] },
    ...setup,
  });
  run.proposesMachine('/think!1', made);
  return run;
}

describe('a machine that a planner made', () => {
  test('M5, V5 it lies in the variable as the machine that it is, and runs as the one step of its executor (K11)', () => {
    const run = proposed();
    expect(run.state?.variables.get('dynamicPlan')).toEqual(
      JSON.parse(canonicalJson(JSON.parse(JSON.stringify(MADE)))),
    );
    expect(run.lines.slice(2)).toEqual([
      'start /do',
      'open /do@1',
      'start /do@1/research {"topic":"tides","goal":"Find out"}',
      'in /do@1/research/looking[0]',
      'published /do@1/research/looking[0] look {"query":"Find out tides"}',
      'listen /do@1/research/looking[0]!on-0 look.done look.failed',
      'start /do@1/research/looking[0]#1 {"query":"Find out tides"}',
      'call /do@1/research/looking[0]#1 look',
    ]);
  });

  test('R13, M3 what it gives under the name of a variable around it is written there when it is done', () => {
    const run = proposed();
    const lines = run.done('/do@1/research/looking[0]#1', { found: 1, text: 'Twice a day.' });
    expect(lines).toContain('set /do@1/research answer "Twice a day."');
    expect(lines.at(-1)).toBe('completed {"answer":"Twice a day."}');
  });

  test('R21 its value is what was called last in it, with its outputs over that', () => {
    const run = proposed();
    const lines = run.done('/do@1/research/looking[0]#1', { found: 1, text: 'Twice.', answer: 'no' });
    expect(lines).toContain('ok /do {"answer":"Twice.","found":1,"text":"Twice."}');
    const bare = machine(
      {
        responders: [{ id: 'look', request: 'look', capability: 'look' }],
        states: [
          { id: 'looking', action: { event: 'look', response: 'look.done' }, defaultNext: 'done' },
          { id: 'done', isTerminal: true },
        ],
      },
      'research',
    );
    expect(proposed(bare).done('/do@1/research/looking[0]#1', { found: 2 })).toContain('ok /do {"found":2}');
  });

  test('M2, K11 an event from outside leads it on, in its second round under another address', () => {
    const run = proposed();
    run.done('/do@1/research/looking[0]#1', { found: 0 });
    expect(run.status).toBe('waiting');
    expect(run.signal('more')).toContain('call /do@1/research/looking[1]#1 look');
    expect(run.done('/do@1/research/looking[1]#1', { found: 3, text: 'Yes.' }).at(-1)).toBe(
      'completed {"answer":"Yes."}',
    );
  });

  test('M3, R8 one that ends as a failure fails its executor', () => {
    const run = proposed();
    expect(run.fails('/do@1/research/looking[0]#1').at(-1)).toBe('failed OUTCOME_FAILED');
  });

  test('R17 cancelling the run cancels what goes on in it', () => {
    const run = proposed();
    expect(run.cancel()).toContain('withdraw /do@1/research/looking[0]#1');
    expect(run.status).toBe('cancelled');
  });

  const capabilities = [tool('look', 'read'), tool('other')];

  test('P3 planSafety: a tool that its executor does not allow is refused when it is about to run', () => {
    const narrow = plan(`
      in topic: string
      var dynamicPlan   out answer
      think: PLANNER state-machine {goal: "Find out"}
      do: PLAN_EXECUTOR {tools: [other]}
      think -> do
    `);
    const run = begun(narrow, { input: { topic: 'tides' }, closure: { capabilities } });
    const lines = run.proposesMachine('/think!1', MADE);
    expect(lines).toContain('plan.refused /do');
    expect(run.history.some((line) => line.startsWith('call '))).toBe(false);
  });

  test('I7 nothing that it is told to call leaves where it may not, even where plans are not judged', () => {
    const careless = machine(
      {
        states: [
          { id: 'a', entry: [{ type: 'call', capability: 'other' }], on: [{ event: 'go', target: 'z' }] },
          { id: 'z', type: 'final' },
        ],
      },
      'loose',
    );
    const narrow = plan(`
      var dynamicPlan
      think: PLANNER state-machine {goal: x, tools: [look]}
      do: PLAN_EXECUTOR
      think -> do
    `);
    const run = begun(narrow, { closure: { capabilities, policies: [{ planSafety: false }] } });
    expect(run.proposesMachine('/think!1', careless).at(-1)).toBe('failed CAPABILITY_NOT_ALLOWED');
  });

  test('P8 a machine that nobody in this run proposed has no tools but its executor’s, and asks', () => {
    const given = plan('in dynamicPlan\ndo: PLAN_EXECUTOR {tools: [look]}');
    // Nobody has a goal for it: it reads what the plan around it has.
    const dynamicPlan = JSON.parse(
      JSON.stringify(MADE).replace('{{ goal_data.goal }} {{ goal_data.topic }}', 'tides'),
    );
    const run = begun(given, { input: { dynamicPlan }, closure: { capabilities } });
    expect(run.open).toEqual(['/do!approve']);
    expect(run.command('/do!approve')).toMatchObject({ message: 'Approve this state machine of 4 states?' });
    expect(run.answer('/do!approve', { decision: 'approve' })).toContain('in /do@1/research/looking[0]');
  });

  test('L10 a person may edit it before it runs; what is wrong with that is said, and it goes on waiting', () => {
    const asking = plan(`
      in topic: string
      var dynamicPlan   out answer
      think: PLANNER state-machine {goal: x}
      do: PLAN_EXECUTOR {approve: always}
      think -> do
    `);
    const run = begun(asking, { input: { topic: 'tides' }, closure: { capabilities } });
    run.proposesMachine('/think!1', MADE);
    const edited = JSON.parse(JSON.stringify({ ...MADE, initial: 'waiting' }));
    const wrong = { ...edited, initial: 'nowhere' };
    expect(run.answer('/do!approve', { decision: 'approve', plan: wrong })[0]).toMatch(/^refused /);
    expect(run.answer('/do!approve', { decision: 'approve', plan: edited })).toContain(
      'in /do@1/research/waiting[0]',
    );
  });

  test('K8 a fork is served what had answered, in the machine too', () => {
    const first = proposed();
    first.done('/do@1/research/looking[0]#1', { found: 0 });
    const record = recordOf(first.commits, first.commits.length, {});
    const started = first.commits[0]?.fact;
    if (!record.ok || started?.type !== 'run.started') throw new Error('no record');
    const fork = new TestRun();
    fork.feed({ ...started, runId: 'fork', reuse: record.value });
    expect(fork.history.filter((line) => /^(call|plan) /.test(line))).toEqual([]);
    expect(fork.history).toContain('in /do@1/research/waiting[0]');
  });
});
