import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#base';
import { readPlan } from '#plan';
import { plan, workspace } from '../../notation/plan';
import { fails, gives, simulatedIn } from '../../notation/simulation';

const INNER = plan(
  `
  in text
  out answer
  var passing
  result {answer: "{{ answer }}"}
  look: CAPABILITY echo {output: {answer: "result", passing: "result"}}
  nap: DELAY {forMs: 5}
  look -> nap`,
  'inner',
);

const OUTER = plan(`
  out found
  first: SUB_PLAN inner {input: {text: "a"}}
  second: SUB_PLAN inner {input: {text: "b"}, output: {found: "result.answer"}}
  first -> second`);

describe('H4 a SUB_PLAN of a capability plan', () => {
  test('"KEY … a bare node id (every instance of it)": also in plans that are run inside', async () => {
    const run = await simulatedIn(workspace([OUTER, INNER]), {
      nodes: { look: [gives(10, 'any')], '/second/look': [gives(1, 'the second')] },
    });
    expect(run.lines).toEqual([
      '0 /first running',
      '0 /first/look running',
      '10 /first/look succeeded',
      '10 /first/nap waiting',
      '15 /first/nap succeeded',
      '15 /first succeeded',
      '15 /second running',
      '15 /second/look running',
      '16 /second/look succeeded',
      '16 /second/nap waiting',
      '21 /second/nap succeeded',
      '21 /second succeeded',
    ]);
    expect(run.outputs).toEqual({ found: 'the second' });
  });

  test('"variables are the run\'s plan\'s": not those of a plan inside', async () => {
    const { variables } = await simulatedIn(workspace([OUTER, INNER]), {
      nodes: { look: [gives(10, 'any')] },
    });
    expect(variables).toEqual({ found: 'any' });
  });
});

describe('H4 "a SUB_PLAN of a state machine [is] one leaf … under [its] own KEY"', () => {
  const MACHINE: JsonObject = {
    id: 'flow',
    kind: 'state-machine',
    name: 'Flow',
    initial: 'begin',
    states: [
      { id: 'begin', on: [{ event: 'go', target: 'end' }] },
      { id: 'end', type: 'final' },
    ],
  };
  const flow = readPlan(MACHINE);
  const around = (text: string) => {
    if (!flow.ok) throw new Error('the machine is sound');
    return workspace([plan(text), flow.value]);
  };
  const RUNS = 'out found\nmachine: SUB_PLAN flow {output: {found: "result.mark"}';

  test('its output is the outputs of the plan', async () => {
    const run = await simulatedIn(around(`${RUNS}}`), { nodes: { machine: [gives(30, { mark: 7 })] } });
    expect([run.outputs, run.lines]).toEqual([{ found: 7 }, ['0 /machine running', '30 /machine succeeded']]);
  });

  test('attempt n takes the n-th outcome, and a timeout bounds one', async () => {
    const run = await simulatedIn(
      around(`${RUNS}, timeoutMs: 20, retry: {maxAttempts: 3, initialIntervalMs: 100}}`),
      { nodes: { '/machine': [fails(10), gives(50), gives(5, { mark: 1 })] } },
    );
    expect(run.lines).toEqual([
      '0 /machine running',
      '10 /machine retrying',
      '110 /machine running',
      '130 /machine retrying',
      '160 /machine late',
      '330 /machine running',
      '335 /machine succeeded',
    ]);
  });
});
