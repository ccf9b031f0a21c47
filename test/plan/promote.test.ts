import { describe, expect, test } from 'vitest';
import { hasErrors } from '#base';
import { apply, check, literalsOf, type Plan, promote, withInputs } from '#plan';
import { machine } from '../notation/machine';
import { body, workspace } from '../notation/plan';
import { tools } from '../planner/plannerState';

const ORIGIN = {
  id: 'kept',
  name: 'Kept',
  runId: 'run-1',
  address: '/execute',
  values: { question: 'Which?', unused: 1, answer: null, goal: 'Find out' },
};
const CATALOGUE = tools({ 'table.load': { document: 'string' }, 'text.say': { text: 'string' } });

const MADE = machine(
  {
    initial: 'look',
    responders: [{ id: 'load', request: 'load', capability: 'table.load' }],
    states: [
      {
        id: 'look',
        action: {
          event: 'load',
          response: 'loaded',
          data: { document: 'sales', why: '{{ goal_data.goal }}' },
        },
        on: [{ event: 'loaded', target: 'done', when: 'goal_data.question != null' }],
      },
      { id: 'done', type: 'final' },
    ],
  },
  'find-out',
);
const STEPS = body(`
  load-it: CAPABILITY table.load {input: {document: sales}}
  say: CAPABILITY text.say {input: {text: "{{ steps[\\"load-it\\"].rows }} for {{ question }}"}}
  load-it -> say`);

const errors = (plan: Plan) => check(workspace([plan]), CATALOGUE).filter((one) => hasErrors([one]));

describe('P11 a made plan becomes a plan of the workspace', () => {
  test('of a machine: what it read of the goal is an input, with what the run gave as its default', () => {
    const kept = promote(MADE, ORIGIN);
    expect(kept).toMatchObject({
      id: 'kept',
      kind: 'state-machine',
      name: 'Kept',
      variables: [
        { id: 'question', scope: 'IN', default: 'Which?' },
        { id: 'goal', scope: 'IN', default: 'Find out' },
      ],
      states: MADE.states,
      source: { run: { runId: 'run-1', address: '/execute' } },
    });
    expect(errors(kept)).toEqual([]);
  });

  test('of a graph: results of steps are variables, what it read is an input, and its last step is its output', () => {
    const kept = promote(STEPS, { ...ORIGIN, inherits: { timeoutMs: 500 } });
    expect(kept.variables).toEqual([
      { id: 'question', scope: 'IN', default: 'Which?' },
      { id: 'load_it_result', scope: 'INTERNAL' },
      { id: 'result', scope: 'OUT' },
    ]);
    expect(kept).toMatchObject({
      nodes: [
        { id: 'load-it', output: { load_it_result: 'result' }, timeoutMs: 500 },
        {
          id: 'say',
          input: { text: '{{ load_it_result.rows }} for {{ question }}' },
          output: { result: 'result' },
        },
      ],
    });
    expect(errors(kept)).toEqual([]);
  });

  test('also of what lies in its containers', () => {
    const kept = promote(
      body(`
        both: GROUP ASYNC
          load: CAPABILITY table.load {input: {document: sales}, output: {answer: "result.name"}}
        say: CAPABILITY text.say {input: {text: "{{ steps[\\"load\\"].rows }}"}}
        both -> say`),
      ORIGIN,
    );
    expect(JSON.stringify(kept)).toContain('"output":{"answer":"result.name","load_result":"result"}');
    expect(kept.variables).toEqual([
      { id: 'load_result', scope: 'INTERNAL' },
      { id: 'answer', scope: 'OUT' },
      { id: 'result', scope: 'OUT' },
    ]);
    expect(errors(kept)).toEqual([]);
  });

  test('what it writes is an output, and its last step is none then', () => {
    const kept = promote(
      body('say: CAPABILITY text.say {input: {text: x}, output: {answer: "result.text"}}'),
      ORIGIN,
    );
    expect(kept.variables).toEqual([{ id: 'answer', scope: 'OUT' }]);
    expect(errors(kept)).toEqual([]);
  });

  test('its literals are offered as inputs, whose defaults they are; one edit, and its inverse', () => {
    for (const [made, at] of [
      [MADE, 'look'],
      [STEPS, 'load-it'],
    ] as const) {
      const kept = promote(made, ORIGIN);
      const [literal, ...others] = literalsOf(kept);
      expect(others).toEqual([]);
      expect(literal).toEqual({ at, key: 'document', value: 'sales', variable: 'document' });
      const asked = withInputs(kept, literal === undefined ? [] : [literal]);
      expect(asked.variables).toContainEqual({
        id: 'document',
        scope: 'IN',
        schema: { type: 'string' },
        default: 'sales',
      });
      expect(JSON.stringify(asked)).toContain('"document":"{{ document }}"');
      expect(errors(asked)).toEqual([]);
      const before = workspace([]);
      const done = apply(before, { edit: 'add-plan', plan: asked });
      if (!done.ok) throw new Error(done.problem.message);
      expect(apply(done.value.workspace, done.value.inverse)).toMatchObject({
        ok: true,
        value: { workspace: before },
      });
    }
  });

  test('names that are taken are not taken again', () => {
    const twice = body(`
      a: CAPABILITY text.say {input: {text: one}}
      b: CAPABILITY text.say {input: {text: two}}
      c: CAPABILITY text.say {input: {text: three}}
      a -> b -> c`);
    expect(literalsOf(promote(twice, ORIGIN)).map(({ variable }) => variable)).toEqual([
      'text',
      'b_text',
      'c_text',
    ]);
  });
});
