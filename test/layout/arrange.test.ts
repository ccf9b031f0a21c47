import { describe, expect, it } from 'vitest';
import { arrange, EXECUTOR } from '#layout';
import { type Boxes, type GraphNode, graphOfPlan } from '#projection';
import { AGENT } from '../../src/layout/sizes';
import { card, chain, edge, running } from '../canvas/harness/graphs';
import { agentCard } from '../notation/agents';
import { plan } from '../notation/plan';

const at = (boxes: Boxes, key: string): { x: number; y: number } | null => {
  const box = boxes.get(key);
  return box ? { x: box.x, y: box.y } : null;
};
const overlapping = (boxes: Boxes, nodes: readonly GraphNode[]): readonly string[] =>
  nodes.flatMap((a, index) =>
    nodes.slice(index + 1).flatMap((b) => {
      const one = boxes.get(a.key);
      const other = boxes.get(b.key);
      if (a.parent !== b.parent || !one || !other) return [];
      const apart =
        one.x + one.width <= other.x ||
        other.x + other.width <= one.x ||
        one.y + one.height <= other.y ||
        other.y + other.height <= one.y;
      return apart ? [] : [`${a.key} over ${b.key}`];
    }),
  );

describe('arrange', () => {
  it('what its author placed stays exactly there', () => {
    const nodes = [card('a', 'START', 'A', ''), card('b', 'END', 'B', '')];
    const boxes = arrange({ nodes, edges: [] }, { a: { x: 7, y: -3 }, b: { x: 4.5, y: 900 } });
    expect([at(boxes, '/a'), at(boxes, '/b')]).toEqual([
      { x: 7, y: -3 },
      { x: 4.5, y: 900 },
    ]);
  });

  it('L11 an agent grows where there is room, moves nothing, and is unfolded from its title bar', () => {
    const { nodes: cards } = graphOfPlan(plan('a: AGENT Look\nb: END'));
    const nodes = cards.map((node) => (node.type === 'AGENT' ? { ...node, agent: agentCard() } : node));
    const grown = (x: number, folds?: ReadonlyMap<string, boolean>) =>
      arrange({ nodes, edges: [] }, { a: { x: 0, y: 0 }, b: { x, y: 0 } }, { folded: folds ?? new Map() });
    expect(grown(600).get('/a')).toMatchObject({ x: 0, y: 0, form: 'box', ...AGENT });
    expect(overlapping(grown(400), nodes)).toEqual([]);
    expect(grown(240).get('/a')).toMatchObject({ form: 'card' });
    expect(grown(600, new Map([['/a', true]])).get('/a')).toMatchObject({
      form: 'box',
      collapsed: true,
      height: 56,
    });
  });

  it('D4 steps that stream in move nothing that was placed, and the executor keeps its size', () => {
    const before = running(0);
    const boxesBefore = arrange(before.graph, before.places);
    for (const count of [1, 5, 12, 40]) {
      const boxes = arrange(running(count).graph, before.places);
      for (const { key } of before.graph.nodes)
        expect(boxes.get(key)).toMatchObject({ ...boxesBefore.get(key), overflow: expect.any(Number) });
    }
  });

  it('D4 the step that is being written has a place where there is room, and hides none that has arrived', () => {
    const arriving = (count: number) => {
      const { graph, places } = running(count, 0);
      const written = graph.nodes.findLast(({ parent }) => parent === '/execute');
      const nodes = graph.nodes.map((node) =>
        node === written ? { ...node, mark: 'writing' as const } : node,
      );
      const boxes = arrange({ ...graph, nodes }, places);
      const shown = [...boxes.keys()].filter((key) => key.startsWith('/execute/'));
      return { hasPlace: shown.includes(written?.key ?? ''), arrived: shown.length, boxes };
    };
    expect(arriving(4)).toMatchObject({ hasPlace: true, arrived: 4 });
    const most = [...Array(40).keys()].findLast((count) => arriving(count + 1).hasPlace) ?? 0;
    const full = arriving(most + 2);
    expect(full).toMatchObject({ hasPlace: false, arrived: most + 1 });
    expect(full.boxes.get('/execute')?.overflow).toBe(0);
  });

  it('D4 an executor without a size of its own has 640 × 280', () => {
    const boxes = arrange({ nodes: [card('x', 'PLAN_EXECUTOR', 'X', '')], edges: [] }, {});
    expect(boxes.get('/x')).toMatchObject({ ...EXECUTOR, form: 'box' });
  });

  it('a group grows around what is in it, and folds to one line', () => {
    const nodes = [
      card('g', 'GROUP', 'G', ''),
      card('a', 'TRANSFORM', 'A', '', { parent: '/g' }),
      card('b', 'TRANSFORM', 'B', '', { parent: '/g' }),
    ];
    const places = { g: { x: 0, y: 0 }, a: { x: 20, y: 60 }, b: { x: 400, y: 300 } };
    expect(arrange({ nodes, edges: [] }, places).get('/g')).toMatchObject({ width: 624, height: 376 });
    const folded = arrange({ nodes, edges: [] }, places, { folded: new Map([['/g', true]]) });
    expect(folded.get('/g')).toMatchObject({ collapsed: true, height: 56 });
    expect(folded.has('/a')).toBe(false);
  });

  it('a node without a place gets one right of what leads to it, over nothing', () => {
    const nodes = ['a', 'b', 'c', 'd'].map((id) => card(id, 'TRANSFORM', id, ''));
    const edges = [edge('/a', '/b'), edge('/a', '/c'), edge('/a', '/d')];
    const boxes = arrange({ nodes, edges }, { a: { x: 0, y: 0 }, b: { x: 260, y: 0 } });
    expect(at(boxes, '/a')).toEqual({ x: 0, y: 0 });
    expect(at(boxes, '/b')).toEqual({ x: 260, y: 0 });
    expect(boxes.get('/c')?.x).toBe(260);
    expect(overlapping(boxes, nodes)).toEqual([]);
  });

  it('a plan that was never placed is laid out whole, in rows that fit a view', () => {
    const nodes = Array.from({ length: 12 }, (_, index) => card(`n${index}`, 'TRANSFORM', 'N', ''));
    const boxes = arrange({ nodes, edges: chain(nodes.map((node) => node.key)) }, {});
    expect(overlapping(boxes, nodes)).toEqual([]);
    expect(Math.max(...[...boxes.values()].map((box) => box.x + box.width))).toBeLessThanOrEqual(900);
  });

  it('the inside of an executor is drawn at full size when it is entered', () => {
    const { graph, places } = running(12);
    const boxes = arrange(graph, places, { inside: '/execute' });
    expect(boxes.has('/start')).toBe(false);
    expect([...boxes.values()].every((box) => box.scale === 1 && box.form === 'card')).toBe(true);
    expect(boxes.size).toBe(12);
  });

  it('D4 a plan that no executor will run unfolds in its PLANNER where there is room, else is counted', () => {
    const planner = card('p', 'PLANNER', 'P', '', { container: true });
    const step = card('s', 'CAPABILITY', 'S', 'echo', { parent: '/p', dynamic: true, status: 'planned' });
    const next = card('n', 'TRANSFORM', 'N', '');
    const graph = { nodes: [planner, step, next], edges: [] };
    const free = arrange(graph, { p: { x: 0, y: 0 }, n: { x: 900, y: 0 } });
    expect(free.get('/p')).toMatchObject({ form: 'box', collapsed: false });
    expect(free.has('/p/s')).toBe(true);
    const tight = arrange(graph, { p: { x: 0, y: 0 }, n: { x: 260, y: 0 } });
    expect(tight.get('/p')).toMatchObject({ collapsed: true });
    expect(overlapping(tight, graph.nodes)).toEqual([]);
  });

  it('D4 a PLANNER that runs its own plan keeps the room that the document gives it, before there are steps', () => {
    const planner = card('p', 'PLANNER', 'P', '', { container: true });
    const graph = { nodes: [planner], edges: [] };
    const roomy = { p: { x: 0, y: 0, width: 700, height: 200 } };
    expect(arrange(graph, roomy).get('/p')).toMatchObject({ form: 'box', width: 700, height: 200 });
    const folded = { p: { ...roomy.p, collapsed: true } };
    expect(arrange(graph, folded).get('/p')).toMatchObject({ form: 'card' });
    expect(arrange(graph, { p: { x: 0, y: 0 } }).get('/p')).toMatchObject({ form: 'card', collapsed: false });
  });

  it('D4 one that runs its own plan has that room where nothing was laid out yet: of a file that was brought in', () => {
    const graph = graphOfPlan(plan('p: PLANNER {goal: g, execute: inline}\nn: CAPABILITY echo\np -> n'));
    expect(arrange(graph, {}).get('/p')).toMatchObject({ form: 'box', width: 640, height: 280 });
    expect(overlapping(arrange(graph, {}), graph.nodes)).toEqual([]);
    expect(arrange(graph, { p: { x: 0, y: 0 } }).get('/p')).toMatchObject({ form: 'card' });
  });

  it('a refused step that is no node is drawn as a step, not as a note', () => {
    const ghost = card('x', 'NOTE', 'Step 3', '', { mark: 'ghost', dynamic: true, reason: 'no tool' });
    expect(arrange({ nodes: [ghost], edges: [] }, {}).get('/x')?.form).toBe('card');
  });
});
