import Elk from 'elkjs/lib/elk.bundled.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrange,
  type LayoutEngine,
  simpleEngine,
  type TidyInput,
  type TidyNode,
  tidy,
  tidyInput,
} from '#layout';
import { elkGraph, placesOf } from '../../src/layout/elkEngine';
import { running, zoo } from '../canvas/harness/graphs';

/** The very ELK of the worker, in this thread. */
const elk = new Elk();
const elkHere: LayoutEngine = async (nodes, links) => placesOf(await elk.layout(elkGraph(nodes, links)));

const engines: readonly (readonly [string, LayoutEngine])[] = [
  ['ELK', elkHere],
  ['the simple layout', simpleEngine],
];

const node = (index: number, parent: string | null, group: boolean): TidyNode => ({
  key: `n${index}`,
  parent,
  x: index * 13,
  y: index * 7,
  width: group ? 244 : 204,
  height: group ? 136 : 56 + (index % 3) * 20,
  grows: group,
  note: !group && index % 11 === 10,
});

/** Plans with groups, edges in any direction and notes. */
const inputs: fc.Arbitrary<TidyInput> = fc
  .record({
    count: fc.integer({ min: 1, max: 24 }),
    groups: fc.integer({ min: 0, max: 3 }),
    links: fc.array(fc.tuple(fc.nat(23), fc.nat(23)), { maxLength: 40 }),
  })
  .map(({ count, groups, links }) => {
    const nodes = Array.from({ length: count }, (_, index) =>
      node(
        index,
        index >= groups && index % 4 === 0 && groups > 0 ? `n${index % groups}` : null,
        index < groups,
      ),
    );
    const edges = links
      .filter(([from, to]) => from < count && to < count && nodes[from]?.parent === nodes[to]?.parent)
      .map(([from, to]) => ({ from: `n${from}`, to: `n${to}` }));
    return { nodes, edges };
  });

/** The input as the document reads after a tidy: new places, groups grown around them. */
function applied(input: TidyInput, places: ReadonlyMap<string, { x: number; y: number }>): TidyInput {
  const moved = input.nodes.map((one) => ({ ...one, ...places.get(one.key) }));
  const nodes = moved.map((one) => {
    const inside = moved.filter((other) => other.parent === one.key);
    if (!one.grows || inside.length === 0) return one;
    return {
      ...one,
      width: Math.max(244, ...inside.map((other) => other.x + other.width + 20)),
      height: Math.max(136, ...inside.map((other) => other.y + other.height + 20)),
    };
  });
  return { ...input, nodes };
}

function overlaps(input: TidyInput): readonly string[] {
  return input.nodes.flatMap((a, index) =>
    input.nodes
      .slice(index + 1)
      .filter(
        (b) =>
          a.parent === b.parent &&
          a.x < b.x + b.width &&
          b.x < a.x + a.width &&
          a.y < b.y + b.height &&
          b.y < a.y + a.height,
      )
      .map((b) => `${a.key} over ${b.key}`),
  );
}

describe.each(engines)('E1 tidy with %s', (_name, engine) => {
  it('a second tidy moves nothing', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        const once = await tidy(input, engine);
        const twice = await tidy(applied(input, once), engine);
        expect([...twice]).toEqual([...once]);
      }),
      { seed: 21, numRuns: 60 },
    );
  });

  it('nothing overlaps, and everything is on the grid', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, async (input) => {
        const places = await tidy(input, engine);
        const after = applied(input, places);
        expect(overlaps(after)).toEqual([]);
        for (const { x, y } of places.values()) expect([x % 20 === 0, y % 20 === 0]).toEqual([true, true]);
      }),
      { seed: 22, numRuns: 60 },
    );
  });

  it('a selection is tidied alone, from the corner where it was', async () => {
    const scene = zoo();
    const boxes = arrange(scene.graph, scene.places);
    const selection = new Set(['/pending', '/planned', '/ready']);
    const places = await tidy(tidyInput(scene.graph, boxes, scene.places, selection), engine);
    expect(new Set(places.keys())).toEqual(selection);
    expect(places.get('/pending')).toEqual({ x: 0, y: 0 });
  });

  it('steps that a planner made have no place in the document', async () => {
    const scene = running();
    const places = await tidy(
      tidyInput(scene.graph, arrange(scene.graph, scene.places), scene.places),
      engine,
    );
    expect([...places.keys()].filter((key) => key.startsWith('/execute/'))).toEqual([]);
    expect(places.has('/execute')).toBe(true);
  });

  it('an aborted tidy moves nothing', async () => {
    const aborted = AbortSignal.abort(new Error('no longer wanted'));
    await expect(tidy(tidyInput(running().graph, new Map(), {}), engine, aborted)).resolves.toEqual(
      new Map(),
    );
    const scene = running();
    const input = tidyInput(scene.graph, arrange(scene.graph, scene.places), scene.places);
    await expect(tidy(input, engine, aborted)).rejects.toThrow('no longer wanted');
  });
});
