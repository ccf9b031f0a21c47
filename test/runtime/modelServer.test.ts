import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#base';
import { builtInCapabilities } from '#capabilities';
import { replay, writeLedger } from '#kernel';
import { openModels } from '#models';
import { project } from '#projection';
import type { RunHandle } from '#runtime';
import {
  captivePortal,
  refuses,
  refusesWith,
  type Script,
  ScriptedModelServer,
  says,
  saysJson,
  streamsSteps,
} from '../tools/scriptedModelServer';
import { hostOf, start, statusesOf } from './notation';

const KEY = 'sk-canary-3f9c51aa';
const SPEC = { id: 'main', connection: 'server', model: 'scripted' };
const REST = { models: [SPEC], connections: [{ id: 'server' }] };
const step = (id: string, tool = 'text.upper', input: object = { text: 'hello' }) => ({ id, tool, input });

const native = (text: string, index: number) => ({
  toolCall: { name: 'text.upper', arguments: JSON.stringify({ text }), index },
});

let server: ScriptedModelServer;
beforeAll(async () => {
  server = await ScriptedModelServer.start();
});
afterAll(() => server.stop());

interface Planned {
  readonly flavour?: 'llm' | 'stream';
  readonly repairRetries?: number;
  readonly network?: typeof fetch;
}

/** Starts a run whose planner asks the scripted server. */
function planned(scripts: readonly Script[], { flavour = 'llm', repairRetries = 0, network }: Planned = {}) {
  server.script(...scripts);
  const host = hostOf({}, { capabilities: builtInCapabilities() });
  const models = openModels([SPEC], () => ({ url: server.url, key: KEY }), {
    clock: host.clock,
    ...(network ? { fetch: network } : {}),
  });
  const text = `
    plan: PLANNER ${flavour} {goal: "Say hello.", models: [main], tools: [text.upper], repairRetries: ${repairRetries}}
    execute: PLAN_EXECUTOR
    plan -> execute
  `;
  const run = start({ ...host, models, secrets: () => [KEY] }, text, { rest: REST });
  return { run, clock: host.clock };
}

/** What is told of a run that has no plan: by the model's attempt, and by the run. */
function told({ commits }: RunHandle) {
  const [reply] = commits.flatMap(({ fact }) => (fact.type === 'plan.replied' ? [fact] : []));
  return { attempt: reply?.attempt, problem: reply?.attempt.problems[0], error: project(commits).error };
}

/** I9: a code, one sentence, what to do; the run ends in order, and the key is nowhere. */
function expectRefusal(run: RunHandle, code: string) {
  const { attempt, problem, error } = told(run);
  expect(problem?.code).toBe(code);
  expect(problem?.message).toMatch(/^[A-Z"].*[.]$/);
  expect(problem?.help).toMatch(/^[A-Z"].*[.]$/);
  // R13: a reply without a plan; a model that did not reply at all is another matter.
  expect(error?.code).toBe(attempt?.verdict === 'refused' ? 'PLAN_INVALID' : 'PLAN_REFUSED');
  expect(error?.message).toContain(problem?.message.replace(/\.$/, ''));
  expect(statusesOf(run.commits)).toBe('run.failed');
  expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  expect(writeLedger(run.commits)).not.toContain(KEY);
}

const OUT_OF_CREDIT = { error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' } };

const unreachable: typeof fetch = async () => {
  throw new TypeError('Failed to fetch');
};

describe('case F8 a model server that refuses', () => {
  it.each<[string, string, Script, typeof fetch?]>([
    ['401', 'MODEL_UNAUTHORIZED', refuses(401)],
    ['403', 'MODEL_UNAUTHORIZED', refuses(403)],
    ['404', 'MODEL_REQUEST_REFUSED', refuses(404)],
    ['429', 'MODEL_RATE_LIMITED', refuses(429)],
    ['500', 'MODEL_SERVER_ERROR', refuses(500)],
    ['CORS, or nobody there', 'MODEL_UNREACHABLE', says('never'), unreachable],
    ['a sign-in page', 'MODEL_REPLY_NOT_JSON', captivePortal()],
    ['a stream that stops', 'MODEL_STREAM_CUT', says('{"steps": [', { cut: true })],
    ['an error in the stream', 'MODEL_SERVER_ERROR', says('{"st', { error: 'out of memory' })],
    ['fault M3: a content filter', 'MODEL_FILTERED', { ...says('{"steps"'), finishReason: 'content_filter' }],
    ['fault M3: a refusal', 'MODEL_REFUSED', says({ refusal: 'I cannot help with that.' })],
    ['fault M3: reasoning alone', 'MODEL_ONLY_REASONING', says({ reasoning: 'Let me see.' })],
    [
      'fault M3: reasoning up to the limit',
      'MODEL_REPLY_CUT',
      { ...says('<think>Let me'), finishReason: 'length' },
    ],
    ['fault M2: an empty account', 'MODEL_QUOTA_EXCEEDED', refusesWith(429, OUT_OF_CREDIT)],
  ])('%s is %s, and the run says what helps', async (_title, code, script, network) => {
    const { run } = planned([script], network ? { network } : {});
    await run.done;
    expectRefusal(run, code);
    expect(told(run).attempt?.verdict).toBe('failed');
    expect(told(run).error?.help).toBe(told(run).problem?.help);
  });

  it('no answer: silence ends by the clock, and the server hears of it', async () => {
    const { run, clock } = planned([says('{"steps"', { gate: 'said' }, { hang: true })]);
    const heard = new Promise<void>((resolve) => run.onProgress(() => resolve()));
    await server.received(1);
    await heard;
    clock.advance(LIMITS.plannerIdleMs);
    await run.done;
    expectRefusal(run, 'MODEL_NO_ANSWER');
    expect(told(run).attempt?.reply).toBe('{"steps"');
  });

  it('P5 429 with Retry-After: asked again after that time, and not before', async () => {
    const good = saysJson({ steps: [step('a')] });
    const { run, clock } = planned([refuses(429, { 'retry-after': '7' }), good], { repairRetries: 1 });
    const replied = new Promise<void>((resolve) =>
      run.subscribe(({ fact }) => fact.type === 'plan.replied' && resolve()),
    );
    await replied;
    clock.advance(6_999);
    expect(server.requests).toHaveLength(1);
    clock.advance(1);
    await run.done;
    expect(server.requests).toHaveLength(2);
    expect(statusesOf(run.commits)).toBe('run.completed');
  });

  it('P5 a key that is refused is not tried twice', async () => {
    const { run } = planned([refuses(401)], { repairRetries: 3 });
    await run.done;
    expect(server.requests).toHaveLength(1);
  });
});

describe('cases E1, E3 and E4 a reply that is no plan', () => {
  const whole = saysJson({ steps: [step('a')] });
  it.each<[string, string, Script]>([
    ['cut by its service', 'TRUNCATED_REPLY', { ...whole, finishReason: 'length' }],
    ['cut in the middle', 'TRUNCATED_REPLY', says('{"steps": [{"id": "a", "tool": "text.up')],
    ['prose', 'NO_PLAN_IN_REPLY', says('I would rather not.')],
    ['empty', 'EMPTY_REPLY', says('')],
    ['an unknown tool', 'UNKNOWN_TOOL', saysJson({ steps: [step('a', 'mail.send')] })],
    [
      'fault S9 a tool that is there and not allowed',
      'TOOL_NOT_ALLOWED',
      saysJson({ steps: [step('a', 'text.lower')] }),
    ],
    ['a missing parameter', 'PARAMETER_MISSING', saysJson({ steps: [step('a', 'text.upper', {})] })],
  ])('%s is %s, and nothing is run', async (_title, code, script) => {
    const { run } = planned([script]);
    await run.done;
    expectRefusal(run, code);
    expect(told(run).attempt?.verdict).toBe('refused');
    expect(run.commits.some(({ fact }) => fact.type === 'effect.succeeded')).toBe(false);
  });

  it.each<[string, string, Script]>([
    ['cut', 'TRUNCATED_REPLY', { ...streamsSteps([step('a')]), finishReason: 'length' }],
    [
      'fault S9 a tool that is there and not allowed',
      'TOOL_NOT_ALLOWED',
      streamsSteps([step('a'), step('b', 'text.lower')]),
    ],
    ['an unknown tool in its second line', 'UNKNOWN_TOOL', streamsSteps([step('a'), step('b', 'mail.send')])],
  ])('streamed, %s: steps are shown, and none is run', async (_title, code, script) => {
    const { run } = planned([script], { flavour: 'stream' });
    await run.done;
    expectRefusal(run, code);
    expect(run.commits.some(({ fact }) => fact.type === 'plan.step')).toBe(true);
    expect(run.commits.some(({ fact }) => fact.type === 'effect.succeeded')).toBe(false);
  });

  it.each<[string, 'llm' | 'stream', Script]>([
    ['in one piece', 'llm', says(native('a', 0), native('b', 1))],
    ['beside words', 'llm', says('I will call both.', native('a', 0), native('b', 1))],
    ['as steps', 'stream', says(native('a', 0), native('b', 1))],
    [
      'as the arguments of one call',
      'llm',
      says({ toolCall: { name: 'plan', arguments: JSON.stringify({ steps: [step('a'), step('b')] }) } }),
    ],
  ])('fault M3 native calls of functions are read as a plan, %s', async (_how, flavour, script) => {
    const { run } = planned([{ ...script, finishReason: 'tool_calls' }], { flavour });
    await run.done;
    expect(told(run).attempt).toMatchObject({
      verdict: 'accepted',
      reply: expect.stringContaining('tool_calls'),
    });
    expect(statusesOf(run.commits)).toBe('run.completed');
    const called = run.commits.filter(({ fact }) => fact.type === 'effect.succeeded');
    expect(called).toHaveLength(2);
  });

  it('P5 the repair quotes the problem and where it is', async () => {
    const { run } = planned([saysJson({ steps: [step('a', 'mail.send')] }), whole], { repairRetries: 1 });
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
    expect(JSON.stringify(server.requests[1]?.body)).toContain('UNKNOWN_TOOL');
    expect(told(run).problem?.where).toMatchObject({ node: 'a' });
  });
});
