import { describe, expect, test } from 'vitest';
import { canonicalJson } from '#base';
import type { StateMachinePlan } from '#plan';
import { machine } from '../../notation/machine';
import { plan } from '../../notation/plan';
import { type RunSetup, tool } from '../../notation/run';
import { begun, holdToTheLaws } from './lawful';

holdToTheLaws();

/** Looks, and asks for more where nothing was found. */
const MADE = machine(
  {
    variables: ['out answer'],
    initial: 'looking',
    responders: [{ id: 'look', request: 'look', capability: 'look' }],
    states: [
      {
        id: 'looking',
        action: {
          event: 'look',
          response: 'look.done',
          data: { query: '{{ goal_data.goal }} {{ goal_data.topic }}' },
        },
        on: [
          {
            event: 'look.done',
            target: 'done',
            when: 'event.data.found > 0',
            actions: [{ type: 'assign', values: { answer: 'event.data.text' } }],
          },
          { event: 'look.done', target: 'waiting' },
          { event: 'look.failed', target: 'failed' },
        ],
      },
      { id: 'waiting', on: [{ event: 'more', target: 'looking' }] },
      { id: 'done', isTerminal: true },
      { id: 'failed', isTerminal: true, outcome: 'failed' },
    ],
  },
  'research',
);

const AROUND = plan(`
  in topic: string
  var dynamicPlan   out answer
  think: PLANNER state-machine {goal: "Find out"}
  do: PLAN_EXECUTOR {approve: never}
  think -> do
`);

function proposed(made: StateMachinePlan = MADE, setup: RunSetup = {}) {
  const run = begun(AROUND, {
    input: { topic: 'tides' },
    closure: { capabilities: [tool('look', 'read'), tool('other')] },
    ...setup,
  });
  run.proposesMachine('/think!1', made);
  return run;
}

describe('a machine that a planner made', () => {
  test('M5, V5 it lies in the variable as the machine that it is, and runs as the one step of its executor (K11)', () => {
    const run = proposed();
    expect(run.state?.variables.get('dynamicPlan')).toEqual(
      JSON.parse(canonicalJson(JSON.parse(JSON.stringify(MADE)))),
    );
    expect(run.lines.slice(2)).toEqual([
      'start /do',
      'open /do@1',
      'start /do@1/research {"topic":"tides","goal":"Find out"}',
      'in /do@1/research/looking[0]',
      'published /do@1/research/looking[0] look {"query":"Find out tides"}',
      'listen /do@1/research/looking[0]!on-0 look.done look.failed',
      'start /do@1/research/looking[0]#1 {"query":"Find out tides"}',
      'call /do@1/research/looking[0]#1 look',
    ]);
  });

  test('R13, M3 what it gives under the name of a variable around it is written there when it is done', () => {
    const run = proposed();
    const lines = run.done('/do@1/research/looking[0]#1', { found: 1, text: 'Twice a day.' });
    expect(lines).toContain('set /do@1/research answer "Twice a day."');
    expect(lines.at(-1)).toBe('completed {"answer":"Twice a day."}');
  });
});
