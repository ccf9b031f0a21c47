import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrange } from '#layout';
import { distanceTo, middleOf } from '../../src/picture/geometry/along';
import { portOffset } from '../../src/picture/geometry/ports';
import { RouteBook } from '../../src/picture/geometry/RouteBook';
import { absoluteRects, boundsOf, type Rect, wayInto } from '../../src/picture/geometry/rect';
import type { RouteInput, Routes } from '../../src/picture/geometry/routed';
import { EDGES_AT_ONCE, type RouteEnds, routeEdges, routeOf } from '../../src/picture/geometry/routes';

import { svgPath } from '../../src/picture/geometry/svgPath';
import { card, edge, running } from './harness/graphs';

const cardAt = (x: number, y: number): Rect => ({ x, y, width: 204, height: 56 });
const ends = (source: Rect, target: Rect, change: Partial<RouteEnds> = {}): RouteEnds => ({
  source,
  target,
  from: { x: source.x + source.width, y: source.y + 28 },
  to: { x: target.x, y: target.y + 28 },
  down: false,
  scale: 1,
  ...change,
});
const places = fc.integer({ min: -600, max: 600 });

describe('the way of an edge', () => {
  it('is one straight line between cards that are level', () => {
    expect(routeOf(ends(cardAt(0, 0), cardAt(260, 0)))).toEqual([
      { x: 204, y: 28 },
      { x: 260, y: 28 },
    ]);
  });

  it('runs straight into a taller card at the height of its port', () => {
    const tall = { x: 260, y: -10, width: 204, height: 96 };
    expect(routeOf(ends(cardAt(0, 0), tall)).map((point) => point.y)).toEqual([28, 28]);
  });

  it('goes straight down to a box that stands below', () => {
    const box = { x: 0, y: 100, width: 640, height: 280 };
    expect(routeOf(ends(cardAt(260, 0), box))).toEqual([
      { x: 362, y: 56 },
      { x: 362, y: 100 },
    ]);
  });

  it('turns between the rows, like from one line of a text to the next', () => {
    const way = routeOf(ends(cardAt(520, 0), cardAt(0, 100)));
    expect(way).toEqual([
      { x: 724, y: 28 },
      { x: 742, y: 28 },
      { x: 742, y: 78 },
      { x: -18, y: 78 },
      { x: -18, y: 128 },
      { x: 0, y: 128 },
    ]);
  });

  it('passes behind no other card where there is a way around', () => {
    const between = cardAt(260, 0);
    const way = routeOf(ends(cardAt(0, 0), cardAt(520, 0)), [between]);
    const crossed = way.some((to, index) => {
      const from = way[index - 1];
      return (
        from &&
        Math.max(from.x, to.x) > 260 &&
        Math.min(from.x, to.x) < 464 &&
        from.y === to.y &&
        to.y > 0 &&
        to.y < 56
      );
    });
    expect(crossed).toBe(false);
  });

  it('the error port leaves downwards', () => {
    const source = cardAt(0, 0);
    const way = routeOf(ends(source, cardAt(260, 200), { down: true, from: { x: 176, y: 56 } }));
    expect(way[0]).toEqual({ x: 176, y: 56 });
    expect(way[1]?.x).toBe(176);
    expect(way[1]?.y).toBeGreaterThan(56);
  });

  it('begins at the source, ends at the target, and only ever turns by right angles', () => {
    fc.assert(
      fc.property(
        places,
        places,
        places,
        places,
        fc.array(fc.tuple(places, places), { maxLength: 6 }),
        (ax, ay, bx, by, others) => {
          const source = cardAt(ax, ay);
          const target = cardAt(bx, by);
          const way = routeOf(
            ends(source, target),
            others.map(([x, y]) => cardAt(x, y)),
          );
          expect(way.length).toBeGreaterThanOrEqual(2);
          way.forEach((to, index) => {
            const from = way[index - 1];
            if (from) expect(Math.min(Math.abs(from.x - to.x), Math.abs(from.y - to.y))).toBeLessThan(0.5);
          });
          expect(distanceTo(way, way[0] ?? { x: 0, y: 0 })).toBe(0);
          const last = way.at(-1);
          expect(last && last.x >= bx && last.x <= bx + 204 && last.y >= by && last.y <= by + 56).toBe(true);
        },
      ),
      { seed: 31 },
    );
  });

  it('its middle is half way along it', () => {
    expect(
      middleOf([
        { x: 0, y: 0 },
        { x: 100, y: 0 },
        { x: 100, y: 300 },
      ]),
    ).toEqual({ x: 100, y: 100 });
  });
});

describe('routes of a graph', () => {
  const scene = running();
  const boxes = arrange(scene.graph, scene.places);
  const rects = absoluteRects(scene.graph.nodes, boxes);
  const nodes = new Map(scene.graph.nodes.map((node) => [node.key, node]));
  const input = { edges: scene.graph.edges, nodes, boxes, rects };

  it('all edges whose ends are drawn have one, the inner ones one deeper', () => {
    const routes = routeEdges(input);
    expect([...routes.keys()]).toEqual(scene.graph.edges.map((one) => one.key));
    expect(routes.get('/start:out->/plan')?.depth).toBe(0);
    expect(routes.get('/execute/step-1:out->/execute/step-2')?.depth).toBe(1);
  });

  it('dragging one node routes only its own edges anew', () => {
    const book = new RouteBook();
    const before = book.of(input);
    const moved = new Map([['/start', { x: -40, y: 20 }]]);
    const after = book.of({ ...input, rects: absoluteRects(scene.graph.nodes, boxes, moved) });
    const anew = [...after].filter(([key, route]) => before.get(key) !== route).map(([key]) => key);
    expect(anew).toEqual(['/start:out->/plan']);
  });

  it('fault X5 of a large graph so many edges are routed between two frames, and none is lost meanwhile', () => {
    const large = chain(2 * EDGES_AT_ONCE + 1);
    const book = new RouteBook();
    const counts: number[] = [book.of(large).size];
    while (book.isPending) {
      book.goOn();
      counts.push(book.of(large).size);
    }
    expect(counts).toEqual([EDGES_AT_ONCE, 2 * EDGES_AT_ONCE, 2 * EDGES_AT_ONCE + 1]);
    const ways = (routes: Routes) => JSON.stringify([...routes].map(([key, { points }]) => [key, points]));
    expect(ways(book.of(large)) === ways(routeEdges(large))).toBe(true);

    // All stand elsewhere: those that wait are where they were.
    const boxes = new Map([...large.boxes].map(([key, box]) => [key, { ...box, y: box.y + 500 }]));
    const rects = new Map([...large.rects].map(([key, rect]) => [key, { ...rect, y: rect.y + 500 }]));
    const lower = { ...large, boxes, rects };
    const heights = (routes: Routes) => [...routes.values()].map(({ points }) => points[0]?.y);
    const [old = 0] = heights(routeEdges(large));
    const moved = (count: number) =>
      Array.from({ length: 2 * EDGES_AT_ONCE + 1 }, (_, index) => (index < count ? old + 500 : old));
    expect(heights(book.of(lower)).join() === moved(EDGES_AT_ONCE).join()).toBe(true);
    book.goOn();
    expect(heights(book.of(lower)).join() === moved(2 * EDGES_AT_ONCE).join()).toBe(true);
    book.goOn();
    expect(heights(book.of(lower)).join() === moved(2 * EDGES_AT_ONCE + 1).join()).toBe(true);
    expect(book.isPending).toBe(false);
  });

  it('a new status keeps the way and changes the edge', () => {
    const first = scene.graph.edges.map((one) => ({ ...one, state: 'dead' as const }));
    const before = routeEdges(input);
    const after = routeEdges({ ...input, edges: first }, before);
    for (const [key, route] of after)
      expect(route).toMatchObject({ points: before.get(key)?.points, edge: { state: 'dead' } });
  });

  it('rows of text have no lines', () => {
    const long = running(12);
    const rows = arrange(long.graph, long.places, {});
    const small = arrange(
      { ...long.graph, nodes: long.graph.nodes },
      { ...long.places, execute: { x: 0, y: 100 } },
    );
    expect(rows.get('/execute/step-1')?.form).toBe('card');
    expect(small.get('/execute/step-1')?.form).toBe('row');
    const shown = routeEdges({
      edges: long.graph.edges,
      nodes: new Map(long.graph.nodes.map((node) => [node.key, node])),
      boxes: small,
      rects: absoluteRects(long.graph.nodes, small),
    });
    expect([...shown.keys()].filter((key) => key.includes('step-'))).toEqual([]);
  });
});

/** Cards in one row, each joined to the next. */
function chain(edges: number): RouteInput {
  const cards = Array.from({ length: edges + 1 }, (_, index) => card(`n${index}`, 'TRANSFORM', 'N', ''));
  const size = { width: 204, height: 56 };
  const rects = new Map(cards.map(({ key }, index) => [key as string, { x: index * 300, y: 0, ...size }]));
  const form = { form: 'card', scale: 1, collapsed: false, overflow: 0 } as const;
  return {
    edges: cards.slice(1).map(({ key }, index) => edge(`/n${index}`, key)),
    nodes: new Map(cards.map((one) => [one.key, one])),
    boxes: new Map([...rects].map(([key, rect]) => [key, { ...rect, ...form }])),
    rects,
  };
}

describe('rectangles and ports', () => {
  it('count from the origin through every parent, and follow a parent that is dragged', () => {
    const nodes = [card('g', 'GROUP', 'G', ''), card('a', 'TRANSFORM', 'A', '', { parent: '/g' })];
    const boxes = arrange({ nodes, edges: [] }, { g: { x: 100, y: 50 }, a: { x: 20, y: 60 } });
    expect(absoluteRects(nodes, boxes).get('/g/a')).toMatchObject({ x: 120, y: 110 });
    expect(absoluteRects(nodes, boxes, new Map([['/g', { x: 0, y: 0 }]])).get('/g/a')).toMatchObject({
      x: 20,
      y: 60,
    });
    expect(boundsOf([])).toBeNull();
  });

  it('ports stand on the right in their order, error below', () => {
    const box = {
      x: 0,
      y: 0,
      width: 204,
      height: 56,
      form: 'card',
      scale: 1,
      collapsed: false,
      overflow: 0,
    } as const;
    const node = { ports: ['then', 'else', 'error'] };
    expect(['then', 'else', 'error'].map((port) => portOffset(node, port, box))).toEqual([
      { x: 204, y: 18 },
      { x: 204, y: 38 },
      { x: 176, y: 56 },
    ]);
  });

  it('an SVG path rounds its corners', () => {
    expect(
      svgPath(
        [
          { x: 0, y: 0 },
          { x: 40, y: 0 },
          { x: 40, y: 40 },
        ],
        10,
      ),
    ).toBe('M0 0L30 0Q40 0 40 10L40 40');
  });

  it('edges that lead nowhere are not drawn', () => {
    const { graph, places: where } = running();
    const boxes = arrange(graph, where);
    const rects = absoluteRects(graph.nodes, boxes);
    const nodes = new Map(graph.nodes.map((node) => [node.key, node]));
    expect(routeEdges({ edges: [edge('/start', '/nowhere')], nodes, boxes, rects }).size).toBe(0);
  });
});

describe('the way that brings a card into the view', () => {
  const window = { width: 800, height: 400 };

  it('is none when all of it is seen', () => {
    expect(wayInto(cardAt(0, 344), window, 24)).toEqual({ x: 0, y: 0 });
  });

  it('is the least one from each side', () => {
    expect(wayInto(cardAt(-50, -80), window, 24)).toEqual({ x: 74, y: 104 });
    expect(wayInto(cardAt(700, 390), window, 24)).toEqual({ x: -128, y: -70 });
  });

  it('shows the corner of what is larger than the view', () => {
    expect(wayInto({ x: 100, y: 0, width: 900, height: 500 }, window, 24)).toEqual({ x: -76, y: 24 });
  });
});
