import { expect, it } from 'vitest';
import type { Address } from '#base';
import { arrange } from '#layout';
import { type Graph, graphOfMachine, graphOfPlan, graphOfRun, project } from '#projection';
import { foresee, foreseeFork, forkOf, runFromOf, runOnlyOf, type StaleSteps } from '#runtime';
import { drawForecast, forecastOf, forecastOfFork } from '../../../src/app/run/forecast';
import type { Extent } from '../../../src/app/state/canvas';
import type { Forecast } from '../../../src/app/state/shownRun';
import { machine } from '../../notation/machine';
import { plan, workspace } from '../../notation/plan';
import { at, hostOf, start } from '../../runtime/notation';

const SALES = `
  load: CAPABILITY read {name: "Load", input: {of: 1}}
  each: LOOP {until: "i == 1", maxIterations: 2, indexVariable: i}
    sum: CAPABILITY read {name: "Sum", input: {of: "{{ i }}"}}
  mail: CAPABILITY send {name: "Mail"}
  end: CAPABILITY breaks {name: "End"}
  after: CAPABILITY read {name: "After", input: {of: 3}}
  choose: IF false
  never: CAPABILITY read {name: "Never"}
  load -> each -> mail -> end -> after -> choose
  choose.then -> never
`;
const NONE: ReadonlySet<string> = new Set();

async function ran() {
  const works = {
    read: () => 1,
    send: () => 'sent',
    breaks: () => {
      throw new Error('No.');
    },
  };
  const host = hostOf(works, {}, { read: { effect: 'read' }, send: { effect: 'write' } });
  const handle = start(host, SALES);
  await handle.done;
  const around = workspace([plan(SALES)]);
  const { commits } = handle;
  const live = project(commits);
  const goOn = (extent: Extent, step: Address, stale: StaleSteps = new Map()): Forecast => {
    const of = extent === 'only' ? runOnlyOf : runFromOf;
    const branch = of(commits, around, 'current', step);
    const foreseen = branch.ok ? foresee(branch.value, commits, host.capabilities) : branch;
    if (!foreseen.ok) throw new Error(JSON.stringify(foreseen.problem));
    return forecastOf(live, foreseen.value, stale, extent);
  };
  const fork = (position: number): Forecast => {
    const branch = forkOf(commits, around, 'current', position);
    const foreseen = branch.ok ? foreseeFork(branch.value, commits, host.capabilities) : branch;
    if (!foreseen.ok) throw new Error(JSON.stringify(foreseen.problem));
    return forecastOfFork(live, foreseen.value);
  };
  const graph = (position = commits.length, rounds = new Map<string, number>()) =>
    graphOfRun(plan(SALES), project(commits, position), { rounds });
  return { commits, goOn, fork, graph };
}

/** All of it is seen. */
const seen = (graph: Graph, pinned = NONE) => ({ pinned, boxes: arrange(graph, {}) });

const words = (graph: Graph, forecast: Forecast | null, pinned = NONE) =>
  Object.fromEntries(
    [...drawForecast(graph, forecast, seen(graph, pinned)).foreseen].map(([key, { word }]) => [key, word]),
  );

it('D1 while the sheet is open each card says what becomes of it: reused, called again, asked about, or may be called', async () => {
  const { goOn, graph } = await ran();
  expect(words(graph(), goOn('onward', at('/mail')))).toEqual({
    '/load': 'reused',
    '/each/sum': 'reused',
    '/mail': 'asks you first',
    '/end': 'called again',
    '/after': 'may be called',
    '/never': 'may be called',
  });
});

it('D1 of the rounds of a loop each says its own; in the plan the card says the gravest', async () => {
  const { goOn, graph } = await ran();
  const forecast = goOn('onward', '/each[1]/sum' as Address);
  expect(words(graph(99, new Map([['/each', 0]])), forecast)['/each/sum']).toBe('reused');
  expect(words(graph(99, new Map([['/each', 1]])), forecast)['/each/sum']).toBe('called again');
  expect(words(graphOfPlan(plan(SALES)), forecast)['/each/sum']).toBe('called again');
});

it('D1 who calls one step alone comes to no other', async () => {
  const { goOn, graph } = await ran();
  expect(words(graph(), goOn('only', at('/load')))).toEqual({ '/load': 'called again' });
});

it('D10 D11 what is stale is called again for that; what is pinned is not called', async () => {
  const { goOn, graph } = await ran();
  const forecast = goOn('onward', at('/load'), new Map([[at('/load'), { kind: 'definition' }]]));
  expect(words(graph(), forecast, new Set(['/after']))).toMatchObject({ '/load': 'stale, called again' });
  expect(words(graph(), forecast, new Set(['/after']))).not.toHaveProperty('/after');
});

it('D3 while a fork is made what comes from the record is as it was, and the rest is dashed and says what it was', async () => {
  const { fork, graph } = await ran();
  const forecast = fork(2);
  const { graph: drawn } = drawForecast(graph(2), forecast, seen(graph(2)));
  const looks = drawn.nodes.map(({ key, status, line }) => `${key} ${status} ${line}`);
  expect(looks).toContain('/load succeeded 1');
  expect(looks).toContain('/mail planned was "sent"');
  expect(drawn.edges.find(({ to }) => to === '/mail')?.state).toBe('planned');
  expect(words(graph(2), forecast)).toMatchObject({ '/each/sum': 'runs again', '/mail': 'runs again' });
  expect(words(graph(2), forecast)).not.toHaveProperty('/load');
});

it('D1 without a form that is open the graph is what it is', async () => {
  const { graph } = await ran();
  const shown = graph();
  expect(drawForecast(shown, null, seen(shown))).toEqual({ graph: shown, foreseen: new Map() });
});

it('D1 a box whose inside is not seen says the gravest of it', async () => {
  const { goOn, graph } = await ran();
  const shown = graph();
  const boxes = new Map([...arrange(shown, {})].filter(([key]) => key !== '/each/sum'));
  const { foreseen } = drawForecast(shown, goOn('onward', at('/load')), { pinned: NONE, boxes });
  expect(foreseen.get('/each')?.word).toBe('called again');
});

it('D1 M1 states of a machine that was opened through what runs it say what becomes of them there', async () => {
  const { goOn } = await ran();
  const forecast = goOn('onward', '/each[1]/sum' as Address);
  const graph = graphOfMachine(machine({ states: [{ id: 'sum' }, { id: 'other' }] }));
  const shown = { ...seen(graph), place: '/each' as Address };
  const { foreseen } = drawForecast(graph, forecast, shown);
  expect([...foreseen].map(([key, { word }]) => [key, word])).toEqual([['/sum', 'called again']]);
});
