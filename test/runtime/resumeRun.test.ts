import { describe, expect, it } from 'vitest';
import { replay } from '#kernel';
import { project } from '#projection';
import { CallError, type ModelRequest, resumeRun, unconnectedAmong } from '#runtime';
import { workspace } from '../notation/plan';
import { at, facts, gate, hostOf, settle, start, statusesOf, story, takeUp } from './notation';

const CHAIN = `
  a: CAPABILITY one
  b: CAPABILITY two
  a -> b
`;

/** Runs until the second call is in flight, and loses the host there. */
async function crashed(effect: 'read' | 'write', idempotent = false) {
  const never = gate<number>();
  const descriptors = { two: { effect, idempotent } };
  const host = hostOf({ one: () => 1, two: () => never.opened }, {}, descriptors);
  const run = start(host, CHAIN);
  await settle();
  run.close();
  return { commits: run.commits, descriptors };
}

describe('K6 a run that lost its host', () => {
  it('is paused (interrupted) until it is resumed, then repeats what may be repeated and nothing that finished', async () => {
    const { commits, descriptors } = await crashed('read');
    const host = hostOf({ one: () => 1, two: () => 2 }, {}, descriptors);
    const run = takeUp(host, CHAIN, commits);
    await run.atRest();
    expect(run.commits.at(-1)?.fact).toEqual({ type: 'run.paused', reason: 'interrupted' });
    expect(host.calls).toEqual([]);
    await run.resume();
    await run.done;
    expect(host.calls).toEqual(['two /b#1']);
    expect(replay(run.commits)).toMatchObject({ ok: true, status: 'completed' });
  });

  it('repeats a write only when it is idempotent', async () => {
    const { commits, descriptors } = await crashed('write', true);
    const host = hostOf({ one: () => 1, two: () => 2 }, {}, descriptors);
    const run = takeUp(host, CHAIN, commits);
    await run.resume();
    await run.done;
    expect(host.calls).toEqual(['two /b#1']);
  });

  it.each([
    ['repeat', { kind: 'repeat' }, ['two /b#1'], 'run.completed'],
    ['mark done', { kind: 'done', result: 'sent' }, [], 'run.completed'],
    ['fail', { kind: 'fail' }, [], 'run.failed'],
  ] as const)('case H1 asks about a write that may have happened: %s', async (_title, as, calls, status) => {
    const { commits, descriptors } = await crashed('write');
    const host = hostOf({ one: () => 1, two: () => 2 }, {}, descriptors);
    const run = takeUp(host, CHAIN, commits);
    await run.atRest();
    expect(facts(run.commits)).toContain('effect.uncertain /b#1');
    await run.resume();
    await run.atRest();
    expect(host.calls).toEqual([]);
    await run.settle(at('/b#1'), as);
    await run.done;
    expect(host.calls).toEqual(calls);
    expect(statusesOf(run.commits)).toBe(status);
  });

  it('rings timers at the time for which they were set, overdue ones at once, in order', async () => {
    const text = `
      both: GROUP ASYNC
        late: HUMAN_INPUT "Late?" {timeoutMs: 9000, onError: continue}
        early: HUMAN_INPUT "Early?" {timeoutMs: 5000, onError: continue}
        far: HUMAN_INPUT "Far?" {timeoutMs: 60000, onError: continue}
    `;
    const before = start(hostOf(), text);
    await before.atRest();
    before.close();
    const host = hostOf();
    host.clock.advance(20_000);
    const run = takeUp(host, text, before.commits);
    await run.resume();
    host.clock.advance(0);
    await settle();
    const fired = facts(run.commits).filter((line) => line.startsWith('timer'));
    expect(fired).toEqual(['timer.fired /both/early#1!timeout', 'timer.fired /both/late#1!timeout']);
    host.clock.advance(40_000);
    await run.done;
    expect(story(run.commits).at(-1)).toBe('run.completed');
  });

  it('goes on waiting for a person', async () => {
    const text = 'ask: HUMAN_INPUT "Well?" {decisions: [yes, no], timeoutMs: null}';
    const before = start(hostOf(), text);
    await before.atRest();
    before.close();
    const run = takeUp(hostOf(), text, before.commits);
    await run.resume();
    await run.answer(at('/ask#1'), { decision: 'yes' });
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
  });

  it('R19 a run that was paused by its user stays paused, without a second mark', async () => {
    const before = start(hostOf({ one: () => 1, two: () => 2 }), CHAIN, { paused: true });
    await before.atRest();
    before.close();
    const run = takeUp(hostOf({ one: () => 1, two: () => 2 }), CHAIN, before.commits);
    await run.atRest();
    expect(run.commits).toHaveLength(before.commits.length);
    await run.resume();
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
  });

  it('a run that is over is read and left alone', async () => {
    const before = start(hostOf(), 'a: CAPABILITY echo');
    await before.done;
    const run = takeUp(hostOf(), 'a: CAPABILITY echo', before.commits);
    await run.done;
    expect(run.commits).toEqual(before.commits);
  });

  it('refuses what is no ledger', () => {
    expect(resumeRun(hostOf(), [], workspace([]))).toMatchObject({
      ok: false,
      problem: [{ code: 'LEDGER_INVALID' }],
    });
  });

  it('fault S10 K13 a call whose model is not connected waits, and leaves once it is; one that was cut off is told', async () => {
    const { commits, descriptors } = await crashed('read');
    const asks = { two: { ...descriptors.two, tags: ['model'] } };
    const never = gate<number>();
    const before = start(hostOf({ one: () => 1, two: () => never.opened }, {}, asks), CHAIN);
    await settle();
    before.close();
    expect(before.commits).toHaveLength(commits.length);

    let missing: string | null = 'nothing is chosen';
    let connect = () => {};
    const inner = hostOf({ one: () => 1, two: () => 2 }, {}, asks);
    const host = Object.assign(inner, {
      unconnected: () => missing,
      onConnect: (listener: () => void) => {
        connect = listener;
        return () => {};
      },
    });
    const run = takeUp(host, CHAIN, before.commits);
    await run.resume();
    await run.atRest();
    expect(host.calls).toEqual([]);
    expect(project(run.commits)).toMatchObject({
      status: 'waiting',
      waiting: [{ kind: 'connection', address: '/b#1' }],
    });
    missing = null;
    connect();
    await run.done;
    expect(host.calls).toEqual(['two /b#1']);
    const view = project(run.commits);
    expect(view).toMatchObject({ status: 'completed', waiting: [], inFlight: 0, calls: 3 });
    expect(view.nodes.get(at('/b'))?.attempts).toMatchObject([{ attempt: 1, repeated: 1 }]);
    expect(replay(run.commits)).toMatchObject({ ok: true, status: 'completed' });
  });

  it('A5 K13 a planner without any model is not kept: the rules plan at once', async () => {
    const models = {
      list: [{ id: 'main', connection: 'local', model: 'any' }],
      stream: () => {
        throw new CallError({ code: 'CONNECTION_MISSING', message: 'Nothing is chosen.' });
      },
    };
    const host = hostOf({}, { models, unconnected: () => 'nothing is chosen' });
    const run = start(host, 'plan: PLANNER llm {goal: "Say hi.", tools: [echo], models: [main]}', {
      rest: { models: models.list, connections: [{ id: 'local' }] },
    });
    await run.atRest();
    const view = project(run.commits);
    expect(view.waiting).toEqual([]);
    const flavours = run.commits.flatMap(({ fact }) =>
      fact.type === 'plan.replied' ? [fact.attempt.flavour] : [],
    );
    expect(flavours).toEqual(['llm', 'rules']);
  });

  it('fault S10 K13 a planner that names two models waits for the first, and sends nothing to the second in its place', async () => {
    const list = ['first', 'second'].map((id) => ({ id, connection: id, model: 'any' }));
    const asked: (string | null)[] = [];
    async function* never(): AsyncGenerator<never> {
      yield await gate<never>().opened;
    }
    const models = {
      list,
      stream: ({ model }: ModelRequest) => {
        asked.push(model);
        return never();
      },
    };
    const filled = new Set(['second']);
    let connect = () => {};
    const host = Object.assign(
      hostOf(
        {},
        { models, unconnected: unconnectedAmong(list, (slot) => (filled.has(slot) ? 'filled' : 'empty')) },
      ),
      {
        onConnect: (listener: () => void) => {
          connect = listener;
          return () => {};
        },
      },
    );
    const run = start(host, 'plan: PLANNER llm {goal: "Say hi.", tools: [echo], models: [first, second]}', {
      rest: { models: list, connections: [{ id: 'first' }, { id: 'second' }] },
    });
    await settle();
    expect(project(run.commits)).toMatchObject({ status: 'waiting', waiting: [{ kind: 'connection' }] });
    expect(asked).toEqual([]);
    filled.add('first');
    connect();
    await settle();
    expect(asked).toEqual(['first']);
    run.close();
  });
});
