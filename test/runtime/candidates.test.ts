import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#base';
import { replay } from '#kernel';
import { project } from '#projection';
import { type ModelEvent, type ModelRequest, type Models, memoryLedger, resumeRun } from '#runtime';
import { plan, workspace } from '../notation/plan';
import { hostOf, start, statusesOf } from './notation';

const DONE: ModelEvent = { type: 'done', usage: { inputTokens: 5, outputTokens: 5 }, finishReason: 'stop' };
const SPEC = { id: 'main', connection: 'server', model: 'scripted', name: 'Scripted' };
const REST: JsonObject = { models: [SPEC], connections: [{ id: 'server' }] };

function saying(...replies: readonly (object | string)[]): Models & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    requests,
    list: [SPEC],
    stream: async function* (request) {
      const reply = replies[Math.min(requests.length, replies.length - 1)];
      requests.push(request);
      yield { type: 'text', text: typeof reply === 'string' ? reply : JSON.stringify(reply) };
      yield DONE;
    },
  };
}

const step = (id: string, toolId = 'echo') => ({ id, toolId, input: { text: id } });
const LONG = { steps: [step('a'), step('b'), step('c')] };
const WRITING = { steps: [step('w', 'mail.send')] };
const SHORT = { steps: [step('s')] };

const text = (params: string) => `
  plan: PLANNER llm {goal: "Greet Ada.", tools: [echo, mail.send], repairRetries: 0${params}}
  execute: PLAN_EXECUTOR
  plan -> execute
`;

function planned(models: Models, params = ', candidates: 3', over: object = {}) {
  const host = hostOf({ 'mail.send': () => ({}) }, { models }, { 'mail.send': { effect: 'write' } });
  return { host, run: start(host, text(params), { rest: REST, ...over }) };
}

describe('P3 the best of several plans', () => {
  it('each is a call with a seed of its own; the one that changes least in the fewest steps is taken', async () => {
    const models = saying(WRITING, LONG, SHORT);
    const { run, host } = planned(models, ', candidates: 3', { seed: 7 });
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
    expect(host.calls).toEqual(['echo /execute@1/s#1']);
    expect(models.requests.map(({ seed }) => seed)).toEqual([7, 8, 9]);
    const chosen = run.commits.flatMap(({ entries }) => entries).find(({ kind }) => kind === 'plan.chosen');
    expect(chosen).toMatchObject({
      address: '/plan',
      data: {
        ranked: [
          { call: '/plan!3', writes: 0, steps: 1 },
          { call: '/plan!2', writes: 0, steps: 3 },
          { call: '/plan!1', writes: 1, steps: 1 },
        ],
      },
    });
    const [planning] = [...project(run.commits).planning.values()];
    expect(planning?.accepted?.nodes.map(({ id }) => id)).toEqual(['s']);
    expect(planning?.attempts).toHaveLength(3);
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('an earlier one is taken although a later one was accepted too, and is what is shown', async () => {
    const { run, host } = planned(saying(SHORT, LONG), ', candidates: 2');
    await run.done;
    expect(host.calls).toEqual(['echo /execute@1/s#1']);
    const [planning] = [...project(run.commits).planning.values()];
    expect(planning?.accepted?.nodes.map(({ id }) => id)).toEqual(['s']);
  });

  it('one that is refused is not repaired as long as another was accepted', async () => {
    const models = saying('no plan', SHORT, 'no plan');
    const { run, host } = planned(models, ', candidates: 3');
    await run.done;
    expect(models.requests).toHaveLength(3);
    expect(host.calls).toEqual(['echo /execute@1/s#1']);
  });

  it('P5 where none is accepted, what comes next is tried once', async () => {
    const models = saying('no plan');
    const { run } = planned(models, ', candidates: 2');
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.failed');
    const flavours = run.commits.flatMap(({ fact }) =>
      fact.type === 'plan.replied' ? [fact.attempt.flavour] : [],
    );
    expect(flavours).toEqual(['llm', 'llm', 'rules']);
  });

  it('K10 each call is counted before it leaves', async () => {
    const models = saying(LONG, SHORT);
    const { run } = planned(models, ', candidates: 3', { budget: { calls: 2 } });
    await run.atRest();
    expect(models.requests).toHaveLength(2);
    expect(statusesOf(run.commits)).toBe('run.paused');
  });

  it('K6 a run that was cut between two of them goes on with the next', async () => {
    const whole = planned(saying(LONG, SHORT, LONG));
    await whole.run.done;
    const at = whole.run.commits.findIndex(({ fact }) => fact.type === 'plan.replied');
    const kept = whole.run.commits.slice(0, at + 1);
    const models = saying(SHORT, LONG);
    const host = { ...whole.host, models, ledger: memoryLedger(kept) };
    const resumed = resumeRun(host, kept, workspace([plan(text(', candidates: 3'))], REST));
    if (!resumed.ok) throw new Error(resumed.problem[0]?.message);
    await resumed.value.resume();
    await resumed.value.done;
    expect(models.requests).toHaveLength(2);
    expect(statusesOf(resumed.value.commits)).toBe('run.completed');
  });

  it('is off where nothing is said', async () => {
    const models = saying(SHORT);
    const { run } = planned(models, '');
    await run.done;
    expect(models.requests).toHaveLength(1);
    expect(JSON.stringify(run.commits)).not.toContain('candidate');
  });
});
