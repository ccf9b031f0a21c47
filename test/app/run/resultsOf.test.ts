import { expect, it } from 'vitest';
import type { Address } from '#base';
import type { StaleMark } from '#canvas';
import { graphOfMachine, graphOfPlan, graphOfRun, project } from '#projection';
import type { StaleBecause } from '#runtime';
import { keepEqual, resultsOf } from '../../../src/app/run/KeptResults';
import { whyStale } from '../../../src/app/run/waysOn';
import { machine } from '../../notation/machine';
import { plan } from '../../notation/plan';
import { at, hostOf, start } from '../../runtime/notation';

const LOOP = `
  load: CAPABILITY read {name: "Load"}
  each: LOOP {until: "i == 1", maxIterations: 2, indexVariable: i}
    sum: CAPABILITY read {name: "Sum"}
  end: CAPABILITY breaks {name: "End"}
  load -> each -> end
`;

async function ran() {
  const works = {
    read: () => 1,
    breaks: () => {
      throw new Error('No.');
    },
  };
  const run = start(hostOf(works), LOOP);
  await run.done;
  return project(run.commits);
}

const stale: StaleMark = { word: 'stale', reason: 'Its definition has changed.' };
const maybe: StaleMark = { word: 'may be stale', reason: 'Its input may change.' };
const marks = (entries: Readonly<Record<string, StaleMark>>) =>
  new Map(Object.entries(entries).map(([address, mark]) => [address as Address, mark]));

it('D7 a plan that an edit has changed keeps what its steps came to; a new step came to nothing', async () => {
  const edited = graphOfPlan(plan(`${LOOP}  more: CAPABILITY read`));
  const results = resultsOf(edited, await ran(), marks({ '/load': stale }));
  expect(Object.fromEntries(results)).toEqual({
    '/load': { status: 'succeeded', stale },
    '/each': { status: 'succeeded', stale: null },
    '/each/sum': { status: 'succeeded', stale: null },
    '/end': { status: 'failed', stale: null },
  });
});

it('D11 of several rounds the surer mark stands on the card of the plan', async () => {
  const found = marks({ '/each[0]/sum': stale, '/each[1]/sum': maybe });
  expect(resultsOf(graphOfPlan(plan(LOOP)), await ran(), found).get('/each/sum')?.stale).toBe(stale);
});

it('D11 on a run that is shown each round has its own mark, and its own status stays', async () => {
  const view = await ran();
  const rounds = new Map([[at('/each'), 1]]);
  const graph = graphOfRun(plan(LOOP), view, { rounds });
  const found = marks({ '/each[0]/sum': stale, '/each[1]/sum': maybe });
  expect(Object.fromEntries(resultsOf(graph, null, found))).toEqual({
    '/each/sum': { status: null, stale: maybe },
  });
  expect(resultsOf(graph, null, marks({ '/each[0]/sum': stale })).size).toBe(0);
});

it('D11 a state of a machine is marked on the plan and in the run that is shown, whichever visit it was', () => {
  const states = graphOfMachine(
    machine({
      states: [
        { id: 'one', on: [{ event: 'go', target: 'two' }] },
        { id: 'two', type: 'final' },
      ],
    }),
  );
  const found = marks({ '/one[0]': maybe, '/one[1]': stale });
  expect(Object.fromEntries(resultsOf(states, null, found))).toEqual({ '/one': { status: null, stale } });
});

it('D7 what reads the same stays the same object, so that no card is drawn anew', async () => {
  const [view, graph] = [await ran(), graphOfPlan(plan(LOOP))];
  const first = resultsOf(graph, view, marks({ '/load': stale }));
  expect(keepEqual(resultsOf(graph, view, marks({ '/load': { ...stale } })), first)).toBe(first);
  const second = keepEqual(resultsOf(graph, view, marks({ '/load': maybe })), first);
  expect(second).not.toBe(first);
  expect(second.get('/end')).toBe(first.get('/end'));
  expect(second.get('/load')).toEqual({ status: 'succeeded', stale: maybe });
});

it('D11 each reason is said in words', () => {
  const nameOf = () => 'Sum · round 1';
  const said = (because: StaleBecause) => whyStale(at('/each'), because, nameOf);
  expect(said({ kind: 'definition' })).toBe('its definition has changed');
  expect(said({ kind: 'settings' })).toBe(
    'its definition has changed, but not what it asks: its answer is used again',
  );
  expect(said({ kind: 'named', what: 'prompt', name: 'Greeting' })).toBe('the prompt “Greeting” has changed');
  expect(said({ kind: 'pin' })).toBe('it is pinned differently now');
  expect(said({ kind: 'input' })).toBe('its input has changed');
  expect(said({ kind: 'unreached' })).toBe('the run would no longer reach it');
  expect(said({ kind: 'before', step: at('/load') })).toBe(
    'its input may change, because “Sum · round 1” is called again',
  );
  expect(said({ kind: 'before', step: at('/each[0]/sum') })).toBe('“Sum · round 1” in it is called again');
});
