import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrange, type Point, simpleEngine, tidyStates } from '#layout';
import type { Place, StateMachinePlan } from '#plan';
import { type Boxes, type Graph, graphOfMachine, NO_LIGHT } from '#projection';
import { RouteBook } from '../../src/picture/geometry/RouteBook';
import { absoluteRects, intersects, type Rect } from '../../src/picture/geometry/rect';
import type { Routes } from '../../src/picture/geometry/routed';
import { routeEdges } from '../../src/picture/geometry/routes';
import { labelRect } from '../../src/picture/geometry/transitions/LabelPlaces';
import { LINES_AT_ONCE } from '../../src/picture/geometry/transitions/transitionRoutes';
import { randomMachines } from '../notation/randomMachines';

interface Drawn {
  readonly graph: Graph;
  readonly boxes: Boxes;
  readonly rects: ReadonlyMap<string, Rect>;
  readonly routes: Routes;
}

function drawn(plan: StateMachinePlan, places: Readonly<Record<string, Place>> = {}): Drawn {
  const graph = graphOfMachine(plan, { places });
  const boxes = arrange(graph, places);
  const rects = absoluteRects(graph.nodes, boxes);
  const nodes = new Map(graph.nodes.map((node) => [node.key, node]));
  return { graph, boxes, rects, routes: routeEdges({ edges: graph.edges, nodes, boxes, rects }) };
}

async function tidied(plan: StateMachinePlan): Promise<Drawn> {
  const graph = graphOfMachine(plan);
  const moved = await tidyStates(graph, arrange(graph, {}), {}, simpleEngine);
  return drawn(plan, Object.fromEntries([...moved].map(([key, at]) => [key.slice(1), at])));
}

function shifted(at: Point, by: Point | null): Point {
  return { x: at.x + (by?.x ?? 0), y: at.y + (by?.y ?? 0) };
}

/** The rectangle around a straight piece of a line. */
function around(from: Point, to: Point): Rect {
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
  return { x, y, width: Math.abs(to.x - from.x) + 1, height: Math.abs(to.y - from.y) + 1 };
}

/** Labels over a card, over the title of a box, or over one another, each in words. */
function covered({ graph, boxes, rects, routes }: Drawn): readonly string[] {
  const labels = [...routes.values()].flatMap(({ edge, middle }) =>
    edge.transition === undefined || edge.transition.label === ''
      ? []
      : [{ name: edge.key, rect: labelRect(edge.transition.label, shifted(middle, edge.transition.offset)) }],
  );
  const solid = graph.nodes.flatMap(({ key }) => {
    const rect = rects.get(key);
    const box = boxes.get(key);
    if (!rect || !box || box.form === 'region') return [];
    return [{ name: key, rect: box.form === 'box' && !box.collapsed ? { ...rect, height: 40 } : rect }];
  });
  return labels.flatMap((label, index) => [
    ...solid
      .filter((one) => intersects(one.rect, label.rect))
      .map((one) => `${label.name} covers ${one.name}`),
    ...labels
      .slice(0, index)
      .filter((one) => intersects(one.rect, label.rect))
      .map((one) => `${label.name} covers ${one.name}`),
  ]);
}

/** The most that came with one step. */
const growthOf = (sizes: readonly number[]): number =>
  Math.max(...sizes.map((size, index) => size - (sizes[index - 1] ?? 0)));

describe('labels of transitions', () => {
  test('cover no state and no other label, however a machine is made (120 machines)', async () => {
    await fc.assert(
      fc.asyncProperty(randomMachines, async (plan) => {
        expect(covered(drawn(plan))).toEqual([]);
        expect(covered(await tidied(plan))).toEqual([]);
      }),
      { seed: 41, numRuns: 120 },
    );
  });

  test('E1 one that its author moved keeps its place, and the others make room for it', () => {
    const plan: StateMachinePlan = {
      id: 'flow',
      kind: 'state-machine',
      variables: [],
      states: [
        {
          id: 'one',
          on: [
            { event: 'first.of.all', target: 'two' },
            { event: 'second', target: 'two' },
          ],
        },
        { id: 'two' },
      ],
    };
    const at = { one: { x: 0, y: 0 }, two: { x: 600, y: 0 } };
    const free = drawn(plan, at).routes.get('one/on/1->two')?.middle;
    const other = drawn(plan, at).routes.get('one/on/0->two');
    if (free === undefined || other?.anchor === undefined) throw new Error('not drawn');
    const offset = { x: free.x - other.anchor.x, y: free.y - other.anchor.y };
    const moved = drawn(plan, { ...at, one: { ...at.one, labels: { '/on/0': offset } } });
    expect(moved.routes.get('one/on/0->two')).toMatchObject({ middle: other.anchor, anchor: other.anchor });
    expect(moved.routes.get('one/on/1->two')?.middle).not.toEqual(free);
    expect(covered(moved)).toEqual([]);
  });

  test('each stands on its line, also where a state has many ways out (the research machine)', () => {
    const to = (event: string, target: string) => ({ event, target });
    const plan: StateMachinePlan = {
      id: 'research',
      kind: 'state-machine',
      variables: [],
      states: [
        { id: 'start', defaultNext: 'searching' },
        {
          id: 'searching',
          on: [
            to('web.search.completed', 'analyzing'),
            to('web.search.failed', 'retry_search'),
            to('web.search.no_results', 'ask_user'),
          ],
        },
        {
          id: 'retry_search',
          on: [to('web.search.completed', 'analyzing'), to('web.search.failed', 'failed')],
        },
        { id: 'ask_user', on: [to('user.clarification.provided', 'searching')] },
        { id: 'analyzing', on: [to('content.analyze.completed', 'done')] },
        { id: 'done', isTerminal: true },
        { id: 'failed', isTerminal: true },
      ],
    };
    const away = [...drawn(plan).routes.values()].flatMap(({ edge, points, middle }) => {
      const { label = '' } = edge.transition ?? {};
      const rect = labelRect(label, middle);
      const reaches = points.slice(1).some((to, index) => intersects(rect, around(points[index] ?? to, to)));
      return label === '' || reaches ? [] : [edge.key];
    });
    expect(away).toEqual([]);
  });

  test('a line does not lead through the state that it leaves', () => {
    const plan: StateMachinePlan = {
      id: 'flow',
      kind: 'state-machine',
      variables: [],
      states: [{ id: 'low', on: [{ event: 'up', target: 'high' }] }, { id: 'high' }],
    };
    const at = { high: { x: 0, y: 0 }, low: { x: 60, y: 300 } };
    const { routes, rects } = drawn(plan, at);
    const { points = [] } = routes.get('low/on/0->high') ?? {};
    const low = rects.get('/low');
    if (low === undefined) throw new Error('not drawn');
    const inside = { x: low.x + 2, y: low.y + 2, width: low.width - 4, height: low.height - 4 };
    const through = points
      .slice(1)
      .filter((to, index) => intersects(inside, around(points[index] ?? to, to)));
    expect(through).toEqual([]);
  });

  test('E6 an event of a run changes what transitions look like, not their ways', () => {
    const plan: StateMachinePlan = {
      id: 'flow',
      kind: 'state-machine',
      variables: [],
      states: [{ id: 'one', on: [{ event: 'go', target: 'two' }] }, { id: 'two' }],
    };
    const { graph, boxes, rects } = drawn(plan);
    const nodes = new Map(graph.nodes.map((node) => [node.key, node]));
    const book = new RouteBook();
    const before = book.of({ edges: graph.edges, nodes, boxes, rects }).get('one/on/0->two');
    const light = { ...NO_LIGHT, possible: new Set(['one/on/0']) };
    const { edges } = graphOfMachine(plan, { light });
    const after = book.of({ edges, nodes, boxes, rects }).get('one/on/0->two');
    expect(after?.points).toBe(before?.points);
    expect([before?.edge.transition?.lit, after?.edge.transition?.lit]).toEqual([false, true]);
    // A label of another length may stand elsewhere.
    const longer = {
      ...plan,
      states: [{ id: 'one', on: [{ event: 'go.on', target: 'two' }] }, { id: 'two' }],
    };
    const renamed = book.of({ edges: graphOfMachine(longer).edges, nodes, boxes, rects });
    expect(renamed.get('one/on/0->two')?.points).not.toBe(before?.points);
  });

  test('fault X5 of a large machine lines are drawn and labels find their places between frames', () => {
    const count = LINES_AT_ONCE + 500;
    const states = Array.from({ length: count }, (_, index) => ({
      id: `s${index}`,
      on: [{ event: 'next', target: `s${(index + 1) % count}` }],
    }));
    const ring: StateMachinePlan = { id: 'ring', kind: 'state-machine', variables: [], states };
    const { graph, boxes, rects, routes } = drawn(ring);
    const input = {
      edges: graph.edges,
      nodes: new Map(graph.nodes.map((node) => [node.key, node])),
      boxes,
      rects,
    };
    const places = (some: Routes) => JSON.stringify([...some].map(([key, { middle }]) => [key, middle]));

    const book = new RouteBook();
    const steps: number[] = [book.of(input).size];
    while (steps.at(-1) !== routes.size) {
      expect(book.isPending).toBe(true);
      book.goOn();
      steps.push(book.of(input).size);
    }
    expect(growthOf(steps)).toBeLessThanOrEqual(LINES_AT_ONCE);
    const first = book.of(input);
    expect([...first.keys()]).toEqual([...routes.keys()]);
    expect(book.isPending).toBe(true);
    expect(book.goOn()).toBe(true);
    expect(book.of(input), 'whoever drew the ways sees that they are others').not.toBe(first);
    while (book.isPending) book.goOn();
    expect(places(book.of(input)) === places(routes)).toBe(true);
    expect(book.goOn()).toBe(false);

    // What stands somewhere else has its lines at once: none is missing while something is dragged.
    book.of({ ...input, rects: new Map(rects) });
    expect(book.of({ ...input, rects: new Map(rects) }).size).toBe(routes.size);

    // An event of a run arrives in between: no label stays where it was put at first.
    const interrupted = new RouteBook();
    interrupted.of(input);
    const lit = graphOfMachine(ring, { light: { ...NO_LIGHT, possible: new Set(['s0/on/0']) } }).edges;
    expect(places(interrupted.of({ ...input, edges: lit })) === places(routes)).toBe(true);
    expect(interrupted.isPending).toBe(false);
  });
});
