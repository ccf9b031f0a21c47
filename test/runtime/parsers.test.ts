import { describe, expect, it } from 'vitest';
import { isAddress, type JsonObject } from '#base';
import { type Commit, replay } from '#kernel';
import { project } from '#projection';
import type { ModelEvent, Models, RunHandle } from '#runtime';
import { facts, hostOf, start, statusesOf } from './notation';

const DONE: ModelEvent = { type: 'done', usage: { inputTokens: 1, outputTokens: 1 }, finishReason: 'stop' };
const SPEC = { id: 'main', connection: 'server', model: 'scripted', name: 'Scripted' };

function saying(reply: string): Models {
  return {
    list: [SPEC],
    stream: async function* () {
      yield { type: 'text', text: reply };
      yield DONE;
    },
  };
}

/** Interpret only (L1): the text is there already, so the plan asks before it runs (P8). */
const reads = (how: string): string => `
  in text
  out answer
  plan: PLANNER llm {planInputVariable: text, ${how}, tools: [PEN, INK]}
  execute: PLAN_EXECUTOR {tools: [PEN, INK]}
  plan -> execute
`;

/** With a model, whose plan runs at once. */
const asks = (how: string): string => `
  out answer
  plan: PLANNER llm {goal: "Draw.", models: [main], ${how}, tools: [PEN, INK]}
  execute: PLAN_EXECUTOR
  plan -> execute
`;

const WORKS = {
  PEN: ({ prompt }: JsonObject) => ({ responseText: `drawn: ${prompt}` }),
  INK: ({ prompt }: JsonObject) => ({ responseText: `inked: ${prompt}` }),
};
const STEPS = [
  { toolId: 'PEN', input: { prompt: 'a fox' } },
  { input: { prompt: 'no tool' } },
  { toolId: ' INK ', input: { prompt: 'its tail' } },
];

function variables(commits: readonly Commit[]): JsonObject {
  const known = project(commits).variables;
  return Object.fromEntries([...known].map(([name, { value }]) => [name, value ?? null]));
}

function problemOf(run: RunHandle): string | undefined {
  const replied = run.commits.map(({ fact }) => fact).find((fact) => fact.type === 'plan.replied');
  return replied?.type === 'plan.replied' ? replied.attempt.problems[0]?.code : undefined;
}

/** Approves the plan when the run asks, and waits for its end. */
async function approve(run: RunHandle): Promise<void> {
  const address = '/execute!approve';
  if (!isAddress(address)) throw new Error('no address');
  const isAsked = (commit: Commit): boolean => commit.entries.some((entry) => entry.address === address);
  await new Promise<void>((resolve) => {
    const stop = run.subscribe((commit) => {
      if (!isAsked(commit)) return;
      stop();
      resolve();
    });
    if (run.commits.some(isAsked)) resolve();
    void run.done.then(() => resolve());
  });
  if (run.commits.some(isAsked)) await run.answer(address, { decision: 'approve' });
  await run.done;
}

/** Runs a plan that reads `text`, and approves what it reads. */
async function read(text: string, how: string, works = {}, rest: JsonObject = {}) {
  const host = hostOf({ ...WORKS, ...works });
  const run = start(host, reads(how), { input: { text }, rest });
  await approve(run);
  return { host, run };
}

describe('P13 the parser of reference 1', () => {
  it('makes one call a step, with prompts and answers in injected variables (V1)', async () => {
    const { host, run } = await read(JSON.stringify(STEPS), 'parser: default');
    expect(statusesOf(run.commits)).toBe('run.completed');
    expect(host.calls).toEqual(['PEN /execute@1/step-1#1', 'INK /execute@1/step-2#1']);
    expect(variables(run.commits)).toMatchObject({
      __planner_step_0_prompt: 'a fox',
      __planner_step_0_response: 'drawn: a fox',
      __planner_step_2_prompt: 'its tail',
      __planner_step_2_response: 'inked: its tail',
    });
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it.each([
    ['steps as texts', JSON.stringify(STEPS.map((step) => JSON.stringify(step)))],
    ['doubled brackets', JSON.stringify([STEPS])],
    [
      'brackets with escaped line ends',
      `[[\\n${STEPS.map((step) => JSON.stringify(step)).join(',\\n')}\\n]]`,
    ],
    ['quotes that nobody escaped', `["${JSON.stringify(STEPS[0])}, {}, ${JSON.stringify(STEPS[2])}"]`],
    [
      'escaped twice',
      `["${[STEPS[0], {}, STEPS[2]].map((step) => JSON.stringify(step).replaceAll('"', '\\\\"')).join(', ')}"]`,
    ],
  ])('reads %s', async (_, text) => {
    const { host } = await read(text, 'parser: default');
    expect(host.calls).toEqual(['PEN /execute@1/step-1#1', 'INK /execute@1/step-2#1']);
  });

  it.each([
    [
      'a key that is there twice',
      '[{"toolId": "PEN", "toolId": "INK", "input": {"prompt": "x"}}]',
      'DUPLICATE_KEY',
    ],
    [
      'digits that are lost',
      '[{"toolId": "PEN", "input": {"prompt": 9007199254740993}}]',
      'NUMBER_NOT_EXACT',
    ],
    [
      'the same in an entry that is a text',
      JSON.stringify(['{"toolId": "PEN", "toolId": "INK"}']),
      'DUPLICATE_KEY',
    ],
    ['an entry that is no JSON', JSON.stringify(['{"toolId": "PEN"']), 'REPLY_NOT_JSON'],
    ['a bracket too few', '[{"toolId": "PEN", "input": {"prompt": "x"}]', 'TRUNCATED_REPLY'],
    ['a word of no value', '[{"toolId": "PEN", "input": {"prompt": FALSE}}]', 'REPLY_NOT_JSON'],
    ['a backslash', '[{"toolId": "PEN", "input": {"prompt": "C:\\data"}}]', 'REPLY_NOT_JSON'],
  ])('fault X7 refuses %s, as every reader of replies does', async (_, text, code) => {
    const { run, host } = await read(text, 'parser: default');
    expect(host.calls).toEqual([]);
    expect(problemOf(run)).toBe(code);
  });

  it('fault X7 takes the texts of a list with escaped line ends as they are', async () => {
    const text = String.raw`[[\n{"toolId": "PEN", "input": {"prompt": "one\ntwo \\n three"}}\n]]`;
    const { run } = await read(text, 'parser: default');
    expect(variables(run.commits)).toMatchObject({ __planner_step_0_prompt: 'one\ntwo \\n three' });
  });

  it('is meant by any name that no parser has', async () => {
    const { host } = await read(JSON.stringify(STEPS), 'parser: elsewhere');
    expect(host.calls).toHaveLength(2);
  });

  it('leaves other forms of plans to P4, and a text without one fails the PLANNER (R13)', async () => {
    const other = await read(
      '{"steps": [{"toolId": "PEN", "input": {"prompt": "a hat"}}]}',
      'parser: default',
    );
    expect(other.host.calls).toEqual(['PEN /execute@1/step-1#1']);
    const { run, host } = await read('Nothing to do.', 'parser: default');
    expect(host.calls).toEqual([]);
    expect(statusesOf(run.commits)).toBe('run.failed');
    expect(
      run.commits.flatMap(({ entries }) => entries).findLast(({ kind }) => kind === 'run.failed')?.data,
    ).toMatchObject({
      error: { code: 'PLAN_INVALID' },
    });
  });

  it('P8 a tool that the planner may not use is refused', async () => {
    const { run, host } = await read('[{"toolId": "echo", "input": {"prompt": "hi"}}]', 'parser: default');
    expect(host.calls).toEqual([]);
    expect(statusesOf(run.commits)).toBe('run.failed');
  });

  it('a planner inside the plan is expanded when it is reached', async () => {
    const text = JSON.stringify([
      { toolId: 'deeper', type: 'planner', params: { modelPluginRef: 'main', userQueryVariable: 'text' } },
    ]);
    const host = hostOf(WORKS, { models: saying(JSON.stringify(STEPS)) });
    const run = start(host, reads('parser: default'), {
      input: { text },
      rest: { models: [SPEC], connections: [{ id: 'server' }] },
    });
    await approve(run);
    expect(host.calls).toEqual(['PEN /execute@1/step-1@1/step-1#1', 'INK /execute@1/step-1@1/step-2#1']);
    expect(statusesOf(run.commits)).toBe('run.completed');
  });
});

describe('P13 subtree creators', () => {
  const creator = {
    cut: ({ planText }: JsonObject) => ({
      variablesToInject: { __colour: `of ${planText}` },
      steps: [{ pluginRef: 'PEN', prompt: 'a line' }, { pluginRef: ' ' }, { pluginRef: 'INK' }],
    }),
  };

  it('gets the text of the plan, and gives variables and steps', async () => {
    const { host, run } = await read('any text', 'subtreeCreator: cut', creator);
    expect(host.calls).toEqual(['cut /plan!1', 'PEN /execute@1/step-1#1', 'INK /execute@1/step-2#1']);
    expect(variables(run.commits)).toMatchObject({
      __colour: 'of any text',
      __planner_step_0_prompt: 'a line',
      __planner_step_0_response: 'drawn: a line',
      __planner_step_2_prompt: null,
    });
  });

  it('is asked with the reply of a model, as part of its one command (K2)', async () => {
    const host = hostOf({ ...WORKS, ...creator }, { models: saying('draw!') });
    const run = start(host, asks('subtreeCreator: cut'), {
      rest: { models: [SPEC], connections: [{ id: 'server' }] },
    });
    await run.done;
    expect(facts(run.commits).filter((fact) => fact.startsWith('plan.'))).toEqual(['plan.replied /plan!1']);
    expect(variables(run.commits)).toMatchObject({ __colour: 'of draw!' });
  });

  it.each([
    ['gives no steps', { cut: () => ({ plan: [] }) }, 'NO_PLAN_IN_REPLY'],
    [
      'wants to inject what is no variable',
      { cut: () => ({ variablesToInject: { 'a b': 1 }, steps: [] }) },
      'INJECTION_INVALID',
    ],
    [
      'breaks',
      {
        cut: () => {
          throw new Error('no');
        },
      },
      'CAPABILITY_THREW',
    ],
  ])('one that %s fails the planner, and nothing is called', async (_, works, code) => {
    const { host, run } = await read('text', 'subtreeCreator: cut', works);
    expect(host.calls).toEqual(['cut /plan!1']);
    expect(statusesOf(run.commits)).toBe('run.failed');
    expect(problemOf(run)).toBe(code);
  });
});

describe('P13 parsers of the workspace', () => {
  const jsonata = {
    id: 'lines',
    kind: 'jsonata',
    expression: '{"steps": value.todo.{"toolId": "PEN", "input": {"prompt": $}}}',
  };

  it('JSONata sees the reply and its value, and makes a plan of any known shape', async () => {
    const { host } = await read('{"todo": ["one", "two"]}', 'parser: lines', {}, { parsers: [jsonata] });
    expect(host.calls).toEqual(['PEN /execute@1/step-1#1', 'PEN /execute@1/step-2#1']);
  });

  it('a capability does the same with {planText}', async () => {
    const split = ({ planText }: JsonObject) => ({ steps: [{ toolId: 'INK', input: { prompt: planText } }] });
    const parser = { id: 'mine', kind: 'capability', capability: 'split' };
    const { host } = await read('words', 'parser: mine', { split }, { parsers: [parser] });
    expect(host.calls).toEqual(['split /plan!1', 'INK /execute@1/step-1#1']);
  });

  it('K5 the parser stands in the ledger, and one that fails says so', async () => {
    const broken = { ...jsonata, expression: '$error("no such list")' };
    const { run } = await read('{}', 'parser: lines', {}, { parsers: [broken] });
    const [first] = run.commits;
    expect(first?.fact.type === 'run.started' && first.fact.closure.parsers).toEqual([broken]);
    expect(problemOf(run)).toBe('EXPRESSION_ERROR');
  });
});

describe('L8 the queue of a run', () => {
  it('may choose the prompt of a planner that names none', async () => {
    const requests: string[] = [];
    const models: Models = {
      list: [SPEC],
      stream: async function* (request) {
        requests.push(request.messages.map(({ text }) => text).join('\n'));
        yield { type: 'text', text: JSON.stringify(STEPS) };
        yield DONE;
      },
    };
    const run = start(hostOf(WORKS, { models }), asks('parser: default'), {
      labels: { queue: 'studio' },
      rest: {
        models: [SPEC],
        connections: [{ id: 'server' }],
        prompts: [{ id: 'studio', version: 1, text: 'Studio rules for {{ goal }}' }],
      },
    });
    await run.done;
    expect(requests).toEqual(['Studio rules for Draw.']);
  });
});
