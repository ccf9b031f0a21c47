import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#base';
import { replay } from '#kernel';
import type { ModelEvent, ModelRequest, Models } from '#runtime';
import { hostOf, start, statusesOf } from './notation';

const DONE: ModelEvent = { type: 'done', usage: { inputTokens: 1, outputTokens: 1 }, finishReason: 'stop' };
const SPEC = { id: 'main', connection: 'server', model: 'scripted', name: 'Scripted' };
const REST: JsonObject = { models: [SPEC], connections: [{ id: 'server' }] };

/** A model that says these lines one after another, one at each call. */
function saying(...lines: readonly object[]): Models & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    requests,
    list: [SPEC],
    stream: async function* (request) {
      const line = lines[Math.min(requests.length, lines.length - 1)];
      requests.push(request);
      yield { type: 'text', text: `${JSON.stringify(line)}\n` };
      yield DONE;
    },
  };
}

const step = (text: string) => ({ type: 'step', step: { toolId: 'echo', input: { text } } });

describe('P2 a planner that gives one step at a time', () => {
  const PLAN = `
    var dynamicPlan   out answer
    plan: PLANNER stream {goal: "Say three things.", models: [main]}
    execute: PLAN_EXECUTOR
    plan -> execute
  `;

  it('is asked until it says finish; each time it is told what the steps gave', async () => {
    const models = saying(step('one'), step('{{ steps["step-1"].text }} and two'), { type: 'finish' });
    const host = hostOf({}, { models });
    const run = start(host, PLAN, { rest: REST });
    await run.done;
    expect(host.calls).toEqual(['echo /execute@1/step-1#1', 'echo /execute@2/step-2#1']);
    expect(models.requests).toHaveLength(3);
    expect(models.requests[2]?.messages.at(-1)?.text).toContain('"result":{"text":"one and two"}');
    expect(statusesOf(run.commits)).toBe('run.completed');
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('T4 is asked no more at limits.maxSteps', async () => {
    const models = saying(step('again'));
    const text = PLAN.replace('models: [main]', 'models: [main], limits: {maxSteps: 3}');
    const run = start(hostOf({}, { models }), text, { rest: REST });
    await run.done;
    expect(models.requests).toHaveLength(3);
    expect(run.commits.flatMap(({ entries }) => entries).map(({ kind }) => kind)).toContain('plan.full');
    expect(statusesOf(run.commits)).toBe('run.completed');
  });
});

describe('P12 a task network whose step fails at run time', () => {
  const planners = [
    {
      id: 'ways',
      kind: 'htn',
      tasks: ['answer'],
      methods: [
        { id: 'by-wire', task: 'answer', subtasks: ['look', 'wire'] },
        { id: 'by-hand', task: 'answer', subtasks: ['look', 'hand'] },
      ],
      operators: [
        { id: 'look', capability: 'echo', input: { text: 'looked' } },
        { id: 'wire', capability: 'wire.read', input: {} },
        { id: 'hand', capability: 'hand.read', input: { from: '{{ steps["look"].text }}' } },
      ],
    },
  ];
  const PLAN = `
    plan: PLANNER {planner: {flavour: htn, use: ways}, goal: "Answer."}
    execute: PLAN_EXECUTOR
    plan -> execute
  `;
  const broken = () => {
    throw new Error('The wire is cut.');
  };

  it('goes another way, and keeps what has finished', async () => {
    const host = hostOf({ 'wire.read': broken, 'hand.read': (input) => input });
    const run = start(host, PLAN, { rest: { planners } });
    await run.done;
    expect(host.calls).toEqual([
      'echo /execute@1/look#1',
      'wire.read /execute@1/wire#1',
      'hand.read /execute@2/hand#1',
    ]);
    expect(statusesOf(run.commits)).toBe('run.completed');
    const replies = run.commits.flatMap(({ fact }) => (fact.type === 'plan.replied' ? [fact] : []));
    expect(replies.map(({ address }) => address)).toEqual(['/plan!1', '/plan!2']);
    expect(JSON.stringify(replies[1]?.attempt.trace)).toContain('The wire is cut.');
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('fails with both texts when every way has failed', async () => {
    const run = start(hostOf({ 'wire.read': broken, 'hand.read': broken }), PLAN, { rest: { planners } });
    await run.done;
    const last = run.commits.at(-1)?.entries.at(-1);
    expect(last).toMatchObject({
      kind: 'run.failed',
      data: {
        error: { message: 'The capability broke off: The wire is cut. No other way is left to do "answer".' },
      },
    });
  });
});
