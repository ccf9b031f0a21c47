import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrange, type Point, simpleEngine, tidyStates } from '#layout';
import type { Place, State, StateMachinePlan } from '#plan';
import { type Boxes, type Graph, graphOfMachine } from '#projection';
import { absoluteRects, intersects, type Rect } from '../../src/canvas/geometry/rect';
import type { Routes } from '../../src/canvas/geometry/routed';
import { routeEdges } from '../../src/canvas/geometry/routes';
import { labelRect } from '../../src/canvas/geometry/transitions/LabelPlaces';

/** A machine of some levels whose transitions have long names and lead anywhere. */
const machines: fc.Arbitrary<StateMachinePlan> = fc
  .record({
    shape: fc.array(
      fc.record({
        inner: fc.oneof(
          { weight: 3, arbitrary: fc.constant<number[]>([]) },
          fc.array<number>(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 }),
        ),
        parallel: fc.boolean(),
      }),
      { minLength: 1, maxLength: 9 },
    ),
    moves: fc.array(
      fc.record({
        from: fc.nat(200),
        to: fc.nat(200),
        name: fc.constantFrom('next', 'order.paid', 'web.search.completed', 'analysis.failed.for.good', 'x'),
      }),
      { maxLength: 24 },
    ),
    root: fc.array(fc.nat(200), { maxLength: 3 }),
  })
  .map(({ shape, moves, root }) => {
    const ids: string[] = [];
    const make = (id: string, more: Partial<State> = {}): State => {
      ids.push(id);
      return { id, ...more };
    };
    const states = shape.map(({ inner, parallel }, at) =>
      make(
        `state-${at}`,
        inner.length === 0
          ? {}
          : {
              type: parallel ? 'parallel' : 'compound',
              states: inner.map((count, n) =>
                make(
                  `part-${at}-${n}`,
                  count === 0
                    ? {}
                    : { states: Array.from({ length: count }, (_, k) => make(`leaf-${at}-${n}-${k}`)) },
                ),
              ),
            },
      ),
    );
    const target = (n: number): string => ids[n % ids.length] ?? 'state-0';
    const plan = (list: readonly State[]): State[] =>
      list.map((state) => ({
        ...state,
        ...(state.states === undefined ? {} : { states: plan(state.states) }),
        on: moves
          .filter(({ from }) => target(from) === state.id)
          .map(({ name, to }, index) => ({ event: `${name}.${index}`, target: target(to) })),
      }));
    return {
      id: 'flow',
      kind: 'state-machine',
      variables: [],
      states: plan(states),
      on: root.map((to, index) => ({ event: `from.anywhere.${index}`, target: target(to) })),
    };
  });

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

describe('labels of transitions', () => {
  test('cover no state and no other label, however a machine is made (120 machines)', async () => {
    await fc.assert(
      fc.asyncProperty(machines, async (plan) => {
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
});
