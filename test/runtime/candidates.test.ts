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

describe('P3 a model chooses among several plans', () => {
  const CRITIC = ', candidates: 2, ranking: model';
  const chosenOf = ({ commits }: ReturnType<typeof compared>['run']) =>
    commits.flatMap(({ entries }) => entries).find(({ kind }) => kind === 'plan.chosen');

  /** @param choice what the model says to the question which plan is best; it fails where that is an error */
  function compared(plans: readonly (object | string)[], choice: object | Error, over: object = {}) {
    const models = saying(...plans);
    const questions: string[] = [];
    const host = hostOf(
      {
        'mail.send': () => ({}),
        'model.generate': (input) => {
          questions.push(JSON.stringify(input));
          if (choice instanceof Error) throw choice;
          return { text: JSON.stringify(choice) };
        },
      },
      { models },
      { 'mail.send': { effect: 'write' }, 'model.generate': { effect: 'read' } },
    );
    return { host, questions, run: start(host, text(CRITIC), { rest: REST, ...over }) };
  }

  it('in one more call of the planner, and its reason is kept', async () => {
    const { run, host, questions } = compared([SHORT, LONG], { reason: 'It says all.', choice: 'plan-2' });
    await run.done;
    expect(host.calls).toEqual([
      'model.generate /plan!3',
      'echo /execute@1/a#1',
      'echo /execute@1/b#1',
      'echo /execute@1/c#1',
    ]);
    expect(questions[0]).toContain('Greet Ada.');
    expect(questions[0]).toContain('plan-2: {');
    const ranked = [{ call: '/plan!2' }, { call: '/plan!1' }];
    const by = { kind: 'model', call: '/plan!2', reason: 'It says all.' };
    expect(chosenOf(run)).toMatchObject({ address: '/plan', data: { by, ranked } });
    const [planning] = [...project(run.commits).planning.values()];
    expect(planning).toMatchObject({ by, ranked });
    expect(planning?.attempts).toHaveLength(2);
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('P5 the rules choose where it names none of them, or cannot be asked', async () => {
    for (const [choice, because] of [
      [{ reason: 'All are good.', choice: 'plan-9' }, 'The model named none of the plans.'],
      [{ text: 'The first, I think.' }, 'The model named none of the plans.'],
      [new Error('It is busy.'), 'The capability broke off: It is busy.'],
    ] as const) {
      const { run, host } = compared([LONG, SHORT], choice);
      await run.done;
      expect(statusesOf(run.commits)).toBe('run.completed');
      expect(host.calls.at(-1)).toBe('echo /execute@1/s#1');
      expect(chosenOf(run)?.data).toMatchObject({ by: { kind: 'rules', because } });
    }
  });

  it('P13 the rules choose where policies do not let a model be asked', async () => {
    // A planner is asked with its goal, and this call has none.
    const when = { capability: 'model.generate', argument: 'input.goal == ""' };
    const rest = { ...REST, policies: [{ when, ['then' as const]: 'deny' }] };
    const { run, questions } = compared([LONG, SHORT], { choice: 'plan-1' }, { rest });
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
    expect(questions).toEqual([]);
    expect(chosenOf(run)?.data).toMatchObject({ by: { kind: 'rules' } });
  });

  it('is not asked where only one plan was accepted', async () => {
    const { run, questions } = compared(['no plan', SHORT], { choice: 'plan-1' });
    await run.done;
    expect(questions).toEqual([]);
    expect(chosenOf(run)?.data).not.toHaveProperty('by');
  });

  it('K10 its call is counted before it leaves', async () => {
    const { run, questions } = compared([LONG, SHORT], { choice: 'plan-1' }, { budget: { calls: 2 } });
    await run.atRest();
    expect(statusesOf(run.commits)).toBe('run.paused');
    expect(questions).toEqual([]);
  });

  it('K6 a run that was cut before the choice asks for it again, and for no plan', async () => {
    const whole = compared([LONG, SHORT], { reason: '', choice: 'plan-1' });
    await whole.run.done;
    const at = whole.run.commits.findLastIndex(({ fact }) => fact.type === 'plan.replied');
    const kept = whole.run.commits.slice(0, at + 1);
    const models = saying(SHORT);
    const host = { ...whole.host, models, ledger: memoryLedger(kept) };
    const resumed = resumeRun(host, kept, workspace([plan(text(CRITIC))], REST));
    if (!resumed.ok) throw new Error(resumed.problem[0]?.message);
    await resumed.value.resume();
    await resumed.value.done;
    expect(models.requests).toEqual([]);
    const chosen = resumed.value.commits
      .flatMap(({ entries }) => entries)
      .find(({ kind }) => kind === 'plan.chosen');
    expect(chosen?.data).toMatchObject({ by: { kind: 'model', call: '/plan!1' } });
  });
});
