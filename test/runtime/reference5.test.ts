import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Json } from '#base';
import { builtInCapabilities } from '#capabilities';
import { importStateMachine } from '#formats';
import { type Goal, replay } from '#kernel';
import { openModels } from '#models';
import type { Responder, StateMachinePlan } from '#plan';
import { project, recordsOf } from '#projection';
import { resumeRun, type StartOptions, startRun } from '#runtime';
import { machine } from '../notation/machine';
import { workspace } from '../notation/plan';
import { ScriptedModelServer, saysJson } from '../tools/scriptedModelServer';
import { hostOf } from './notation';
import { RESEARCH } from './research';

/*
 * Reference 5, behaviour by behaviour, on its own research machine as it comes in through the importer. Each title begins
 * with what the reference calls the behaviour.
 */

/** The machine as it comes in; responders are what the reference's agents are, and stand outside of its format. */
function research(
  responders: readonly Responder[] = [],
  change: (plan: StateMachinePlan) => StateMachinePlan = (plan) => plan,
) {
  const { workspace: read, diagnostics } = importStateMachine(RESEARCH as unknown as Json);
  const [plan] = read?.plans ?? [];
  if (plan?.kind !== 'state-machine') throw new Error(JSON.stringify(diagnostics));
  return change(responders.length === 0 ? plan : { ...plan, responders: [...responders] });
}

function started(
  plan: StateMachinePlan,
  options: Partial<StartOptions> = {},
  host = hostOf(),
  others: readonly object[] = [],
) {
  const run = startRun(host, {
    workspace: workspace([plan, ...others] as never),
    plan: plan.id,
    input: { topic: 'AI trends' },
    ...options,
  });
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  return run.value;
}

type Run = ReturnType<typeof started>;
const entries = (run: Run) => run.commits.flatMap((commit) => commit.entries);
/** `current_state`: where the machine stands, by the last that was entered. */
const current = (run: Run) => entries(run).findLast(({ kind }) => kind === 'state.entered')?.address;
const published = (run: Run) =>
  entries(run).flatMap((entry) => (entry.kind === 'event.published' ? [entry.data] : []));
const status = (run: Run) => project(run.commits).status;

async function waiting(plan = research(), options: Partial<StartOptions> = {}) {
  const run = started(plan, options);
  await run.atRest();
  return run;
}

const GOAL: Goal = { event: 'research.goal', response: 'research.completed', correlationId: 'goal-1' };
const SEARCHER: Responder = {
  id: 'searcher',
  request: 'web.search.requested',
  response: 'web.search.completed',
  capability: 'web.search',
};
const ANALYST: Responder = {
  id: 'analyst',
  request: 'content.analyze.requested',
  response: 'content.analyze.completed',
  capability: 'analyze',
};
const agents = (search: (input: unknown) => unknown) =>
  hostOf({ 'web.search': search, analyze: () => ({ summary: 'Rising.' }) });

describe('PlanContext: the state machine is event-driven', () => {
  test.each<[string, Json, string]>([
    ['web.search.completed', { hits: 3 }, '/analyzing[0]'],
    ['web.search.failed', { reason: 'offline' }, '/retry_search[0]'],
    ['web.search.no_results', null, '/ask_user[0]'],
  ])(
    'get_next_state: %s leads from searching on, each event to another state',
    async (event, data, state) => {
      const run = await waiting();
      await run.signal(event, data);
      expect(current(run)).toBe(state);
      run.close();
    },
  );

  test('get_next_state: the first transition whose condition holds is taken; none where no event matches', async () => {
    const choosy = research([], (plan) => ({
      ...plan,
      states: plan.states.map((state) =>
        state.id === 'searching'
          ? {
              ...state,
              on: [
                { event: 'web.search.completed', target: 'ask_user', when: 'event.data.hits < 2' },
                ...(state.on ?? []),
              ],
            }
          : state,
      ),
    }));
    const few = await waiting(choosy);
    await few.signal('something.else');
    expect(current(few)).toBe('/searching[0]');
    await few.signal('web.search.completed', { hits: 1 });
    expect(current(few)).toBe('/ask_user[0]');
    few.close();
    const many = await waiting(choosy);
    await many.signal('web.search.completed', { hits: 5 });
    expect(current(many)).toBe('/analyzing[0]');
    many.close();
  });

  test('execute_next: without a trigger the initial state leads on by default_next, and the action of what is entered is published', async () => {
    const run = await waiting();
    expect(entries(run).flatMap((one) => (one.kind === 'state.entered' ? [one.address] : []))).toEqual([
      '/start[0]',
      '/searching[0]',
    ]);
    expect(published(run)).toMatchObject([
      { event: 'web.search.requested', response: 'web.search.completed' },
    ]);
    expect(status(run)).toBe('waiting');
    await run.signal('web.search.completed', {});
    expect(published(run).at(-1)).toMatchObject({ event: 'content.analyze.requested' });
    run.close();
  });

  test('_interpolate_data: placeholders over goal_data are filled, in single braces and in double ones; other values stay', async () => {
    const run = await waiting();
    expect(published(run)[0]?.data).toEqual({ query: 'AI trends' });
    await run.signal('web.search.failed', {});
    expect(published(run)[1]?.data).toEqual({ query: 'AI trends', broad: true });
    run.close();
  });

  test('results: what each state came to is kept under its name', async () => {
    const run = await waiting();
    await run.signal('web.search.completed', { hits: 3 });
    await run.signal('content.analyze.completed', { summary: 'Rising.' });
    await run.done;
    expect(project(run.commits).machines.get('' as never)?.results).toMatchObject({
      searching: { hits: 3 },
      analyzing: { summary: 'Rising.' },
    });
  });

  test('save and restore: the ledger of a plan is all that is needed to go on where it stood', async () => {
    const plan = research();
    const host = hostOf();
    const run = started(plan, {}, host);
    await run.atRest();
    await run.signal('web.search.no_results');
    run.close();
    const again = resumeRun(host, run.commits, workspace([plan as never]));
    if (!again.ok) throw new Error('not restored');
    await again.value.resume();
    expect(current(again.value)).toBe('/ask_user[0]');
    await again.value.signal('user.clarification.provided', { answer: 'Robots' });
    expect(current(again.value)).toBe('/searching[1]');
    again.value.close();
  });

  test('restore_by_correlation: an event finds the plan by its id, or by the id of what it published; another finds none', async () => {
    const byPlan = await waiting();
    await byPlan.signal('web.search.completed', {}, byPlan.runId);
    expect(current(byPlan)).toBe('/analyzing[0]');
    byPlan.close();
    const byTask = await waiting();
    await byTask.signal('web.search.completed', {}, 'another-plan');
    expect(current(byTask)).toBe('/searching[0]');
    await byTask.signal('web.search.completed', {}, `${byTask.runId}/searching[0]`);
    expect(current(byTask)).toBe('/analyzing[0]');
    byTask.close();
  });

  test('is_complete: a terminal state ends the plan, "failed" as well as "done": both read completed there', async () => {
    const run = await waiting();
    await run.signal('web.search.failed', {});
    await run.signal('web.search.failed', {});
    await run.done;
    expect(current(run)).toBe('/failed[0]');
    expect(status(run)).toBe('completed');
  });
});

describe('Planner: goals and transitions', () => {
  test('on_goal: the goal event starts the plan with its data; the agents answer what it publishes', async () => {
    const host = agents(() => ({ hits: 1 }));
    const run = started(research([SEARCHER, ANALYST]), { goal: GOAL }, host);
    await run.done;
    expect(host.calls).toEqual(['web.search /searching[0]#1', 'analyze /analyzing[0]#1']);
    expect(run.commits[0]?.fact).toMatchObject({
      type: 'run.started',
      goal: GOAL,
      input: { topic: 'AI trends' },
    });
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  test('finalize: it publishes the response event of the goal request, with the plan’s id, its result and the correlation', async () => {
    const run = started(
      research([SEARCHER, ANALYST]),
      { goal: GOAL },
      agents(() => ({ hits: 1 })),
    );
    await run.done;
    expect(published(run).at(-1)).toMatchObject({
      event: 'research.completed',
      correlationId: 'goal-1',
      data: { plan_id: run.runId },
    });
    expect(status(run)).toBe('completed');
  });

  test('on_transition: a handler hears of every transition, with the event and the states, and changes nothing', async () => {
    const heard: unknown[] = [];
    const host = hostOf({ watch: (input) => heard.push(input) });
    const run = started(
      research([], (plan) => ({ ...plan, onTransition: 'watch' })),
      {},
      host,
    );
    await run.atRest();
    await run.signal('web.search.completed', { hits: 1 });
    await run.atRest();
    expect(heard).toMatchObject([
      { from: 'start', to: ['searching'], event: null },
      { from: 'searching', to: ['analyzing'], event: { type: 'web.search.completed', data: { hits: 1 } } },
    ]);
    run.close();
  });

  test('a failed search is tried again more broadly, and a second failure ends the plan', async () => {
    const queries: unknown[] = [];
    const run = started(
      research([SEARCHER, ANALYST]),
      {},
      agents((input) => {
        queries.push(input);
        throw new Error('offline');
      }),
    );
    await run.done;
    expect(queries).toEqual([{ query: 'AI trends' }, { query: 'AI trends', broad: true }]);
    expect(current(run)).toBe('/failed[0]');
  });
});

describe('plan-level pause, and the wait of a worker', () => {
  /** The plan pauses where it would analyse, as theirs does for the approval of a budget. */
  const paused = async (pause: object) => {
    const on = [
      { event: 'resume', target: 'done' },
      { event: 'budget.approved', target: 'done' },
    ];
    const { states } = research();
    const run = await waiting(
      machine(
        {
          initial: 'start',
          states: states.map((state) => (state.id === 'analyzing' ? { id: 'analyzing', pause, on } : state)),
        },
        'research',
      ),
    );
    await run.signal('web.search.completed', {});
    return run;
  };

  test('pause: the whole plan stands still, without a time limit, and says why', async () => {
    const run = await paused({ reason: 'budget_approval_required' });
    expect(status(run)).toBe('paused');
    expect(JSON.stringify(entries(run).filter(({ kind }) => kind === 'command'))).toContain(
      'budget_approval_required',
    );
    run.close();
  });

  test('resume(input): the input is results.user_input, and the plan goes on', async () => {
    const run = await paused({ reason: 'budget' });
    await run.resume({ approved_amount: 500 });
    await run.done;
    expect(project(run.commits).machines.get('' as never)?.results).toMatchObject({
      user_input: { approved_amount: 500 },
    });
    expect(current(run)).toBe('/done[0]');
  });

  test('resume by an external event: what it was paused for arrives as a fact, and the plan goes on', async () => {
    const run = await paused({ reason: 'budget', resumeOn: 'budget.approved' });
    await run.signal('budget.approved', { amount: 500 }, run.runId);
    await run.done;
    expect(status(run)).toBe('completed');
  });

  test('worker-level HITL: one task waits for a person, and only so long', async () => {
    const person: Responder = {
      id: 'user',
      request: 'notification.human_input',
      response: 'user.clarification.provided',
      message: '{{ event.data.question }}',
      timeoutMs: 60_000,
    };
    const run = started(research([person]));
    await run.atRest();
    await run.signal('web.search.no_results');
    const [open] = project(run.commits).waiting.filter(({ kind }) => kind === 'answer');
    expect(open?.command).toMatchObject({ message: 'No results found. Can you provide more details?' });
    expect(status(run)).toBe('waiting');
    await run.answer(open?.address as never, { details: 'Robots' });
    expect(current(run)).toBe('/searching[1]');
    run.close();
  });
});

describe('re-entrant plans', () => {
  test('sessions: plans belong to a session, tenant and user, and their records say so', async () => {
    const labels = { sessionId: 'A', tenantId: 't1', userId: 'u1' };
    const run = await waiting(research(), { labels });
    expect(recordsOf(project(run.commits))?.run).toMatchObject(labels);
    run.close();
  });

  test('depends on: a plan is pending until the other completes, and fails when that fails', async () => {
    const host = (end: 'completed' | 'failed') => hostOf({}, { ended: async () => end });
    const run = started(research(), { dependsOn: ['plan-a2'] }, host('completed'));
    await run.atRest();
    expect(current(run)).toBe('/searching[0]');
    run.close();
    const other = started(research(), { dependsOn: ['plan-a2'] }, host('failed'));
    await other.done;
    expect(project(other.commits).error?.code).toBe('DEPENDENCY_FAILED');
  });

  test('nested plans: a sub-plan is linked to its parent, and answers what that published', async () => {
    const analysis = machine(
      {
        variables: ['out summary'],
        states: [
          {
            id: 'reading',
            invoke: [
              {
                capability: 'analyze',
                onDone: [
                  { target: 'end', actions: [{ type: 'assign', values: { summary: 'event.data.summary' } }] },
                ],
              },
            ],
          },
          { id: 'end', type: 'final' },
        ],
      },
      'analysis',
    );
    const { capability: _agent, ...asked } = ANALYST;
    const delegate: Responder = { ...asked, id: 'delegate', plan: 'analysis' };
    const run = started(
      research([SEARCHER, delegate]),
      {},
      agents(() => ({ hits: 1 })),
      [analysis],
    );
    await run.done;
    const view = project(run.commits);
    expect([...view.machines.keys()]).toEqual(['', '/analyzing[0]/delegate']);
    expect(view.machines.get('' as never)?.results.analyzing).toEqual({ summary: 'Rising.' });
    const child = await waiting(research(), { parentRunId: run.runId });
    expect(child.commits[0]?.fact).toMatchObject({ parentRunId: run.runId });
    child.close();
  });
});

describe('LLM reasoning', () => {
  let server: ScriptedModelServer;
  beforeAll(async () => {
    server = await ScriptedModelServer.start();
  });
  afterAll(() => server.stop());
  const SPEC = { id: 'main', connection: 'server', model: 'scripted' };

  function reasoning(more: object = {}) {
    const plain = hostOf({}, { capabilities: builtInCapabilities() });
    const host = {
      ...plain,
      models: openModels([SPEC], () => ({ url: server.url, key: '' }), { clock: plain.clock }),
    };
    const plan = machine({
      states: [
        {
          id: 'deciding',
          choose: { question: 'What next for {{ goal_data.topic }}?', ...more },
          on: [{ event: 'web.search.requested' }, { event: 'report.requested', target: 'done' }],
        },
        { id: 'done', isTerminal: true },
      ],
    });
    const run = startRun(host, {
      workspace: workspace([plan as never], { models: [SPEC], connections: [{ id: 'server' }] }),
      plan: 'flow',
      input: { topic: 'bees' },
    });
    if (!run.ok) throw new Error(JSON.stringify(run.problem));
    return run.value;
  }

  it('reason_next_action: a model names the next event; None completes the plan', async () => {
    server.script(saysJson({ choice: 'web.search.requested' }), saysJson({ choice: 'none' }));
    const run = reasoning();
    await run.done;
    expect(published(run).map(({ event }) => event)).toEqual(['web.search.requested']);
    expect(status(run)).toBe('completed');
  });

  it('reason_next_action: the circuit breaker opens after max_actions', async () => {
    server.script(saysJson({ choice: 'web.search.requested' }));
    const run = reasoning({ maxActions: 2 });
    await run.done;
    expect(project(run.commits).error?.code).toBe('CIRCUIT_BREAKER');
    expect(server.requests).toHaveLength(3);
  });
});
