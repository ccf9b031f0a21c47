import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '#base';
import { builtInCapabilities } from '#capabilities';
import { type Commit, readLedger, reduceLedger, replay, writeLedger } from '#kernel';
import { isUnanswered, project } from '#projection';
import type { ModelEvent, ModelRequest, Models } from '#runtime';
import { hostOf, start } from './notation';

const DONE: ModelEvent = { type: 'done', usage: { inputTokens: 5, outputTokens: 9 }, finishReason: 'stop' };
const SPECS = [
  { id: 'main', connection: 'server', model: 'one', name: 'Small' },
  { id: 'other', connection: 'server', model: 'two', name: 'Large' },
];
const REST: JsonObject = { models: SPECS, connections: [{ id: 'server' }] };

/** A model that makes its reply of the request. */
function modelThat(answer: (request: ModelRequest, call: number) => string, specs = SPECS) {
  const requests: ModelRequest[] = [];
  const models: Models = {
    list: specs,
    stream: async function* (request) {
      requests.push(request);
      yield { type: 'text', text: answer(request, requests.length) };
      yield DONE;
    },
  };
  return { models, requests };
}

/** What a server is sent that does not bind replies. */
function said({ messages, unbound = messages }: ModelRequest): string {
  return unbound.map(({ text }) => text).join('\n\n');
}

/** The example of a prompt, letter by letter. */
function example(request: ModelRequest): string {
  const system = (request.unbound ?? request.messages)[0]?.text ?? '';
  return system.slice(system.lastIndexOf('\nEXAMPLE\n')).split('\n').slice(3).join('\n');
}

function attemptsIn(commits: readonly Commit[]) {
  return commits.flatMap(({ fact }) => (fact.type === 'plan.replied' ? [fact.attempt] : []));
}

const planner = (rest: string) => `
  plan: PLANNER ${rest}
  execute: PLAN_EXECUTOR
  plan -> execute
`;

describe('P13 a model that only copies the example of its prompt', () => {
  test.each(['llm', 'stream', 'state-machine'])(
    '%s: gets a plan that is accepted at once, and runs',
    async (flavour) => {
      const { models, requests } = modelThat(example);
      const host = { ...hostOf({}, { models }), capabilities: builtInCapabilities() };
      const run = start(host, planner(`${flavour} {goal: "Say it.", models: [main], tools: ["text.*"]}`), {
        rest: REST,
      });
      await run.done;
      expect(attemptsIn(run.commits)).toMatchObject([{ verdict: 'accepted', problems: [] }]);
      expect(requests).toHaveLength(1);
      expect(project(run.commits).status).toBe('completed');
      expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
    },
  );
});

describe('P13 a model that declines', () => {
  const REASON = 'No tool sends letters.';
  const declines = JSON.stringify({ steps: [{ type: 'decline', reason: REASON }] });
  const PLAN = planner(
    'llm {goal: "Send a letter.", models: [main, other], repairRetries: 2, tools: [echo]}',
  );

  it('P5 is not asked to repair it: the next model is asked, then the rules, and the run ends with its words', async () => {
    const { models, requests } = modelThat(() => declines);
    const run = start(hostOf({}, { models }), PLAN, { rest: REST });
    await run.done;
    expect(requests.map(({ model }) => model)).toEqual(['main', 'other']);
    expect(attemptsIn(run.commits)).toMatchObject([
      { model: 'main', verdict: 'refused', problems: [{ code: 'PLAN_DECLINED', message: REASON }] },
      { model: 'other', verdict: 'refused', problems: [{ code: 'PLAN_DECLINED' }] },
      { flavour: 'rules', verdict: 'refused' },
    ]);
    const { status, error } = project(run.commits);
    expect(status).toBe('failed');
    expect(isUnanswered(project(run.commits))).toBe(true);
    expect(error).toMatchObject({
      code: 'PLAN_DECLINED',
      help: expect.stringContaining('choose another model'),
    });
    expect(error?.message).toContain(
      'Small declined: No tool sends letters; Large declined: No tool sends letters;',
    );
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('P5 leaves the plan to one that has it', async () => {
    const step = { id: 'a', tool: 'echo', input: { text: 'x' } };
    const { models } = modelThat(({ model }) =>
      model === 'main' ? declines : JSON.stringify({ steps: [step] }),
    );
    const run = start(hostOf({}, { models }), PLAN, { rest: REST });
    await run.done;
    expect(attemptsIn(run.commits).map(({ model, verdict }) => [model, verdict])).toEqual([
      ['main', 'refused'],
      ['other', 'accepted'],
    ]);
    expect(project(run.commits).status).toBe('completed');
  });

  it('L2 its planner is not tried again: the same tools would be declined again', async () => {
    const { models, requests } = modelThat(() => declines);
    const text = PLAN.replace('tools: [echo]', 'tools: [echo], retry: {maxAttempts: 3}');
    const run = start(hostOf({}, { models }), text, { rest: REST });
    await run.done;
    expect(requests).toHaveLength(2);
    expect(project(run.commits).error?.code).toBe('PLAN_DECLINED');
  });
});

describe('P6 what a prompt had no room for', () => {
  const works = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`shed.tool_${index}`, () => index] as const),
  );
  const descriptors = Object.fromEntries(
    Object.keys(works).map((id) => [
      id,
      { description: `Does what it does, ${'again and '.repeat(20)}again.` },
    ]),
  );
  const calls = (toolId: string) => JSON.stringify({ steps: [{ id: 'a', type: 'tool', toolId, input: {} }] });
  const PLAN = planner('llm {goal: "Use the shed.", models: [main], tools: ["shed.*"]}');

  it('stands in the attempt; a tool of it that the model names is in the next prompt, and its plan is taken', async () => {
    let wanted = '';
    const { models, requests } = modelThat((request) => {
      wanted ||= Object.keys(works).find((id) => !said(request).includes(`${id}(`)) ?? 'none';
      return calls(wanted);
    });
    const run = start(hostOf(works, { models }, descriptors), PLAN, { rest: REST });
    await run.done;
    const [first, second] = attemptsIn(run.commits);
    expect(first?.leftOut?.tools).toContain(wanted);
    expect(first?.leftOut?.documents).toEqual([]);
    expect(first?.problems).toMatchObject([
      { code: 'UNKNOWN_TOOL', message: expect.stringContaining(`"${wanted}" was left out of the prompt`) },
    ]);
    expect(second).toMatchObject({ verdict: 'accepted' });
    expect(second?.leftOut?.tools).not.toContain(wanted);
    expect(requests).toHaveLength(2);
    expect(project(run.commits).status).toBe('completed');
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
    const copy = readLedger(writeLedger(run.commits));
    expect(copy.ok && attemptsIn(copy.value)).toEqual(attemptsIn(run.commits));
    expect(copy.ok && replay(copy.value)).toMatchObject({ ok: true, effects: 0 });
    expect(JSON.stringify(reduceLedger(run.commits, 'outputs'))).not.toContain('leftOut');
  });

  it('is nothing where there is room', async () => {
    const { models } = modelThat(() => calls('shed.tool_3'));
    const few = PLAN.replace('"shed.*"', 'shed.tool_3, shed.tool_4');
    const run = start(hostOf(works, { models }, descriptors), few, { rest: REST });
    await run.done;
    expect(attemptsIn(run.commits)[0]).not.toHaveProperty('leftOut');
  });

  it('is never a tool that the node lists, while there is room, or that a rule of the workspace calls', async () => {
    const { models, requests } = modelThat(() => calls('shed.tool_199'));
    const rule = { id: 'r', when: 'true', steps: [{ capability: 'shed.tool_198' }] };
    const planners = [{ id: 'mine', kind: 'rules', rules: [rule] }];
    const listing = `${PLAN.replace('"shed.*"', '"shed.*", shed.tool_199')}  mine: PLANNER {planner: {flavour: rules, use: mine}, goal: "x"}\n  execute -> mine\n`;
    const run = start(hostOf(works, { models }, descriptors), listing, { rest: { ...REST, planners } });
    await run.done;
    const [request] = requests;
    if (request === undefined) throw new Error('nobody was asked');
    expect(said(request)).toContain('shed.tool_199(');
    expect(said(request)).toContain('shed.tool_198(');
    expect(attemptsIn(run.commits)[0]?.leftOut?.tools.length).toBeGreaterThan(50);
  });
});

describe('P13 the schema is said once', () => {
  const step = JSON.stringify({ steps: [{ id: 'a', tool: 'echo', input: { text: 'x' } }] });
  const PLAN = planner('llm {goal: "Say hello.", models: [main], tools: [echo]}');

  it('P6 the attempt has the words that the server was sent', async () => {
    for (const structuredOutput of [true, false]) {
      const specs = SPECS.map((spec) => ({ ...spec, structuredOutput }));
      const { models, requests } = modelThat(() => step, specs);
      const run = start(hostOf({}, { models }), PLAN, { rest: { ...REST, models: specs } });
      await run.done;
      expect(requests[0]?.schema).toBeDefined();
      const prompt = attemptsIn(run.commits)[0]?.prompt ?? '';
      expect(prompt.includes('The JSON Schema of the plan:')).toBe(!structuredOutput);
    }
  });

  it('P6 also where the server does not bind a reply that it was said to bind', async () => {
    const specs = SPECS.map((spec) => ({ ...spec, structuredOutput: true }));
    const models: Models = {
      list: specs,
      stream: async function* () {
        yield { type: 'unbound' };
        yield { type: 'text', text: step };
        yield DONE;
      },
    };
    const run = start(hostOf({}, { models }), PLAN, { rest: { ...REST, models: specs } });
    await run.done;
    expect(attemptsIn(run.commits)[0]?.prompt).toContain('The JSON Schema of the plan:');
  });

  it('a stream, whose lines no schema binds, is told it in words', async () => {
    const { models, requests } = modelThat(() => step);
    const run = start(hostOf({}, { models }), PLAN.replace('llm', 'stream'), { rest: REST });
    await run.done;
    expect(requests[0]).not.toHaveProperty('schema');
    expect(requests[0]?.messages[0]?.text).toContain('The JSON Schema of a STEP:');
  });
});
