import { describe, expect, test } from 'vitest';
import { arrange } from '#layout';
import {
  type Attention,
  drawEdge,
  drawFar,
  drawOnMap,
  lineMark,
  type Mark,
  type PlainMark,
  type RoutedEdge,
  sketchOf,
  svgMark,
  THEMES,
} from '#picture';
import { graphOf, type NodeStatus } from '#projection';
import { type Paper, paintMark } from '../../src/canvas/paint/paintMark';
import { card, edge } from '../canvas/harness/graphs';
import { plan } from '../notation/plan';

const RECT = { x: 10, y: 20, width: 204, height: 56 };
const named = (colour: string): string => colour;
const lookOf = (mark: Mark | undefined) => (mark !== undefined && 'look' in mark ? mark.look : {});

/** Keeps what was stroked and filled on it, with what was set then. */
class Sheet implements Paper {
  fillStyle: Paper['fillStyle'] = '';
  strokeStyle: Paper['strokeStyle'] = '';
  lineWidth = 0;
  lineCap: Paper['lineCap'] = 'butt';
  font = '';
  textAlign: Paper['textAlign'] = 'start';
  textBaseline: Paper['textBaseline'] = 'alphabetic';
  globalAlpha = 1;
  dash: readonly number[] = [];
  readonly strokes: { colour: Paper['strokeStyle']; width: number; cap: string; dash: readonly number[] }[] =
    [];
  readonly fills: { colour: Paper['fillStyle']; alpha: number }[] = [];
  beginPath(): void {}
  closePath(): void {}
  moveTo(): void {}
  lineTo(): void {}
  arcTo(): void {}
  arc(): void {}
  roundRect(): void {}
  fillText(): void {}
  setLineDash(dash: readonly number[]): void {
    this.dash = dash;
  }
  stroke(): void {
    const { strokeStyle: colour, lineWidth: width, lineCap: cap, dash } = this;
    this.strokes.push({ colour, width, cap, dash });
  }
  strokeRect(): void {
    this.stroke();
  }
  fill(): void {
    this.fills.push({ colour: this.fillStyle, alpha: this.globalAlpha });
  }
  fillRect(): void {
    this.fill();
  }
}

function painted(marks: readonly PlainMark[], zoom: number): Sheet {
  const paper = new Sheet();
  for (const mark of marks) paintMark(paper, { ...THEMES.light, font: 'Inter' }, mark, zoom);
  return paper;
}

function route(state: Parameters<typeof edge>[2]): RoutedEdge {
  const points = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
  ];
  return {
    edge: edge('/a', '/b', state),
    points,
    middle: { x: 50, y: 0 },
    depth: 0,
    scale: 1,
    source: RECT,
    target: RECT,
  };
}

describe('what is too small for its card', () => {
  test.each<[NodeStatus | null, string, string]>([
    [null, 'raised', 'line-strong'],
    ['pending', 'raised', 'line-strong'],
    ['ready', 'raised', 'line-strong'],
    ['running', 'run-soft', 'run'],
    ['waiting', 'wait-soft', 'wait'],
    ['retrying', 'wait-soft', 'wait'],
    ['succeeded', 'ok-soft', 'ok'],
    ['failed', 'bad-soft', 'bad'],
    ['planned', 'plan-soft', 'plan'],
    ['skipped', 'skip-soft', 'line'],
    ['cancelled', 'skip-soft', 'line'],
  ])('E6 a node that is %s has one colour from far away and on the map', (status, fill, border) => {
    const node = card('a', 'TRANSFORM', 'A', '', { status });
    expect(lookOf(drawFar({ node, rect: RECT, open: false }, 0.1, false)[0])).toMatchObject({
      fill,
      stroke: border,
    });
    expect(lookOf(drawOnMap({ node, rect: RECT, open: false })[0]).fill).toBe(border);
    expect(drawOnMap({ node, rect: RECT, open: true }).map((mark) => lookOf(mark))).toMatchObject([
      { fill },
      { stroke: border },
    ]);
  });

  test('E6 from far away a node has its name while that can be read, cut where its card ends', () => {
    const node = card('a', 'TRANSFORM', 'Compare what everybody has said about it', '');
    const words = (zoom: number) =>
      drawFar({ node, rect: RECT, open: false }, zoom, false).flatMap((mark) =>
        mark.tag === 'text' ? mark.text : [],
      );
    expect(words(0.1)).toEqual([]);
    expect(words(0.3)).toEqual([expect.stringMatching(/^Compare.*…$/)]);
  });

  test('E6 a spot on the map is never less than a pixel', () => {
    const node = card('a', 'TRANSFORM', 'A', '');
    const rect = { x: 0, y: 0, width: 0.2, height: 0.1 };
    expect(drawOnMap({ node, rect, open: false })).toMatchObject([{ width: 1, height: 1 }]);
  });
});

describe('one mark in each medium', () => {
  test('E6 a line on the canvas is no thinner than a pixel of the screen, however far away', () => {
    const widths = [0.1, 1].map((zoom) => painted(drawEdge(route('idle')), zoom).strokes[0]?.width);
    expect(widths).toEqual([10, 1.6]);
  });

  test.each<[Attention, number, readonly number[]]>([
    ['chosen', 1.6, []],
    ['lit', 1.25, []],
    ['drop', 1.25, [6, 4]],
  ])('an edge that is %s is wider and stands out', (attention, wider, dash) => {
    const [stroke] = painted(drawEdge(route('taken'), attention), 1).strokes;
    expect(stroke).toMatchObject({ colour: THEMES.light.accent, dash });
    expect(stroke?.width).toBeCloseTo(1.6 * wider);
  });

  test('S2 an edge that was not taken is dotted on the canvas and in a picture', () => {
    const [mark] = drawEdge(route('dead'));
    if (mark?.tag !== 'line') throw new Error('no line');
    expect(painted([mark], 1).strokes).toMatchObject([{ cap: 'round', dash: [1.5, 4.5] }]);
    expect(svgMark(mark, named).attributes).toMatchObject({
      'stroke-linecap': 'round',
      'stroke-dasharray': '1.5 4.5',
    });
  });

  test('what one mark sets holds for no other', () => {
    const line = lineMark(route('idle').points, 0, { stroke: 'line' });
    const spot: PlainMark = { tag: 'rect', ...RECT, radius: 0, look: { fill: 'ok', cover: 0.6 } };
    const paper = painted([...drawEdge(route('dead')), spot, line, { ...spot, look: { fill: 'ok' } }], 1);
    expect(paper.strokes.at(-1)).toMatchObject({ cap: 'butt', dash: [], width: 1 });
    expect(paper.fills.map(({ alpha }) => alpha)).toEqual([0.6, 1]);
  });

  test('E8 borders of a sketch are as wide on the screen at every size', () => {
    const graph = graphOf(plan('a: START\nb: END\na -> b'));
    const shapes = sketchOf(graph, arrange(graph, {}))?.marks.filter(({ tag }) => tag !== 'icon') ?? [];
    expect(shapes).toHaveLength(3);
    for (const mark of shapes)
      expect(svgMark(mark, named).attributes).toMatchObject({
        'vector-effect': 'non-scaling-stroke',
        'stroke-width': 1.4,
      });
  });

  test('E8 a sketch has icons or, where it is to be read, names', () => {
    const graph = graphOf(plan('a: START\nb: END\na -> b'));
    const boxes = arrange(graph, {});
    const tags = (words: boolean) => sketchOf(graph, boxes, { words })?.marks.map(({ tag }) => tag);
    expect(tags(false)).toEqual(['line', 'rect', 'rect', 'icon', 'icon']);
    expect(tags(true)).toEqual(['line', 'rect', 'rect', 'text', 'text']);
  });
});
