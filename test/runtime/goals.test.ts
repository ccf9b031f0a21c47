import { describe, expect, test } from 'vitest';
import { LIMITS } from '#base';
import { recordOf, replay } from '#kernel';
import type { StateMachinePlan } from '#plan';
import { CallError, goalRunId, resumeRun, type StartOptions } from '#runtime';
import { machine } from '../notation/machine';
import { workspace } from '../notation/plan';
import { GoalWorld } from './goalRuns';
import { hostOf, settle } from './notation';

/** Asks for the research of a topic, and goes on with what comes back. */
const ASKER = machine(
  {
    variables: ['in topic'],
    states: [
      {
        id: 'asking',
        action: {
          event: 'research.goal',
          data: { topic: '{{ topic }}' },
          response: 'research.completed',
          failure: 'research.failed',
        },
        on: [
          { event: 'research.completed', target: 'told' },
          { event: 'research.failed', target: 'lost' },
        ],
      },
      { id: 'told', type: 'final', output: '{{ results.asking }}' },
      { id: 'lost', type: 'final', output: { lost: '{{ results.asking }}' } },
    ],
  },
  'asker',
);

/** Researches by a capability. */
const RESEARCHER = machine(
  {
    variables: ['in topic', 'out found'],
    onGoal: 'research.goal',
    responders: [{ id: 'web', request: 'search', response: 'found', capability: 'look' }],
    states: [
      {
        id: 'looking',
        action: { event: 'search', data: { q: '{{ goal_data.topic }}' }, response: 'found' },
        defaultNext: 'done',
      },
      { id: 'done', isTerminal: true, output: { about: '{{ results.looking.text }}' } },
    ],
  },
  'researcher',
);

const look = { look: ({ q }: { q?: unknown }) => ({ text: `All of ${q}` }) };

function world(
  works: Parameters<typeof hostOf>[0] = look,
  plans: readonly StateMachinePlan[] = [ASKER, RESEARCHER],
) {
  const host = hostOf(works);
  return { host, runs: new GoalWorld(host, workspace(plans as never)) };
}

const START: Omit<StartOptions, 'workspace'> = { plan: 'asker', input: { topic: 'bees' }, runId: 'run-a' };

const lastOf = (run: { readonly commits: ReturnType<GoalWorld['start']>['commits'] }) =>
  run.commits.at(-1)?.entries.at(-1);

describe('M3 a goal that one run publishes is answered by a run of another machine', () => {
  test('M3, M2 it is started as a child in the same session, and its response comes back to the event that asked', async () => {
    const { runs } = world();
    const asker = runs.start({ ...START, labels: { sessionId: 'talk', userId: 'ann' } });
    await asker.done;
    const [child] = runs.children;
    expect(child?.commits[0]?.fact).toMatchObject({
      runId: goalRunId('run-a/asking[0]'),
      parentRunId: 'run-a',
      labels: { sessionId: 'talk', userId: 'ann' },
      input: { topic: 'bees' },
      goal: { event: 'research.goal', response: 'research.completed', correlationId: 'run-a/asking[0]' },
    });
    expect(asker.commits.at(-1)?.fact).toMatchObject({
      type: 'signal.received',
      event: 'research.completed',
      correlationId: 'run-a/asking[0]',
      data: { plan_id: child?.runId, result: { about: 'All of bees' } },
    });
    expect(lastOf(asker)).toMatchObject({
      kind: 'run.completed',
      data: { outputs: { plan_id: child?.runId } },
    });
  });

  test('K4 what arrives is a fact of the receiver: both ledgers replay alone, with no effect', async () => {
    const { runs } = world();
    const asker = runs.start(START);
    await asker.done;
    for (const run of [asker, ...runs.children])
      expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  test('M2 a responder of the machine itself goes before machines of the workspace', async () => {
    const own = {
      ...ASKER,
      responders: [
        { id: 'mine', request: 'research.goal', response: 'research.completed', capability: 'look' },
      ],
    };
    const { runs } = world(look, [own as never, RESEARCHER]);
    await runs.start(START).done;
    expect(runs.started).toEqual([]);
  });

  test('M2 a response with a correlation goes to that event only: two that wait for one type get each their own', async () => {
    const both = machine(
      {
        type: 'parallel',
        states: ['bees', 'ants'].map((topic) => ({
          id: topic,
          initial: `${topic}-asking`,
          states: [
            {
              id: `${topic}-asking`,
              action: { event: 'research.goal', data: { topic }, response: 'research.completed' },
              defaultNext: `${topic}-told`,
            },
            { id: `${topic}-told`, type: 'final' },
          ],
        })),
        onDone: [],
        result: {
          bees: "{{ results['bees-asking'].result.about }}",
          ants: "{{ results['ants-asking'].result.about }}",
        },
      },
      'asker',
    );
    const { runs } = world(look, [both, RESEARCHER]);
    const asker = runs.start({ ...START, input: {} });
    await asker.done;
    expect(runs.children).toHaveLength(2);
    expect(lastOf(asker)).toMatchObject({ data: { outputs: { bees: 'All of bees', ants: 'All of ants' } } });
  });

  test('M3 a child that fails without an answer is the failure event, with its error: nobody waits for ever', async () => {
    const failing = machine(
      {
        onGoal: 'research.goal',
        states: [{ id: 'looking', invoke: [{ capability: 'look' }] }],
      },
      'researcher',
    );
    const works = {
      look: () => {
        throw new CallError({ code: 'OFFLINE', message: 'There is no network.' });
      },
    };
    const { runs } = world(works, [ASKER, failing]);
    const asker = runs.start(START);
    await asker.done;
    expect(lastOf(asker)).toMatchObject({
      kind: 'run.completed',
      data: { outputs: { lost: { plan_id: runs.started[0], error: { code: 'OFFLINE' } } } },
    });
  });

  test('V1 an input that the machine refuses is the failure event too, and no run is started', async () => {
    const picky = machine({ ...RESEARCHER, variables: ['in topic', 'in depth'] } as never, 'researcher');
    const { runs } = world(look, [ASKER, picky]);
    const asker = runs.start(START);
    await asker.done;
    expect(runs.started).toEqual([]);
    expect(lastOf(asker)).toMatchObject({
      data: { outputs: { lost: { error: { code: 'INPUT_INVALID' } } } },
    });
  });

  test('R17 when its state is left, or the run ends, the child is cancelled', async () => {
    const { runs } = world({ look: () => new Promise(() => {}) });
    const asker = runs.start(START);
    await settle();
    await asker.cancel();
    await runs.children[0]?.done;
    expect(lastOf(runs.children[0] ?? asker)).toMatchObject({ kind: 'run.cancelled' });
  });

  test('R19 while the run is paused none is started; resumed, it is', async () => {
    const { runs } = world();
    const asker = runs.start({ ...START, paused: true });
    await settle();
    expect(runs.started).toEqual([]);
    await asker.resume();
    await asker.done;
    expect(runs.started).toHaveLength(1);
  });

  test('K6 a run that is taken up finds the child that it had, and asks for no second one', async () => {
    let calls = 0;
    let answer = (_value: unknown): void => {};
    const { host, runs } = world({
      look: () => {
        calls++;
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    const first = runs.start(START);
    await settle();
    first.close();
    const again = resumeRun(host, first.commits, runs.workspace());
    if (!again.ok) throw new Error('not resumed');
    runs.join(again.value);
    await again.value.resume();
    answer({ text: 'late' });
    await again.value.done;
    expect([runs.started.length, calls]).toEqual([1, 1]);
    expect(lastOf(again.value)).toMatchObject({ data: { outputs: { result: { about: 'late' } } } });
  });

  test('K8 a fork is served the answer from the record: no run is started again', async () => {
    const { runs } = world();
    const asker = runs.start(START);
    await asker.done;
    const reuse = recordOf(asker.commits, asker.commits.length, { set: {}, outputs: [] });
    if (!reuse.ok) throw new Error(reuse.problem.message);
    const fork = runs.start({ ...START, runId: 'run-b', reuse: reuse.value });
    await fork.done;
    expect(runs.started).toHaveLength(1);
    expect(lastOf(fork)).toEqual(lastOf(asker));
  });

  test('M2 an event that awaits nothing starts its machine all the same, and nobody waits', async () => {
    const teller = machine(
      {
        states: [
          { id: 'telling', action: { event: 'research.goal', data: { topic: 'ants' } }, defaultNext: 'end' },
          { id: 'end', type: 'final' },
        ],
      },
      'asker',
    );
    const { host, runs } = world(look, [teller, RESEARCHER]);
    await runs.start({ ...START, input: {} }).done;
    await settle();
    await runs.children[0]?.done;
    expect(host.calls).toEqual(['look /looking[0]#1']);
    expect(runs.cancelled).toEqual([]);
  });
});

describe('M2 events within a session', () => {
  const waiter = (name: string) => ({
    ...machine(
      {
        states: [
          {
            id: 'waiting',
            action: { event: `${name}.asked`, response: 'research.completed' },
            defaultNext: 'end',
          },
          { id: 'end', type: 'final', output: '{{ results.waiting }}' },
        ],
      },
      name,
    ),
  });
  const goal = { event: 'research.goal', response: 'research.completed' };

  test('M2, M3 the answer to a goal without a correlation goes to the oldest that waits for that type, and to no other', async () => {
    const { host, runs } = world(look, [waiter('old'), waiter('young'), RESEARCHER]);
    const old = runs.start({ plan: 'old', input: {}, runId: 'run-z' });
    await old.atRest();
    await host.clock.advance(10);
    const young = runs.start({ plan: 'young', input: {}, runId: 'run-y' });
    await young.atRest();
    await runs.start({ plan: 'researcher', input: { topic: 'bees' }, goal }).done;
    await old.done;
    expect(lastOf(old)).toMatchObject({ data: { outputs: { result: { about: 'All of bees' } } } });
    await settle();
    expect(young.commits).toHaveLength(1);
  });

  test('M2 with a correlation it goes to that run alone, however long others have waited', async () => {
    const { runs } = world(look, [waiter('old'), waiter('young'), RESEARCHER]);
    const old = runs.start({ plan: 'old', input: {}, runId: 'run-z' });
    const young = runs.start({ plan: 'young', input: {}, runId: 'run-y' });
    await young.atRest();
    const named = { ...goal, correlationId: 'run-y/waiting[0]' };
    await runs.start({ plan: 'researcher', input: { topic: 'bees' }, goal: named }).done;
    await young.done;
    expect(old.commits).toHaveLength(1);
  });

  test('M2 an event that asks for nothing, and that nobody in its run answers, is heard by whoever waits for it', async () => {
    const teller = machine(
      {
        states: [
          {
            id: 'telling',
            action: { event: 'research.completed', data: { by: 'hand' } },
            defaultNext: 'end',
          },
          { id: 'end', type: 'final' },
        ],
      },
      'teller',
    );
    const { runs } = world(look, [waiter('old'), teller]);
    const old = runs.start({ plan: 'old', input: {} });
    await old.atRest();
    await runs.start({ plan: 'teller', input: {} }).done;
    await old.done;
    expect(lastOf(old)).toMatchObject({ data: { outputs: { by: 'hand' } } });
    expect(replay(old.commits)).toMatchObject({ ok: true });
  });
});

describe('limits of runs that start each other', () => {
  const again = (id: string) => ({
    id,
    action: {
      event: 'research.goal',
      data: { topic: 'bees' },
      response: 'research.completed',
      failure: 'research.failed',
    },
    on: [
      { event: 'research.failed', target: 'lost' },
      { event: 'research.completed', target: 'done' },
    ],
  });

  test('T4 a machine that publishes its own goal is stopped with the number, and every run ends', async () => {
    const endless = machine(
      {
        variables: ['in topic'],
        onGoal: 'research.goal',
        states: [
          again('asking'),
          { id: 'done', isTerminal: true, output: '{{ results.asking }}' },
          { id: 'lost', isTerminal: true, output: '{{ results.asking }}' },
        ],
      },
      'asker',
    );
    const { runs } = world(look, [endless]);
    const asker = runs.start(START);
    await asker.done;
    expect(runs.started).toHaveLength(LIMITS.goalDepth - 1);
    const innermost = runs.children.at(-1);
    expect(JSON.stringify(lastOf(innermost ?? asker))).toContain(`may be ${LIMITS.goalDepth} deep`);
  });

  test('K10 a child has what is left of the budget, and what it took is counted to whoever asked', async () => {
    const rounds = machine(
      {
        variables: ['in topic'],
        states: [
          { ...again('asking'), on: [{ event: 'research.completed', target: 'asking', reenter: true }] },
        ],
      },
      'asker',
    );
    const { host, runs } = world(look, [rounds, RESEARCHER]);
    const asker = runs.start({ ...START, budget: { calls: 3 } });
    for (let turn = 0; turn < 20; turn++) await settle();
    expect(host.calls).toHaveLength(3);
    const last = runs.children.at(-1);
    expect(last?.commits[0]?.fact).toMatchObject({ budget: { calls: 0 } });
    expect(lastOf(last ?? asker)).toMatchObject({ kind: 'run.paused', data: { reason: 'budget' } });
  });
});
