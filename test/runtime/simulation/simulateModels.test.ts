import { describe, expect, test } from 'vitest';
import { fails, gives, linesOf, simulated } from '../../notation/simulation';

const DECIDE = `
  in letter = "Hello"   out way
  sort: LLM_DECISION About {{ letter }}? {choices: [sales, help], output: {way: result}, retry: {maxAttempts: 2, initialIntervalMs: 5}}
  buy: CAPABILITY echo
  aid: CAPABILITY echo
  sort.sales -> buy
  sort.help -> aid
`;

describe('H4 nodes that ask models', () => {
  test('H4 LLM_DECISION is one leaf under its own KEY; its output is the choice id', async () => {
    const run = await simulated(DECIDE, { nodes: { sort: [gives(30, 'help')] } });
    expect(run.lines).toEqual([
      '0 /sort running',
      '30 /sort succeeded',
      '30 /buy skipped',
      '30 /aid running',
      '30 /aid succeeded',
    ]);
    expect(run.outputs).toEqual({ way: 'help' });
  });

  test('L9 an output that names no choice fails the attempt with RESULT_INVALID; the next takes the next outcome', async () => {
    const run = await simulated(DECIDE, { nodes: { '/sort': [gives(1, 'cellar'), gives(2, 'sales')] } });
    expect(linesOf(run, '/sort')).toEqual([
      '0 /sort running',
      '1 /sort retrying',
      '6 /sort running',
      '8 /sort succeeded',
    ]);
    const failed = await simulated(DECIDE, {});
    expect(failed.error?.code).toBe('RESULT_INVALID');
  });

  test('H4 an error of the script is its error', async () => {
    const run = await simulated(DECIDE, { nodes: { sort: [fails(1, 'MODEL_DOWN')] } });
    expect([run.status, run.error?.code]).toEqual(['failed', 'MODEL_DOWN']);
  });

  test('H4 TOOL_ROUTER and REFLECTION are one leaf each: their output is the result, by rule and by model', async () => {
    const router = 'routes: [{id: a, capability: echo, when: "false"}], output: {one: result}';
    const run = await simulated(
      `
       out one   out two   out three
       a: TOOL_ROUTER {${router}}
       b: TOOL_ROUTER model {${router.replace('one', 'two')}}
       c: REFLECTION Better {input: x, output: {three: result}}`,
      { nodes: { a: [gives(1, 'A')], b: [gives(2, 'B')], c: [gives(3, 'C')] } },
    );
    expect(run.outputs).toEqual({ one: 'A', two: 'B', three: 'C' });
    expect(run.lines.filter((line) => line.includes('/c'))).toEqual(['0 /c running', '3 /c succeeded']);
  });

  test.each(['rule', 'schema', 'model', 'capability'])(
    'H4 EVALUATION by %s is one leaf: its output is the score',
    async (evaluator) => {
      const judge = `
        j: EVALUATION ${evaluator} {input: x, rule: "false", schema: {type: number}, question: Q, capability: echo, threshold: 3}
        good: CAPABILITY echo
        bad: CAPABILITY echo
        j.pass -> good
        j.fail -> bad`;
      const passed = await simulated(judge, { nodes: { j: [gives(5, 3)] } });
      expect(linesOf(passed, '/j', '/bad')).toEqual(['0 /j running', '5 /j succeeded', '5 /bad skipped']);
      const failed = await simulated(judge, { nodes: { j: [gives(5, 2.9)] } });
      expect(linesOf(failed, '/good')).toEqual(['5 /good skipped']);
      const wrong = await simulated(judge, { nodes: { j: [gives(5, 'high')] } });
      expect(wrong.error?.code).toBe('RESULT_INVALID');
    },
  );

  test('H4 AGENT is one leaf, although it is not run otherwise', async () => {
    const run = await simulated('out got\na: AGENT Weave {output: {got: result}}', {
      nodes: { a: [gives(9, 'done')] },
    });
    expect([run.status, run.outputs]).toEqual(['completed', { got: 'done' }]);
  });
});
