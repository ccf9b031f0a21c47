import { describe, expect, test } from 'vitest';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { readItem } from '#plan';
import { SAMPLE_REPLY, tryParser } from '../../../src/app/library/ItemDialog';
import { NEW_ITEMS } from '../../../src/app/library/items';

const { expression: BEGINNING } = NEW_ITEMS.parsers;

describe('P13 a parser of the workspace', () => {
  test('what it begins with can be kept, and reads the reply that stands beside it', async () => {
    expect(readItem('parsers', { id: 'one', ...NEW_ITEMS.parsers }).ok).toBe(true);
    expect(await tryParser(BEGINNING, SAMPLE_REPLY, BUILT_IN_CATALOGUE)).toEqual({
      kind: 'plan',
      steps: ['text.say'],
      injects: [],
    });
  });

  test('it may inject variables, as a subtree creator does (reference 1, 7.2); JSONata gives one step bare', async () => {
    const reply = '{"steps": [{"tool": "echo", "prompt": "Hello"}]}';
    const expression =
      '{"variablesToInject": {}, "steps": value.steps.{"pluginRef": tool, "prompt": prompt}}';
    expect(await tryParser(expression, reply, BUILT_IN_CATALOGUE)).toEqual({
      kind: 'plan',
      steps: ['step-0-echo'],
      injects: ['__planner_step_0_prompt', '__planner_step_0_response'],
    });
  });

  test('a reply of which no plan comes says why: nothing read, a tool that is not there, an evaluation that fails', async () => {
    const tried = async (expression: string, reply = SAMPLE_REPLY) => {
      const came = await tryParser(expression, reply, BUILT_IN_CATALOGUE);
      return came.kind === 'refused' ? came.problem.code : came.steps;
    };
    expect(await tried('"not a plan"')).toBe('NO_PLAN_IN_REPLY');
    expect(await tried(BEGINNING, '{"todo": [{"use": "no.such"}]}')).toBe('UNKNOWN_TOOL');
    expect(await tried('$error("no")')).toBe('EXPRESSION_ERROR');
    expect(await tried('reply', '{"steps": [{"toolId": "text.say", "input": {"text": "a"}}]}')).toEqual([
      'text.say',
    ]);
  });
});
