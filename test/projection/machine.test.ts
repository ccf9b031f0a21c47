import { describe, expect, test } from 'vitest';
import { ROOT } from '#base';
import { arrange, simpleEngine, tidyStates } from '#layout';
import type { StateMachinePlan } from '#plan';
import { EMPTY_VIEW, graphOfMachine, labelOfTransition, lightOfRun, NO_LIGHT, outlineOf } from '#projection';

const machine: StateMachinePlan = {
  id: 'flow',
  kind: 'state-machine',
  variables: [],
  onGoal: 'research.goal',
  responders: [{ id: 'reviewer', request: 'review' }],
  initial: 'start',
  on: [{ event: 'stop', target: 'end' }],
  states: [
    { id: 'start', on: [{ event: 'ready', target: 'search', when: 'n > 1' }, { event: 'again' }] },
    { id: 'search', action: { event: 'web.search', response: 'web.found' }, defaultNext: 'work' },
    {
      id: 'work',
      type: 'parallel',
      states: [
        {
          id: 'left',
          states: [
            { id: 'sum', invoke: [{ capability: 'text.upper', onDone: [{ target: 'summed' }] }] },
            { id: 'summed', type: 'final' },
          ],
        },
        {
          id: 'right',
          states: [
            { id: 'ask', action: { event: 'review' }, after: [{ delayMs: 30_000, target: 'back' }] },
            { id: 'back', type: 'history', history: 'deep' },
          ],
        },
      ],
      onDone: [{ target: ['end'] }],
    },
    { id: 'end', type: 'final', outcome: 'failed' },
  ],
};

describe('a state machine as it is drawn', () => {
  const graph = graphOfMachine(machine);
  const line = (id: string) => graph.nodes.find(({ node }) => node.id === id)?.line;
  const edges = (light = graph) => light.edges.map(({ key, transition }) => [key, transition?.label]);

  test('E5 a state has the one line that matters', () => {
    expect(['start', 'search', 'work', 'sum', 'ask', 'back', 'end'].map(line)).toEqual([
      'on goal: research.goal',
      'publishes web.search',
      'parallel, both regions must finish',
      'invokes text.upper',
      'asks reviewer',
      'deep history',
      'the plan has failed',
    ]);
  });

  test('M1 each target of a transition is a line; each region has a dot where it begins', () => {
    expect(edges()).toEqual([
      ['/on/0->end', 'stop'],
      ['/initial->start', ''],
      ['start/on/0->search', 'ready [n > 1]'],
      ['start/on/1->start', 'again'],
      ['search/defaultNext->work', 'next'],
      ['work/onDone/0->end', 'done'],
      ['left/initial->sum', ''],
      ['sum/invoke/0/onDone/0->summed', 'done'],
      ['right/initial->ask', ''],
      ['ask/after/0->back', 'after 30 s'],
    ]);
  });

  test('M7 what is possible is lit, and what an event would enter or leave is shown', () => {
    const light = {
      ...NO_LIGHT,
      active: new Set(['start']),
      possible: new Set(['start/on/0']),
      preview: { active: new Set(['search']), taken: new Set(['start/on/0']) },
    };
    const lit = graphOfMachine(machine, { light });
    const shape = (id: string) => lit.nodes.find(({ node }) => node.id === id);
    expect(shape('start')).toMatchObject({ status: 'running', shape: { preview: 'out' } });
    expect(shape('search')).toMatchObject({ status: 'pending', shape: { preview: 'in' } });
    expect(lit.edges.filter(({ transition }) => transition?.lit).map(({ key }) => key)).toEqual([
      'start/on/0->search',
    ]);
    expect(outlineOf(lit).map(({ word }) => word)[0]).toBe('active');
  });

  test('M1 a run that has not come to the machine lights nothing', () => {
    expect(lightOfRun(machine, EMPTY_VIEW, ROOT)).toEqual(NO_LIGHT);
  });

  test('M1 a delay with a name is told by its name', () => {
    const transition = { delay: 'patience', target: 'end' };
    expect(labelOfTransition({ path: '/after/0', cause: 'after', transition })).toBe('after patience');
  });
});

describe('the layout of a state machine', () => {
  const graph = graphOfMachine(machine);

  test('E1 regions fill their parallel state side by side, and nothing lies on anything else', () => {
    const boxes = arrange(graph, {});
    const [left, right, work] = ['/left', '/right', '/work'].map((key) => boxes.get(key));
    expect(left?.form).toBe('region');
    expect(right?.x).toBe(left?.width);
    expect((left?.width ?? 0) + (right?.width ?? 0)).toBe(work?.width);
    for (const one of graph.nodes) {
      for (const other of graph.nodes) {
        if (one === other || one.parent !== other.parent) continue;
        const [a, b] = [boxes.get(one.key), boxes.get(other.key)];
        const apart =
          !a ||
          !b ||
          a.x + a.width <= b.x ||
          b.x + b.width <= a.x ||
          a.y + a.height <= b.y ||
          b.y + b.height <= a.y;
        expect(apart, `${one.key} and ${other.key}`).toBe(true);
      }
    }
  });

  test('E1 a second tidy moves nothing', async () => {
    const first = await tidyStates(graph, arrange(graph, {}), {}, simpleEngine);
    const places = Object.fromEntries([...first].map(([key, point]) => [key.slice(1), point]));
    const second = await tidyStates(graph, arrange(graph, places), places, simpleEngine);
    expect(second).toEqual(first);
  });

  test('E1 what a person placed stays, a new state finds a free place', () => {
    const places = { start: { x: 100, y: 100 }, end: { x: 400, y: 100 } };
    const boxes = arrange(graph, places);
    expect(boxes.get('/start')).toMatchObject(places.start);
    expect(boxes.get('/end')).toMatchObject(places.end);
  });

  test('M1 a delay is written as the round number that it is', () => {
    const words = (delayMs: number): string =>
      labelOfTransition({ cause: 'after', path: '/after/0', transition: { delayMs } });
    expect([250, 5_000, 60_000, 90_000, 7_200_000, 86_400_000, 1_234].map(words)).toEqual([
      'after 250 ms',
      'after 5 s',
      'after 1 min',
      'after 90 s',
      'after 2 h',
      'after 1 d',
      'after 1.2 s',
    ]);
  });
});
