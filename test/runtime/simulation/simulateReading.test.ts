import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#base';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { readScript, type Workspace } from '#plan';
import { simulate } from '#runtime';
import { plan, workspace } from '../../notation/plan';
import { gives, simulatedIn } from '../../notation/simulation';

const asked = (reading: string) => `
  out said
  think: PLANNER llm {goal: Say it, tools: [echo], ${reading}}
  do: PLAN_EXECUTOR {output: {said: "result"}}
  think -> do`;

const planned = (reading: string, output: Json, rest: JsonObject = {}) =>
  simulatedIn(workspace([plan(asked(reading))], rest), {
    nodes: { think: [gives(1, output)], do: [gives(0)] },
    default: gives(5, { responseText: 'said' }),
  });

describe('H4 fault S7 a PLANNER is read in a simulation as it is in a run', () => {
  const plugins = '[{"toolId": "echo", "input": {"prompt": "hi"}}]';

  test('P13 by the parser that reference 1 calls default: prompts and answers are variables of the plan', async () => {
    const run = await planned('parser: default', plugins);
    expect(run.variables).toMatchObject({
      __planner_step_0_prompt: 'hi',
      __planner_step_0_response: 'said',
    });
  });

  test('P13 by a parser of the workspace, in a form that nobody else reads', async () => {
    const expression =
      '{"nodes": [{"id": "say", "type": "CAPABILITY", "params": {"capability": value.call}}]}';
    const run = await planned(
      'parser: own',
      { call: 'echo' },
      { parsers: [{ id: 'own', kind: 'jsonata', expression }] },
    );
    expect(run.lines).toContain('1 /do@1/say running');
    const broken = await planned(
      'parser: own',
      { call: 'echo' },
      { parsers: [{ id: 'own', kind: 'jsonata', expression: '$error("No.")' }] },
    );
    expect(broken.status).toBe('failed');
  });

  test('P13 a creator is not called: the script says what it makes, or the reply that it would be given', async () => {
    const created = { variablesToInject: { name: 'Ada' }, steps: [{ pluginRef: 'echo' }] };
    const made = await planned('subtreeCreator: echo', created);
    expect([made.status, made.variables.name]).toEqual(['completed', 'Ada']);
    const plain = await planned('subtreeCreator: echo', {
      nodes: [{ id: 'say', type: 'CAPABILITY', params: { capability: 'echo' } }],
      edges: [],
    });
    expect(plain.lines).toContain('1 /do@1/say running');
  });
});

describe('H4 fault S7 capabilities that are not here', () => {
  const refusalOf = async (whole: Workspace, script: JsonObject) => {
    const read = readScript(script);
    if (!read.ok) throw new Error('the script is sound');
    const made = await simulate({
      workspace: whole,
      plan: 'main',
      script: read.value,
      catalogue: BUILT_IN_CATALOGUE,
    });
    return made.ok ? null : made.problem.map(({ code }) => code);
  };

  test('are no error where the script answers, by a KEY or by its default', async () => {
    const whole = workspace([plan('out x\nlook: CAPABILITY their.search {output: {x: "result"}}')]);
    const answered = await simulatedIn(whole, { nodes: { look: [gives(5, 'found')] } });
    expect([answered.lines, answered.outputs]).toEqual([
      ['0 /look running', '5 /look succeeded'],
      { x: 'found' },
    ]);
    expect(await refusalOf(whole, { nodes: { '/look': [gives(5)] } })).toBeNull();
    expect(await refusalOf(whole, { default: gives(5) })).toBeNull();
    expect(await refusalOf(whole, { nodes: { other: [gives(5)] } })).toEqual(['CAPABILITY_UNKNOWN']);
    expect(await refusalOf(whole, {})).toEqual(['CAPABILITY_UNKNOWN']);
  });

  test('may be tools of a planner, and are called by its plan', async () => {
    const whole = workspace([
      plan('think: PLANNER llm {goal: Find, tools: [their.search]}\ndo: PLAN_EXECUTOR\nthink -> do'),
    ]);
    const steps = [{ id: 'find', type: 'CAPABILITY', params: { capability: 'their.search' } }];
    const run = await simulatedIn(whole, { nodes: { think: [gives(1, { nodes: steps, edges: [] })] } });
    expect(run.lines).toContain('1 /do@1/find running');
  });
});
