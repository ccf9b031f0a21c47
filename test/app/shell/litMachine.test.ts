import { describe, expect, it } from 'vitest';
import { compile, machineGraph } from '#compile';
import { graphOfPlan, graphOfRun, project } from '#projection';
import { litMachine } from '../../../src/app/shell/StateView';
import { ledger } from '../../notation/ledger';
import { plan } from '../../notation/plan';

const main = plan(`
  a: CAPABILITY echo {name: "First"}
  g: GROUP ASYNC {name: "Both"}
    b: CAPABILITY echo {name: "Left"}
    c: HUMAN_INPUT Well? {name: "Right", decisions: [yes]}
  a -> g
`);

const RUN = ledger(
  main,
  `
  0 begin {}
    start /a#1
    call /a#1 echo
  10 done /a#1 {"text": "1"}
    ok /a#1 {"text": "1"}
    start /g
    start /g/b#1
    call /g/b#1 echo
    waits /g/c#1 Well?
    wait /g/c#1 Well?
`,
);

function machine() {
  const compiled = compile(main);
  if (!compiled.ok) throw new Error('the plan compiles');
  return machineGraph(compiled.value);
}

/** Titles of the lit states with their lines, and how many transitions are lit. */
function lit(position: number) {
  const view = project(RUN, position);
  const { states, transitions } = litMachine(machine(), graphOfRun(main, view), view);
  return {
    states: states.filter(({ active }) => active).map(({ title, line }) => `${title}: ${line}`),
    transitions: transitions.filter((one) => one.lit).length,
  };
}

describe('C3 the machine of a run', () => {
  it('lights the state that it is in, its word, and the way out of it', () => {
    expect(lit(1)).toEqual({ states: ['First: running · invokes echo'], transitions: 1 });
  });

  it('lights every region that is active, and what it lies in', () => {
    const { states } = lit(2);
    expect(states).toContain('Left: running · invokes echo');
    expect(states.some((one) => one.startsWith('Right: waiting'))).toBe(true);
    expect(states.some((one) => one.startsWith('Both: '))).toBe(true);
    expect(states.filter((one) => one.startsWith('Branch'))).toHaveLength(2);
    expect(states.some((one) => one.startsWith('First'))).toBe(false);
  });

  it('lights nothing while the plan is shown', () => {
    const { states, transitions } = litMachine(machine(), graphOfPlan(main), null);
    expect([...states.map(({ active }) => active), ...transitions.map((one) => one.lit)]).not.toContain(true);
  });

  it('stands at the end when the run is completed', () => {
    const view = { ...project(RUN), status: 'completed' as const };
    const { states } = litMachine(machine(), graphOfRun(main, view), view);
    expect(states.filter(({ active }) => active).map(({ kind }) => kind)).toEqual(['final']);
  });
});
