import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInCapabilities } from '#capabilities';
import { replay } from '#kernel';
import { openModels } from '#models';
import type { RunHandle } from '#runtime';
import { refusesWith, type Script, ScriptedModelServer, says } from '../tools/scriptedModelServer';
import { hostOf, start, statusesOf } from './notation';

const SPEC = { id: 'main', connection: 'server', model: 'scripted' };
const REST = { models: [SPEC], connections: [{ id: 'server' }] };

let server: ScriptedModelServer;
beforeAll(async () => {
  server = await ScriptedModelServer.start();
});
afterAll(() => server.stop());

/** A connection of its own, so that no test knows what another has learned of the server. */
let connections = 0;

function planned(scripts: readonly Script[], params = '') {
  server.script(...scripts);
  const host = hostOf({}, { capabilities: builtInCapabilities() });
  const url = `${server.url}/${++connections}`;
  const models = openModels([SPEC], () => ({ url, key: null }), { clock: host.clock });
  const text = `
    var dynamicPlan   out answer
    plan: PLANNER tools {goal: "Greet Ada.", models: [main], tools: [text.upper, text.join], repairRetries: 0${params}}
    execute: PLAN_EXECUTOR
    plan -> execute
  `;
  return start({ ...host, models }, text, { rest: REST });
}

const calls = (...named: readonly (readonly [name: string, input: object])[]): Script => ({
  ...says(
    ...named.map(([name, input], index) => ({
      toolCall: { name, arguments: JSON.stringify(input), index },
    })),
  ),
  finishReason: 'tool_calls',
});

function plans({ commits }: RunHandle) {
  return commits.flatMap(({ fact }) => (fact.type === 'plan.replied' ? [fact] : []));
}

interface Body {
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown };
  }[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}
const bodies = () => server.requests.map(({ body }) => body as Body);
const textOf = (body: Body | undefined) => JSON.stringify(body?.messages);

describe('P2 a planner by tool calls', () => {
  it('R13 the calls of one message are one plan: parallel, but for the one that reads another', async () => {
    const run = planned([
      calls(
        ['text_upper', { text: 'ada' }],
        ['text_upper', { text: 'hello' }],
        ['text_join', { items: ['{{ steps.call_2.text }}', '{{ steps.call_1.text }}'], separator: ' ' }],
      ),
    ]);
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
    const [reply, ...more] = plans(run);
    expect(more).toEqual([]);
    expect(reply?.attempt).toMatchObject({
      flavour: 'tools',
      verdict: 'accepted',
      template: { id: 'planner-tools', version: 1 },
    });
    expect(reply?.plan?.nodes.map(({ id }) => id)).toEqual(['call_1', 'call_2', 'call_3']);
    expect(reply?.plan?.edges.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual([
      'call_1 call_3',
      'call_2 call_3',
    ]);
    expect(replay(run.commits)).toMatchObject({ ok: true, effects: 0 });
  });

  it('D4 each call is drawn when it is whole, under the id that it has in the plan', async () => {
    const run = planned([calls(['text_upper', { text: 'ada' }], ['text_upper', { text: 'hello' }])]);
    await run.done;
    const drawn = run.commits.flatMap(({ fact }) => (fact.type === 'plan.step' ? [fact.node?.id] : []));
    expect(drawn).toEqual(['call_1', 'call_2']);
  });

  it('P8 offers the tools that are allowed and no others, with what each gives, and asks for nothing else', async () => {
    const run = planned([calls(['text_upper', { text: 'ada' }], ['text_upper', { text: 'b' }])]);
    await run.done;
    const [body] = bodies();
    expect(body?.tools?.map((tool) => tool.function.name)).toEqual(['text_join', 'text_upper']);
    const upper = body?.tools?.find((tool) => tool.function.name === 'text_upper')?.function;
    expect(upper?.description).toContain('Returns {text: string}');
    expect(upper?.parameters).toMatchObject({ type: 'object', properties: { text: { type: 'string' } } });
    const join = body?.tools?.find((tool) => tool.function.name === 'text_join')?.function;
    expect(JSON.stringify(join?.parameters), 'a list may be an expression').toContain('{"type":"string"}');
    expect(body).not.toHaveProperty('response_format');
    // P6: what was offered is a part of what was asked.
    expect(plans(run)[0]?.attempt.prompt).toContain('"id":"text.upper"');
  });

  it('one call alone is one step: the model is asked again with what it gave, until it says finish', async () => {
    const run = planned([
      calls(['text_upper', { text: 'ada' }]),
      calls(['text_join', { items: ['HELLO', '{{ steps.call_1.text }}'], separator: ' ' }]),
      says('{"type":"finish"}'),
    ]);
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
    expect(plans(run).map(({ plan }) => plan?.nodes.map(({ id }) => id))).toEqual([
      ['call_1'],
      ['call_1', 'call_2'],
      ['call_1', 'call_2'],
    ]);
    const [, second, third] = bodies();
    expect(textOf(second)).toContain('call_2, call_3, …');
    expect(textOf(second)).toContain('ADA');
    expect(textOf(third)).toContain('HELLO ADA');
  });

  it('P4 what it says beside its calls is no plan, and a message without calls is read like any reply', async () => {
    const steps = { steps: [{ id: 'a', type: 'tool', toolId: 'text.upper', input: { text: 'x' } }] };
    const beside = calls(['text_upper', { text: 'ada' }], ['text_upper', { text: 'b' }]);
    const chatty = planned([
      {
        ...beside,
        acts: [`I could write ${JSON.stringify(steps)} [`, ...(beside.acts ?? [])],
      },
    ]);
    await chatty.done;
    expect(plans(chatty)[0]?.plan?.nodes.map(({ id }) => id)).toEqual(['call_1', 'call_2']);
    expect(plans(chatty)[0]?.attempt.reply).toContain('I could write');
    const inWords = planned([says(JSON.stringify(steps))]);
    await inWords.done;
    expect(plans(inWords)[0]?.plan?.nodes.map(({ id }) => id)).toEqual(['a']);
    const prose = planned([says('Hello Ada!')]);
    await prose.done;
    expect(plans(prose)[0]?.attempt.problems[0]?.code).toBe('NO_PLAN_IN_REPLY');
  });

  it('P13 whoever only copies the example gets a plan that is accepted', async () => {
    const copied = planned([says('{"type":"finish"}')]);
    await copied.done;
    const system = String(bodies()[0]?.messages[0]?.content);
    const lines = system.slice(system.lastIndexOf('\nEXAMPLE\n')).matchAll(/^call_\d+: ([\w.]+)\((.*)\)$/gm);
    const copies = [...lines].map(([, name = '', input = '']): [string, object] => [name, JSON.parse(input)]);
    expect(copies).toHaveLength(2);
    const run = planned([calls(...copies)]);
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
    expect(plans(run)[0]?.plan?.edges).toMatchObject([{ from: 'call_1', to: 'call_2' }]);
  });

  it('P13 declines in its own words', async () => {
    const run = planned([says('{"type":"decline","reason":"Nobody is there."}')]);
    await run.done;
    expect(plans(run)[0]?.attempt.problems[0]).toMatchObject({
      code: 'PLAN_DECLINED',
      message: 'Nobody is there.',
    });
  });

  it.each([
    ['a function that is not offered', calls(['text_lower', { text: 'a' }]), 'UNKNOWN_TOOL'],
    [
      'arguments that are cut',
      { ...calls(), acts: [{ toolCall: { name: 'text_upper', arguments: '{"te' } }] },
      'ARGUMENTS_NOT_JSON',
    ],
    ['arguments that do not fit', calls(['text_upper', { words: 'a' }]), 'PARAMETER_MISSING'],
    ['a reference to no call', calls(['text_upper', { text: '{{ steps.call_9.text }}' }]), 'STEP_REFERENCE'],
  ])('P3 %s is refused with its place', async (_what, script, code) => {
    const run = planned([script]);
    await run.done;
    const [reply] = plans(run);
    expect(reply?.attempt.verdict).toBe('refused');
    expect(reply?.attempt.problems.map((one) => one.code)).toContain(code);
    expect(statusesOf(run.commits)).toBe('run.failed');
  });

  it('P5 a refused message is repaired, with its calls as it wrote them', async () => {
    const run = planned(
      [
        calls(['text_upper', { words: 'a' }]),
        calls(['text_upper', { text: 'a' }], ['text_upper', { text: 'b' }]),
      ],
      ', repairRetries: 1',
    );
    await run.done;
    expect(plans(run).map(({ attempt }) => attempt.verdict)).toEqual(['refused', 'accepted']);
    expect(textOf(bodies()[1])).toContain('call_1');
  });
});

describe('P13 a model that cannot call functions', () => {
  const NO_TOOLS = { error: { message: 'registry.ollama.ai/library/gemma does not support tools' } };
  const STEPS = { steps: [{ id: 'a', type: 'tool', toolId: 'text.upper', input: { text: 'x' } }] };

  it.each([
    ['Ollama', NO_TOOLS],
    [
      'vLLM',
      { message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set' },
    ],
    ['a parameter', { error: { message: 'Unsupported parameter', param: 'tools' } }],
  ])('%s: asked once more in words, and remembered', async (_who, refusal) => {
    const run = planned([refusesWith(400, refusal), says(JSON.stringify(STEPS))]);
    await run.done;
    expect(statusesOf(run.commits)).toBe('run.completed');
    const [reply] = plans(run);
    expect(reply?.attempt.refusedFields?.map(({ field }) => field)).toEqual(['tools']);
    expect(bodies().map((body) => body.tools !== undefined)).toEqual([true, false]);
    expect(textOf(bodies()[1])).toContain('text.upper(');
    expect(reply?.attempt.prompt).toContain('text.upper(');
    expect(reply?.attempt.prompt).not.toContain('functions:');
  });
});
