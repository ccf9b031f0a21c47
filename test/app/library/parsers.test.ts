import { describe, expect, test } from 'vitest';
import { BUILT_IN_CATALOGUE } from '#capabilities';
import { apply, write } from '#plan';
import {
  draftOf,
  draftProblem,
  type Parser,
  parserOf,
  SAMPLE_REPLY,
  tryParser,
} from '../../../src/app/library/parsers';
import { plan, workspace } from '../../notation/plan';

const NEW = draftOf(null);

describe('P13 a parser of the workspace', () => {
  test('what it begins with can be kept, and reads the reply that stands beside it', async () => {
    expect(draftProblem(NEW, BUILT_IN_CATALOGUE)).toBeNull();
    expect(await tryParser(NEW.expression, SAMPLE_REPLY, BUILT_IN_CATALOGUE)).toEqual({
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

  test('what is wrong with it is said before it is kept', () => {
    const problem = (more: object) => draftProblem({ ...NEW, ...more }, BUILT_IN_CATALOGUE)?.code;
    expect(problem({ expression: '{ "a": ' })).toBe('JSONATA_INVALID');
    expect(problem({ expression: ' ' })).toBe('EXPRESSION_EMPTY');
    expect(problem({ kind: 'capability' })).toBe('CAPABILITY_UNKNOWN');
    expect(problem({ kind: 'capability', capability: 'nobody' })).toBe('CAPABILITY_UNKNOWN');
    expect(problem({ kind: 'capability', capability: 'data.jsonata' })).toBeUndefined();
  });

  test('a reply of which no plan comes says why: nothing read, a tool that is not there, an evaluation that fails', async () => {
    const tried = async (expression: string, reply = SAMPLE_REPLY) => {
      const came = await tryParser(expression, reply, BUILT_IN_CATALOGUE);
      return came.kind === 'refused' ? came.problem.code : came.steps;
    };
    expect(await tried('"not a plan"')).toBe('NO_PLAN_IN_REPLY');
    expect(await tried(NEW.expression, '{"todo": [{"use": "no.such"}]}')).toBe('UNKNOWN_TOOL');
    expect(await tried('$error("no")')).toBe('EXPRESSION_ERROR');
    expect(await tried('reply', '{"steps": [{"toolId": "text.say", "input": {"text": "a"}}]}')).toEqual([
      'text.say',
    ]);
  });

  test('it is kept under an id made from its name, and one undo takes it away', () => {
    const before = workspace([plan('a: CAPABILITY echo')]);
    const item = parserOf(null, { ...NEW, name: 'Steps of ours' }, before);
    expect(item).toMatchObject({ id: 'steps-of-ours', kind: 'jsonata' });
    const done = apply(before, { edit: 'put-item', list: 'parsers', item });
    if (!done.ok) throw new Error(done.problem.message);
    expect(done.value.workspace.parsers).toEqual([item]);
    const again = parserOf(null, { ...NEW, name: 'Steps of ours' }, done.value.workspace);
    expect(again.id).not.toBe(item.id);
    const back = apply(done.value.workspace, done.value.inverse);
    expect(back.ok && write(back.value.workspace)).toBe(write(before));
  });

  test('changing its kind keeps its id, and leaves out what the other kind had', () => {
    const stored: Parser = { id: 'one', name: 'One', kind: 'jsonata', expression: 'value' };
    const changed = parserOf(
      stored,
      { ...draftOf(stored), kind: 'capability', capability: 'x.y' },
      workspace([]),
    );
    expect(changed).toEqual({ id: 'one', name: 'One', kind: 'capability', capability: 'x.y' });
  });
});
