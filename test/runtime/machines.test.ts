import { describe, expect, test } from 'vitest';
import { persist, restore, step } from '#kernel';
import { memoryLedger, resumeRun, type StartOptions, startRun } from '#runtime';
import { SEARCH, search } from '../kernel/machine/search';
import { machine } from '../notation/machine';
import { workspace } from '../notation/plan';
import { hostOf } from './notation';

const START = { input: { topic: 'bees' }, plan: 'research' } as const;
const responders = [
  { ...SEARCH },
  { id: 'analyst', request: 'content.analyze.requested', capability: 'analyze' },
];

function started(
  host: ReturnType<typeof hostOf>,
  options: Partial<StartOptions> = {},
  plan = search(responders),
) {
  const run = startRun(host, { ...START, workspace: workspace([plan as never]), ...options });
  if (!run.ok) throw new Error(JSON.stringify(run.problem));
  return run.value;
}

const entriesOf = (run: ReturnType<typeof started>) => run.commits.flatMap(({ entries }) => entries);
const lastOf = (run: ReturnType<typeof started>) => entriesOf(run).at(-1);

describe('a run of a machine with real responders (reference 5)', () => {
  test('M2, M3 the research machine runs from its goal to its response', async () => {
    const host = hostOf({
      analyze: () => ({ summary: 'Bees.' }),
      'web.search': ({ query }) => ({ hits: [query] }),
    });
    const goal = { event: 'research.goal', response: 'research.completed', correlationId: 'goal-1' };
    const run = started(host, { goal });
    await run.done;
    expect(host.calls).toEqual(['web.search /searching[0]#1', 'analyze /analyzing[0]#1']);
    expect(lastOf(run)).toMatchObject({ data: { outputs: { summary: 'Bees.' } }, kind: 'run.completed' });
    expect(entriesOf(run).findLast(({ kind }) => kind === 'event.published')?.data).toMatchObject({
      correlationId: 'goal-1',
      data: { plan_id: run.runId, result: { summary: 'Bees.' } },
      event: 'research.completed',
    });
  });

  test('M2 a responder that fails is the failure event: the search is tried again, more broadly', async () => {
    const queries: unknown[] = [];
    const host = hostOf({
      analyze: () => 'ok',
      'web.search': (input) => {
        queries.push(input);
        if (queries.length === 1) throw new Error('offline');
        return { hits: [] };
      },
    });
    const run = started(host);
    await run.done;
    expect(queries).toEqual([{ query: 'bees' }, { broad: true, query: 'bees' }]);
  });

  test('M4 a run is kept and restored: its ledger is taken up where it waits, and a correlated event goes on', async () => {
    const host = hostOf();
    const plan = search();
    const run = started(host, {}, plan);
    await run.atRest();
    run.close();
    const again = resumeRun(host, run.commits, workspace([plan as never]));
    if (!again.ok) throw new Error('not resumed');
    await again.value.resume();
    await again.value.signal('web.search.completed', { hits: 1 }, `${run.runId}/searching[0]`);
    await again.value.signal('content.analyze.completed', 'Bees.');
    await again.value.done;
    expect(again.value.commits.at(-1)?.entries.at(-1)?.kind).toBe('run.completed');
    expect(() => restore(persist(step(null, run.commits[0]?.fact as never).state))).not.toThrow();
  });

  test('M4 paused by the plan, resumed with an input', async () => {
    const plan = machine(
      {
        states: [
          { id: 'hold', pause: { reason: 'budget' }, on: [{ event: 'resume', target: 'end' }] },
          { id: 'end', type: 'final', output: { approved: '{{ results.user_input.amount }}' } },
        ],
      },
      'research',
    );
    const run = started(hostOf(), { input: {} }, plan);
    await run.atRest();
    await run.resume({ amount: 12 });
    await run.done;
    expect(lastOf(run)).toMatchObject({ data: { outputs: { approved: 12 } } });
  });

  test('M4 the wait of a worker has a timeout: a person who does not answer is a failure', async () => {
    const person = { id: 'user', request: 'ask', response: 'said', timeoutMs: 1_000 };
    const plan = machine(
      {
        responders: [person],
        states: [
          {
            id: 'ask',
            action: { event: 'ask', response: 'said' },
            on: [{ event: 'failed', target: 'late' }],
          },
          { id: 'late', type: 'final', output: '{{ results.ask }}' },
        ],
      },
      'research',
    );
    const host = hostOf();
    const run = started(host, { input: {} }, plan);
    await run.atRest();
    await host.clock.advance(1_000);
    await run.done;
    expect(lastOf(run)).toMatchObject({ data: { outputs: { code: 'TIMEOUT' } }, kind: 'run.completed' });
  });

  test('M4 a run that depends on another begins when the host says that it has completed', async () => {
    const host = hostOf({}, { ended: async () => 'completed' });
    const run = started(host, { dependsOn: ['run-0'], parentRunId: 'run-0' }, search());
    await run.atRest();
    expect(run.commits.map(({ fact }) => fact.type)).toEqual(['run.started', 'dependency.ended']);
    expect(entriesOf(run).map(({ kind }) => kind)).toContain('state.entered');
    const failing = started(hostOf({}, { ended: async () => 'failed' }), { dependsOn: ['run-0'] }, search());
    await failing.done;
    expect(lastOf(failing)).toMatchObject({ data: { error: { code: 'DEPENDENCY_FAILED' } } });
  });

  test('M4 nobody goes on asking for the end of another run when this one is over', async () => {
    const asked: AbortSignal[] = [];
    const ended = (_runId: string, signal: AbortSignal) => {
      asked.push(signal);
      return new Promise<never>(() => {});
    };
    const run = started(hostOf({}, { ended }), { dependsOn: ['run-0'] }, search());
    await run.atRest();
    expect(asked.map(({ aborted }) => aborted)).toEqual([false]);
    await run.cancel();
    await run.done;
    expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('M4, K6 a run that was taken up while pending asks again, and stays paused until it is resumed', async () => {
    const unknown = hostOf({}, { ended: () => new Promise(() => {}) });
    const first = started(unknown, { dependsOn: ['run-0'] }, search());
    await first.atRest();
    first.close();
    const host = hostOf({}, { ended: async () => 'completed', ledger: memoryLedger(first.commits) });
    const again = resumeRun(host, first.commits, workspace([search() as never]));
    if (!again.ok) throw new Error('not resumed');
    await again.value.atRest();
    expect(again.value.commits.map(({ fact }) => fact.type)).toEqual([
      'run.started',
      'run.paused',
      'dependency.ended',
    ]);
    const listens = () => entriesOf(again.value).filter(({ kind }) => kind === 'node.waiting');
    expect(listens()).toEqual([]);
    await again.value.resume();
    await again.value.atRest();
    expect(listens()).toHaveLength(1);
  });

  test('V1 what the machine does not take is refused before the run begins', () => {
    const run = startRun(hostOf(), { ...START, input: {}, workspace: workspace([search() as never]) });
    expect(run).toMatchObject({ ok: false, problem: [{ code: 'INPUT_INVALID' }] });
  });
});
