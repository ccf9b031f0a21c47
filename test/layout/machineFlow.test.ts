import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrange, simpleEngine, tidyStates } from '#layout';
import type { Place, State, StateMachinePlan } from '#plan';
import { type Boxes, type GraphBox, graphOfMachine } from '#projection';
import { randomMachines } from '../notation/randomMachines';

const chain = (length: number): StateMachinePlan => ({
  id: 'flow',
  kind: 'state-machine',
  variables: [],
  states: Array.from(
    { length },
    (_, index): State => ({
      id: `state-${index}`,
      ...(index + 1 < length ? { on: [{ event: 'next', target: `state-${index + 1}` }] } : {}),
    }),
  ),
});

/** How large the states of a machine are in a view of 900 by 560. */
function scaleOf(boxes: Boxes): number {
  const all = [...boxes.values()];
  const width = Math.max(...all.map((box) => box.x + box.width));
  const height = Math.max(...all.map((box) => box.y + box.height));
  return Math.min(900 / width, 560 / height);
}

const overlap = (a: GraphBox, b: GraphBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe('E1 the flow of a machine', () => {
  test('a long one is folded into columns or rows, so that it is seen larger; its order stays', () => {
    const boxes = arrange(graphOfMachine(chain(16)), {});
    // In one line of 16 states they would be shown at 0.24 at most.
    expect(scaleOf(boxes)).toBeGreaterThan(0.4);
    const order = [...boxes]
      .toSorted(([, a], [, b]) => a.y - b.y || a.x - b.x)
      .map(([key]) => Number(key.replace(/\D+/, '')));
    const byColumns = [...boxes]
      .toSorted(([, a], [, b]) => a.x - b.x || a.y - b.y)
      .map(([key]) => Number(key.replace(/\D+/, '')));
    const numbers = Array.from({ length: 16 }, (_, index) => index);
    expect([order, byColumns]).toContainEqual(numbers);
  });

  test('a short one is one line', () => {
    const boxes = [...arrange(graphOfMachine(chain(3)), {}).values()];
    expect(new Set(boxes.map(({ y }) => y)).size === 1 || new Set(boxes.map(({ x }) => x)).size === 1).toBe(
      true,
    );
  });

  test('no two states of one state overlap, and a second tidy moves nothing (100 machines)', async () => {
    await fc.assert(
      fc.asyncProperty(randomMachines, async (plan) => {
        const graph = graphOfMachine(plan);
        const moved = await tidyStates(graph, arrange(graph, {}), {}, simpleEngine);
        const places: Record<string, Place> = {};
        for (const [key, at] of moved) places[key.slice(1)] = at;
        const boxes = arrange(graph, places);
        for (const [index, one] of graph.nodes.entries()) {
          for (const other of graph.nodes.slice(0, index)) {
            const [a, b] = [boxes.get(one.key), boxes.get(other.key)];
            if (a && b && one.parent === other.parent && overlap(a, b))
              expect([one.key, other.key]).toEqual([]);
          }
        }
        const again = await tidyStates(graph, boxes, places, simpleEngine);
        expect([...again]).toEqual([...moved]);
      }),
      { seed: 17, numRuns: 100 },
    );
  });
});
