import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#base';
import { replay } from '#kernel';
import { project } from '#projection';
import type { ModelEvent, ModelRequest, Models, RunHandle } from '#runtime';
import { hostOf, start, statusesOf } from './notation';

const DONE: ModelEvent = { type: 'done', usage: { inputTokens: 5, outputTokens: 5 }, finishReason: 'stop' };
const SPEC = { id: 'main', connection: 'server', model: 'scripted', name: 'Scripted' };
const PLANNERS: JsonObject[] = [
  {
    id: 'known',
    kind: 'rules',
    name: 'What we know',
    rules: [
      {
        id: 'greet',
        when: 'goal.contains("Greet")',
        steps: [{ id: 'greet', capability: 'echo', input: { text: 'Hello.' } }],
      },
    ],
  },
];

function saying(...replies: readonly string[]): Models & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    requests,
    list: [SPEC],
    stream: async function* (request) {
      requests.push(request);
      yield { type: 'text', text: replies[Math.min(requests.length, replies.length) - 1] ?? '' };
      yield DONE;
    },
  };
}

const GOOD = JSON.stringify({ steps: [{ id: 'made', toolId: 'echo', input: { text: 'By a model.' } }] });

interface Asked {
  readonly goal: string;
  readonly models?: Models;
  readonly rest?: JsonObject;
  readonly planner?: string;
  readonly budget?: object;
}

function planned({ goal, models, rest = {}, planner = '{flavour: hybrid, use: known}', budget }: Asked) {
  const given = models === undefined ? {} : { models: [SPEC], connections: [{ id: 'server' }] };
  const host = hostOf({}, models === undefined ? {} : { models });
  const text = `
    plan: PLANNER {planner: ${planner}, goal: "${goal}", tools: [echo]}
    execute: PLAN_EXECUTOR
    plan -> execute
  `;
  const run = start(host, text, {
    rest: { planners: PLANNERS, ...given, ...rest },
    ...(budget === undefined ? {} : { budget }),
  });
  return { run, host };
}

function attempts({ commits }: RunHandle) {
  return commits.flatMap(({ fact }) =>
    fact.type === 'plan.replied'
      ? [`${fact.address} ${fact.attempt.flavour} ${fact.attempt.verdict} by ${fact.attempt.madeBy}`]
      : [],
  );
}

describe('P2 a hybrid planner', () => {
  it('takes the plan of its rules, and asks no model', async () => {
    const models = saying(GOOD);
    const { run, host } = planned({ goal: 'Greet Ada.', models });
    await run.done;
    expect(attempts(run)).toEqual(['/plan!1 rules accepted by What we know']);
    expect(models.requests).toEqual([]);
    expect(host.calls).toEqual(['echo /execute@1/greet#1']);
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('K2 asks a model for what its rules do not know, each by a call of its own', async () => {
    const models = saying('no plan', GOOD);
    const { run, host } = planned({ goal: 'Do something else.', models });
    await run.done;
    expect(attempts(run)).toEqual([
      '/plan!1 rules refused by What we know',
      '/plan!2 llm refused by Scripted',
      '/plan!3 llm accepted by Scripted',
    ]);
    expect(host.calls).toEqual(['echo /execute@1/made#1']);
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('P5 says what was tried when neither has a plan; the rules of the workspace are not the built-in ones', async () => {
    const { run } = planned({ goal: 'Do something else.', models: saying('no plan') });
    await run.done;
    expect(attempts(run).map((line) => line.split(' ').slice(1, 3).join(' '))).toEqual([
      'rules refused',
      'llm refused',
      'llm refused',
      'rules refused',
    ]);
    expect(project(run.commits).error?.message).toMatch(
      /Tried: the rule planner was refused: .*Scripted was refused: The reply holds no plan.*the rule planner/,
    );
  });

  it('P5 the built-in rules are asked once', async () => {
    const { run } = planned({ goal: 'Do something else.', models: saying('no plan'), planner: 'hybrid' });
    await run.done;
    expect(attempts(run).map((line) => line.split(' ')[1])).toEqual(['rules', 'llm', 'llm']);
    expect(statusesOf(run.commits)).toBe('run.failed');
    expect(project(run.commits).error?.code).toBe('PLAN_INVALID');
  });

  it('works by its rules where there is no model, and says so where they do not know the goal', async () => {
    const known = planned({ goal: 'Greet Ada.' });
    await known.run.done;
    expect(statusesOf(known.run.commits)).toBe('run.completed');
    const other = planned({ goal: 'Do something else.' });
    await other.run.done;
    const error = project(other.run.commits).error;
    expect(error?.code).toBe('PLAN_REFUSED');
    expect(error?.message).toContain('No model is there to be asked');
    expect(error?.help).toContain('Add a model');
  });

  it('P13 a policy that forbids asking a model leaves the rules', async () => {
    // biome-ignore lint/suspicious/noThenProperty: a word of the format; it is never awaited.
    const rest = { policies: [{ id: 'local', when: { capability: 'model.*' }, then: 'deny' }] };
    const models = saying(GOOD);
    const known = planned({ goal: 'Greet Ada.', models, rest });
    await known.run.done;
    expect(statusesOf(known.run.commits)).toBe('run.completed');
    const other = planned({ goal: 'Do something else.', models, rest });
    await other.run.done;
    expect(project(other.run.commits).error?.code).toBe('POLICY_DENIED');
    expect(models.requests).toEqual([]);
  });

  it('K10 the budget is asked before the model and not before the rules', async () => {
    const models = saying(GOOD);
    const known = planned({ goal: 'Greet Ada.', models, budget: { tokens: 0 } });
    await known.run.done;
    expect(statusesOf(known.run.commits)).toBe('run.completed');
    const other = planned({ goal: 'Do something else.', models, budget: { tokens: 0 } });
    await other.run.atRest();
    expect(statusesOf(other.run.commits)).toBe('run.paused');
    expect(models.requests).toEqual([]);
  });
});
