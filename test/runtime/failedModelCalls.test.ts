import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#base';
import { builtInCapabilities } from '#capabilities';
import { type Commit, type Fact, type RunState, replay, statusOf, step, type Usage } from '#kernel';
import { openModels } from '#models';
import { costsOf, project } from '#projection';
import { CallError, type Models, type RunHandle } from '#runtime';
import {
  refuses,
  refusesWith,
  type Script,
  ScriptedModelServer,
  says,
  saysJson,
} from '../tools/scriptedModelServer';
import { hostOf, settle, start, statusesOf } from './notation';

const PRICE = { input: 1_000_000, output: 2_000_000, currency: 'EUR', date: '2026-11-01' };
const SPEC = { id: 'main', connection: 'server', model: 'scripted', price: PRICE };
const CITIES = { type: 'object', properties: { cities: { type: 'array' }, note: {} }, required: ['cities'] };
const USAGE = { inputTokens: 12, outputTokens: 34 };
const UNCOUNTED = { finishReason: 'stop' };

let server: ScriptedModelServer;
beforeAll(async () => {
  server = await ScriptedModelServer.start();
});
afterAll(() => server.stop());

interface Options {
  readonly scripts: readonly Script[];
  readonly more?: object;
  readonly input?: object;
  readonly budget?: { readonly tokens?: number };
  readonly times?: number;
}

/** Connections of their own: what one test learns of the server, another does not know. */
let connections = 0;

/** Runs calls of `model.generate`, one after another, each handled where it fails. */
function asking({ scripts, more = {}, input = { prompt: 'Which cities?' }, budget, times = 1 }: Options) {
  server.script(...scripts);
  const url = `${server.url}/${++connections}`;
  const host = hostOf({}, { capabilities: builtInCapabilities() });
  const models = openModels([SPEC], () => ({ url, key: null }), { clock: host.clock });
  const lines = Array.from({ length: times }, (_, index) => {
    const id = `ask-${index + 1}`;
    const line = `${id}: CAPABILITY model.generate ${JSON.stringify({ ...more, input })}`;
    return index === 0 ? line : `${line}\nask-${index} -> ${id}`;
  });
  const run = start({ ...host, models }, lines.join('\n'), {
    rest: { models: [SPEC], connections: [{ id: 'server' }] },
    ...(budget ? { budget } : {}),
  });
  return { run, clock: host.clock };
}

type Answered = Extract<Fact, { type: 'effect.succeeded' | 'effect.failed' }>;

function answered({ commits }: Pick<RunHandle, 'commits'>): readonly Answered[] {
  return commits.flatMap(({ fact }) =>
    fact.type === 'effect.succeeded' || fact.type === 'effect.failed' ? [fact] : [],
  );
}

/** What the projection says that the run has cost. */
function told(commits: readonly Commit[]): Usage {
  const { inputTokens, outputTokens, microUnits } = costsOf(project(commits)).total;
  return { inputTokens, outputTokens, microUnits };
}

describe('fault X9 model.generate with a schema', () => {
  const input = { prompt: 'Which cities?', schema: CITIES };

  it('says the schema in words where it is not bound, and takes what fits', async () => {
    const { run } = asking({ scripts: [saysJson({ cities: ['Oslo'] })], input });
    await run.done;
    expect(JSON.stringify(server.requests[0]?.body)).toContain(
      JSON.stringify(JSON.stringify(CITIES.required)).slice(1, -1),
    );
    expect(answered(run)[0]).toMatchObject({ result: { json: { cities: ['Oslo'] } }, usage: USAGE });
  });

  it.each<[string, Script, string]>([
    ['cut', { ...saysJson({ cities: [] }), finishReason: 'length' }, 'MODEL_REPLY_CUT'],
    ['filtered', { ...saysJson({ cities: [] }), finishReason: 'content_filter' }, 'MODEL_FILTERED'],
    ['refused', says({ refusal: '{"cities": []}' }), 'MODEL_REFUSED'],
  ])(
    'an answer that was %s is never taken, though it reads well; what came is kept',
    async (_how, script, code) => {
      const { run } = asking({ scripts: [script], input });
      await run.done;
      const [fact] = answered(run);
      expect(fact).toMatchObject({ type: 'effect.failed', error: { code }, usage: USAGE });
      expect(JSON.parse(fact?.type === 'effect.failed' ? (fact.reply ?? '') : '')).toEqual({ cities: [] });
    },
  );

  it('keeps what the model thought apart from the answer', async () => {
    const { run } = asking({ scripts: [says('<think>Hm {"cities": 1}</think>{"cities": ["Oslo"]}')], input });
    await run.done;
    expect(answered(run)[0]).toMatchObject({
      reasoning: 'Hm {"cities": 1}',
      result: { text: '{"cities": ["Oslo"]}', json: { cities: ['Oslo'] } },
    });
  });
});

describe('fault X9, fault D7, K10 no call loses what it took', () => {
  const long = 'x'.repeat(4_000);
  it.each<[string, Script, string, 'reported' | 'estimated' | 'nothing']>([
    ['JSON that is none', says('no'), 'REPLY_NOT_JSON', 'reported'],
    ['JSON that does not fit', saysJson({}), 'REPLY_INVALID', 'reported'],
    ['nothing', says(''), 'MODEL_EMPTY', 'reported'],
    ['reasoning alone', says({ reasoning: 'hm' }), 'MODEL_ONLY_REASONING', 'reported'],
    ['a call', says({ toolCall: { name: 'x', arguments: '{}' } }), 'MODEL_CALLED_TOOLS', 'reported'],
    ['a cut', { ...says('{'), finishReason: 'length' }, 'MODEL_REPLY_CUT', 'reported'],
    ['a reset in the middle', says(long, { gate: 'read' }, { cut: true }), 'MODEL_STREAM_CUT', 'estimated'],
    ['an error in the middle', says(long, { error: 'no' }), 'MODEL_SERVER_ERROR', 'estimated'],
    [
      'an end without a reason',
      says(long, { gate: 'read' }, { raw: 'data: [DONE]\n\n' }, { cut: true }),
      'MODEL_STREAM_CUT',
      'estimated',
    ],
    ['more than a result may have', says(long, 'y'.repeat(1_000_000)), 'MODEL_REPLY_TOO_LARGE', 'estimated'],
    ['no count at all', { acts: ['no'], ...UNCOUNTED }, 'REPLY_NOT_JSON', 'estimated'],
    [
      'counts of zero',
      { ...says('no'), usage: { prompt_tokens: 0, completion_tokens: 0 } },
      'REPLY_NOT_JSON',
      'estimated',
    ],
    ['a refusal of the server', refuses(500), 'MODEL_SERVER_ERROR', 'nothing'],
    ['a wrong key', refuses(401), 'MODEL_UNAUTHORIZED', 'nothing'],
  ])('%s', async (_what, script, code, took) => {
    const { run } = asking({ scripts: [script], input: { prompt: 'Which cities?', schema: CITIES } });
    run.onProgress(() => server.release('read'));
    await run.done;
    const [fact] = answered(run);
    expect(fact).toMatchObject({ type: 'effect.failed', error: { code } });
    const usage = fact?.usage;
    if (took === 'nothing') expect(usage).toBeUndefined();
    else if (took === 'reported') expect(usage).toEqual({ ...USAGE, microUnits: 12 + 68, currency: 'EUR' });
    else {
      expect(usage).toMatchObject({ estimated: true, currency: 'EUR' });
      expect(usage?.inputTokens).toBeGreaterThan(10);
      expect(usage?.outputTokens).toBeGreaterThan(code === 'REPLY_NOT_JSON' ? 0 : 999);
      expect(usage?.microUnits).toBe((usage?.inputTokens ?? 0) + 2 * (usage?.outputTokens ?? 0));
    }
    const { inputTokens = 0, outputTokens = 0, microUnits = 0 } = usage ?? {};
    expect(told(run.commits), 'fault D7: failed calls are in the sum').toEqual({
      inputTokens,
      outputTokens,
      microUnits,
    });
  });

  it('silence, and a time that is up', async () => {
    const { run, clock } = asking({ scripts: [says(long, { gate: 'said' }, { hang: true })] });
    const heard = new Promise<void>((resolve) => run.onProgress(() => resolve()));
    await heard;
    clock.advance(LIMITS.plannerIdleMs);
    await run.done;
    expect(answered(run)[0]).toMatchObject({
      error: { code: 'MODEL_NO_ANSWER' },
      usage: { estimated: true, outputTokens: 1_000 },
      reply: long,
    });
  });

  it('every attempt is counted, the failed ones too', async () => {
    const more = { retry: { maxAttempts: 3, initialIntervalMs: 1 } };
    const { run, clock } = asking({ scripts: [says(''), says(''), says('Oslo')], more });
    for (let request = 1; request <= 3; request++) {
      await server.received(request);
      await expect.poll(() => answered(run).length).toBe(request);
      clock.advance(1_000);
    }
    await run.done;
    expect(told(run.commits)).toMatchObject({ inputTokens: 36, outputTokens: 102 });
  });
});

describe('fault X10 a token budget holds where the server counts nothing', () => {
  const silent: Script = { acts: ['x'.repeat(2_000)], ...UNCOUNTED };

  it('pauses the run once the estimate is used up, and says that it is one', async () => {
    const { run } = asking({ scripts: [silent], times: 10, budget: { tokens: 1_200 } });
    await run.atRest();
    expect(statusesOf(run.commits)).toContain('run.paused');
    expect(server.requests).toHaveLength(3);
    expect(costsOf(project(run.commits)).total).toMatchObject({ isEstimated: true, outputTokens: 1_500 });
  });

  it('counts that a server reports are taken as they are', async () => {
    const { run } = asking({ scripts: [says('x')], times: 3, budget: { tokens: 10_000 } });
    await run.done;
    expect(costsOf(project(run.commits)).total).toMatchObject({ outputTokens: 102 });
    expect(costsOf(project(run.commits)).total).not.toHaveProperty('isEstimated');
  });
});

describe('fault M1 the ledger shows both requests', () => {
  it('of a call', async () => {
    const refused = { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] };
    const { run } = asking({ scripts: [refusesWith(422, refused), says('Oslo')] });
    await run.done;
    expect(answered(run)[0]).toMatchObject({
      result: { text: 'Oslo' },
      refusedFields: [
        { field: 'stream_options', status: 422, reason: 'stream_options: Extra inputs are not permitted' },
      ],
    });
  });
});

describe('fault M2 a wait that the server asks for', () => {
  const more = { retry: { maxAttempts: 3, initialIntervalMs: 10 } };
  const busy = refuses(429, { 'retry-after': '90' });
  const firstFailure = (run: RunHandle) =>
    new Promise<void>((resolve) => run.subscribe(({ fact }) => fact.type === 'effect.failed' && resolve()));

  it('reads waiting, on the node and on the run, until it is over; the ledger says for how long', async () => {
    const { run, clock } = asking({ scripts: [busy, says('Oslo')], more });
    await firstFailure(run);
    const view = project(run.commits);
    expect(view).toMatchObject({ status: 'waiting', serverWaits: 1, waiting: [] });
    expect([...view.nodes.values()][0]).toMatchObject({
      status: 'waiting',
      message: expect.stringContaining('It asks to wait 90 seconds.'),
      waits: [{ for: 'server', from: 1_000, to: null, until: 91_000 }],
    });
    clock.advance(89_999);
    expect(server.requests).toHaveLength(1);
    clock.advance(1);
    await run.done;
    expect(project(run.commits)).toMatchObject({ status: 'completed', serverWaits: 0 });
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('goes on where it was when the run is paused and resumed, and is no rest: nobody has to do anything', async () => {
    const { run, clock } = asking({ scripts: [busy, says('Oslo')], more });
    await run.pause();
    await firstFailure(run);
    expect(project(run.commits).status).toBe('paused');
    await run.resume();
    expect(project(run.commits).status).toBe('waiting');
    clock.advance(90_000);
    await run.done;
    expect(project(run.commits).status).toBe('completed');
  });

  it('a shorter one than would be waited anyway is a retry like any other', async () => {
    const soon = refuses(429, { 'retry-after-ms': '5' });
    const { run, clock } = asking({ scripts: [soon, says('Oslo')], more });
    await firstFailure(run);
    expect(project(run.commits)).toMatchObject({ status: 'running', serverWaits: 0 });
    expect([...project(run.commits).nodes.values()][0]?.status).toBe('retrying');
    clock.advance(10);
    await run.done;
  });

  it('runs recorded before the flag read as they did (K5)', async () => {
    const { run } = asking({ scripts: [busy], more });
    await firstFailure(run);
    const facts = run.commits.map(({ fact }) =>
      fact.type === 'run.started' ? { ...fact, flags: [] } : fact,
    );
    const entries = facts.reduce<{ state: RunState | null; kinds: string[] }>(
      ({ state, kinds }, fact) => {
        const next = step(state, fact);
        return { state: next.state, kinds: [...kinds, ...next.entries.map(({ kind }) => kind)] };
      },
      { state: null, kinds: [] },
    );
    expect(entries.kinds).not.toContain('node.waiting');
    expect(entries.state && statusOf(entries.state)).toBe('running');
  });
});

describe('fault M2 what cannot change is not asked again', () => {
  const more = { retry: { maxAttempts: 5, initialIntervalMs: 1 } };
  it.each([400, 401, 402, 403, 404])('%i', async (status) => {
    const { run } = asking({ scripts: [refuses(status)], more });
    await run.done;
    expect(server.requests).toHaveLength(1);
    expect(statusesOf(run.commits)).toContain('run.failed');
  });
});

describe('case F8 a device that is offline', () => {
  const OFFLINE = { code: 'MODEL_OFFLINE', message: 'This device is offline.' };

  /** A model that is offline for its first calls, after some words. */
  function offlineFor(times: number, works: string) {
    let asked = 0;
    let back = (): void => {};
    const models: Models = {
      list: [SPEC],
      stream: async function* () {
        if (asked++ < times) {
          yield { type: 'text', text: 'x'.repeat(400) };
          throw new CallError(OFFLINE);
        }
        yield { type: 'text', text: works };
        yield { type: 'done', usage: USAGE, finishReason: 'stop' };
      },
    };
    const online = () =>
      new Promise<void>((resolve) => {
        back = resolve;
      });
    const host = { ...hostOf({}, { capabilities: builtInCapabilities() }), models };
    return { host, online, returns: () => back(), asked: () => asked };
  }

  const ASK = `ask: CAPABILITY model.generate {"input": {"prompt": "Which cities?"}}`;
  const PLAN = `
    plan: PLANNER llm {goal: "x", models: [main], tools: [text.upper], repairRetries: 0}
    execute: PLAN_EXECUTOR
    plan -> execute
  `;
  const REST = { rest: { models: [SPEC], connections: [{ id: 'server' }] } };
  const steps = JSON.stringify({ steps: [{ id: 'a', tool: 'text.upper', input: { text: 'hello' } }] });

  it.each([
    ['a call', ASK, 'Oslo'],
    ['a planner', PLAN, steps],
  ])('pauses the run, which goes on by itself when it is back: %s', async (_what, plan, works) => {
    const { host, online, returns, asked } = offlineFor(2, works);
    const run = start({ ...host, online }, plan, REST);
    for (let time = 1; time <= 2; time++) {
      await run.atRest();
      await expect.poll(() => asked()).toBe(time);
      await expect
        .poll(() => project(run.commits))
        .toMatchObject({ status: 'paused', pausedBecause: 'offline' });
      returns();
    }
    await run.done;
    const view = project(run.commits);
    expect(view.status).toBe('completed');
    expect(view.usage.outputTokens, 'what the tries took is not lost').toBe(34 + 200);
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('does not leave again with what else is written before the pause', async () => {
    const { host, online, returns, asked } = offlineFor(1, 'Oslo');
    const inner = host.ledger;
    let run: ReturnType<typeof start> | null = null;
    // Each write takes a turn, and facts of others come in between.
    const ledger = {
      ...inner,
      append: async (...what: Parameters<typeof inner.append>) => {
        await settle();
        await inner.append(...what);
      },
    };
    const noisy: Models = {
      ...host.models,
      stream: async function* (request, signal) {
        void run?.signal('bell');
        yield* host.models.stream(request, signal);
      },
    };
    run = start({ ...host, ledger, models: noisy, online }, ASK, REST);
    await expect.poll(() => project(run?.commits ?? []).pausedBecause).toBe('offline');
    await settle();
    expect(asked()).toBe(1);
    returns();
    await run.done;
    expect(asked()).toBe(2);
    expect(project(run.commits).status).toBe('completed');
  });

  it('a host that cannot know when it is back fails the call', async () => {
    const { host } = offlineFor(1, 'Oslo');
    const run = start(host, ASK, REST);
    await run.done;
    expect(project(run.commits).error?.code).toBe('MODEL_OFFLINE');
  });

  it('a person may end it meanwhile', async () => {
    const { host, online, returns } = offlineFor(1, 'Oslo');
    const run = start({ ...host, online }, ASK, REST);
    await expect.poll(() => project(run.commits).status).toBe('paused');
    await run.cancel();
    returns();
    await run.done;
    expect(project(run.commits).status).toBe('cancelled');
  });
});
