import { beforeAll, describe, expect, it } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '#base';
import { replay } from '#kernel';
import { metadataOf, project } from '#projection';
import type { ModelEvent, ModelRequest, RunHandle } from '#runtime';
import { at, hostOf, start, story } from './notation';

/*
 * Reference 4 §2, the guided execution, sentence by sentence, on one run: a planner makes three steps, the second brings that something
 * is missing, the rest is planned anew, and an answer is written. Each title is the sentence that it shows. What a run of steps that
 * come in as a file does is in `test/formats/stepsRuns.test.ts`, triggers by themselves in `test/kernel/replanning.test.ts`.
 */

const SPEC = { id: 'main', connection: 'server', model: 'scripted' };
const REST: JsonObject = { models: [SPEC], connections: [{ id: 'server' }] };
const DONE: ModelEvent = { type: 'done', usage: { inputTokens: 5, outputTokens: 5 }, finishReason: 'stop' };
const TEXT: JsonObject = { type: 'object', properties: { query: { type: 'string' }, plan: {} } };

const goal = (goal: string, tool: string, context?: string): JsonObject => ({
  goal,
  primary_tools: [tool, 'spare'],
  success_criteria: `${goal} is done.`,
  ...(context === undefined ? {} : { context }),
});
const FIRST = [
  goal('List the sales', 'list', 'Only 2026.'),
  goal('Sum them', 'sum'),
  goal('Draw them', 'draw'),
];
const SECOND = [goal('Ask for the prices', 'ask'), { ...goal('Draw them', 'draw'), id: 'step-3' }];

const LONG = 'sale '.repeat(200);
const WORKS = {
  list: () => ({ text: LONG }),
  sum: () => ({ text: 'Not possible: the prices are missing.' }),
  ask: () => ({ text: 'prices' }),
  draw: () => {
    throw new Error('No canvas.');
  },
  spare: () => ({ text: 'spare' }),
  'model.generate': (input: JsonObject) => said(String(input.system), String(input.prompt)),
};

/** What a model says in a run: an agent answers with what it saw last, a judge is content with that. */
function said(system: string, prompt: string): JsonObject {
  const text = (json: JsonObject): JsonObject => ({ text: JSON.stringify(json), json });
  if (system.startsWith('You answer a person')) return { text: 'Sales are up.' };
  if (system.startsWith('You reach a goal'))
    return text({
      thought: 'That is it.',
      answer: prompt.includes('- sum with') ? 'The prices are missing.' : 'Done.',
    });
  return text({ reason: 'So it is.', met: true });
}

let run: RunHandle;
let calls: readonly string[];
const requests: ModelRequest[] = [];

beforeAll(async () => {
  const models = {
    list: [SPEC],
    stream: async function* (request: ModelRequest) {
      requests.push(request);
      yield { type: 'text', text: JSON.stringify(requests.length === 1 ? FIRST : SECOND) } as const;
      yield DONE;
    },
  };
  const input = Object.fromEntries(
    ['list', 'sum', 'ask', 'draw', 'spare'].map((id) => [id, { input: TEXT, effect: 'read' as const }]),
  );
  const host = hostOf(WORKS, { models }, input);
  run = start(
    host,
    `
      out answer
      plan: PLANNER plan-execute {goal: "Report the sales.", tools: [list, sum, ask, draw, spare], repairRetries: 0}
      execute: PLAN_EXECUTOR {replan: {}, answer: model, output: {answer: result.text}}
      plan -> execute
      result {answer: "{{ answer }}"}
    `,
    { rest: REST },
  );
  await run.done;
  calls = host.calls.filter((call) => !call.startsWith('model.generate'));
});

const promptOf = (address: string): string => {
  const input = project(run.commits).nodes.get(at(address))?.input;
  return isJsonObject(input) && typeof input.prompt === 'string' ? input.prompt : '';
};
/** `plan_context`, as it stands in a prompt. */
const contextIn = (prompt: string): Json => JSON.parse(/step of:\n(.*)\n/.exec(prompt)?.[1] ?? 'null');
const places = (kind: string) =>
  story(run.commits).flatMap((line) => (line.startsWith(`${kind} `) ? [line.slice(kind.length + 1)] : []));

describe('reference 4 §2.1 hand-off', () => {
  it('injects the structured plan: each PlanStep is one guided agent', () => {
    const opened = project(run.commits).opened.get(at('/execute'));
    expect(opened?.before?.plan.nodes.map(({ type }) => type)).toEqual(['AGENT', 'AGENT', 'AGENT']);
    expect(opened?.before?.plan.nodes[0]).toMatchObject({
      params: { first: 'tool', tools: ['list', 'spare'], successCriteria: 'List the sales is done.' },
    });
  });
});

describe('reference 4 §2.2 step loop', () => {
  it('for each PlanStep: picks the first entry in primary_tools, and nothing falls back to another', () => {
    expect(calls).toEqual([
      'list /execute@1/step-1/act-1#1',
      'sum /execute@1/step-2/act-1#1',
      'ask /execute@2/step-4/act-1#1',
      'draw /execute@2/step-3/act-1#1',
    ]);
  });

  it('builds the action input of the step-specific goal, with the instructions of its context', () => {
    expect(project(run.commits).nodes.get(at('/execute@1/step-1/act-1'))?.input).toEqual({
      query: 'List the sales\nOnly 2026.',
    });
  });

  it('constructs plan_context: current and total, the status of each step, summaries of what was observed', () => {
    expect(contextIn(promptOf('/execute@1/step-2/think-2'))).toEqual({
      current: 2,
      total: 3,
      steps: [
        {
          id: 'step-1',
          goal: 'List the sales\nOnly 2026.',
          status: 'completed',
          summary: '{"answer":"Done.","iterations":2,"met":true}',
        },
        { id: 'step-2', goal: 'Sum them', status: 'current', summary: '' },
        { id: 'step-3', goal: 'Draw them', status: 'pending', summary: '' },
      ],
    });
  });

  it('builds a textual context from prior observations, each shortened', () => {
    const prompt = promptOf('/execute@1/step-1/think-2');
    expect(prompt).toContain('list with {"query":"List the sales\\nOnly 2026."}: {"text":"sale sale');
  });

  it('a step is over when its success criteria are met', () => {
    expect(promptOf('/execute@1/step-1/judge-1')).toContain('List the sales is done.');
    expect(places('node.started').filter((place) => place.includes('/step-1/'))).toEqual(
      ['act-1', 'judge-1', 'think-2', 'judge-2'].map((leaf) => `/execute@1/step-1/${leaf}#1`),
    );
  });

  it('wraps each outcome in a StepResult: success, tool_used, attempts, observation and error', () => {
    expect(metadataOf(project(run.commits)).execution).toMatchObject([
      { success: true, tool_used: 'list', attempts: 1, observation: 'Done.', error: null },
      { success: true, tool_used: 'sum', attempts: 1, observation: 'The prices are missing.', error: null },
      { success: true, tool_used: 'ask', attempts: 1, observation: 'Done.', error: null },
      { success: true, tool_used: 'draw', attempts: 1, observation: 'Done.', error: null },
    ]);
  });

  it('an error of a tool is recorded where it happened, and told to the step as what it observed', () => {
    expect(project(run.commits).nodes.get(at('/execute@2/step-3/act-1'))?.error?.code).toBe(
      'CAPABILITY_THREW',
    );
    expect(promptOf('/execute@2/step-3/think-2')).toContain('failed with CAPABILITY_THREW');
  });
});

describe('reference 4 §2.3 dynamic plan adaptation', () => {
  it('trigger 2: the observation has a keyword that signals missing prerequisites', () => {
    expect(places('plan.doubted')).toEqual(['/execute']);
    expect(asked()).toContain('What came of the step \\"step-2\\" contains \\"missing\\".');
  });

  it('context of completed steps and the current issue is compiled for a brand-new plan', () => {
    expect(asked()).toContain('The prices are missing.');
    expect(asked()).toContain(
      '"notStarted":[{"goal":"Draw them","id":"step-3","primary_tools":["draw","spare"],"success_criteria":"Draw them is done."}]',
    );
  });

  it('completed work is preserved, new steps replace the unfinished portion under new numbers, and what stays keeps its own', () => {
    expect(places('node.succeeded').filter((place) => /^\/execute@\d\/step-\d$/.test(place))).toEqual([
      '/execute@1/step-1',
      '/execute@1/step-2',
      '/execute@2/step-4',
      '/execute@2/step-3',
    ]);
  });

  it('after the last step nobody asks whether what remains is viable', () => {
    expect(requests).toHaveLength(2);
  });

  const asked = () => requests[1]?.messages.at(-1)?.text ?? '';
});

describe('reference 4 §2.4 final answer', () => {
  it('a structured summary of each step and the observations make the answer that a model writes', () => {
    const [asks] = run.commits
      .flatMap(({ entries }) => entries)
      .filter(({ kind, address }) => kind === 'command' && address === at('/execute!answer'));
    const prompt = JSON.stringify(asks);
    expect(prompt).toContain('Report the sales.');
    for (const id of ['step-1', 'step-2', 'step-4', 'step-3'])
      expect(prompt).toContain(`\\"id\\":\\"${id}\\"`);
    expect(run.commits.at(-1)?.entries.at(-1)).toMatchObject({
      data: { outputs: { answer: 'Sales are up.' } },
    });
    expect(replay(run.commits)).toMatchObject({ ok: true, status: 'completed', effects: 0 });
  });
});
