import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Markdown } from '#canvas';
import { arrange } from '#layout';
import { safeHref } from '../../src/canvas/markdown/Markdown';
import { usedPorts } from '../../src/canvas/state/connection';
import { FlowNodes } from '../../src/canvas/state/flowNodes';
import { keepEqualBoxes, keepEqualNodes, newestStep } from '../../src/canvas/state/useGraphState';
import { accessibleName, lineOf, progressOf } from '../../src/picture/cardText';
import { card, edge, running, type Scene } from './harness/graphs';

const NOWHERE = new Map();
const byKey = (scene: Scene) => new Map(scene.graph.nodes.map((node) => [node.key, node]));
const flowInput = (scene: Scene, change: Partial<Parameters<FlowNodes['make']>[0]> = {}) => ({
  nodes: scene.graph.nodes,
  boxes: arrange(scene.graph, scene.places),
  moved: NOWHERE,
  selection: new Set<string>(),
  editable: true,
  cards: new Set(scene.graph.nodes.map(({ key }) => key)),
  ...change,
});

describe('what a card says', () => {
  it('U the accessible name is name, type and, during a run, status', () => {
    expect(accessibleName(card('a', 'CAPABILITY', 'Look', ''))).toBe('Look, CAPABILITY');
    expect(accessibleName(card('a', 'IF', 'Big?', '', { status: 'skipped' }))).toBe('Big?, IF, skipped');
  });

  it('a skipped node says that it was not needed, a ghost why it was refused', () => {
    expect(lineOf(card('a', 'IF', 'A', 'x > 1', { status: 'skipped' }))).toBe('not needed');
    expect(lineOf(card('a', 'CAPABILITY', 'A', 'fx', { mark: 'ghost', reason: 'no such tool' }))).toBe(
      'no such tool',
    );
    expect(accessibleName(card('a', 'NOTE', 'Step 3', '', { mark: 'ghost' }))).toBe('Step 3, STEP, refused');
  });

  it('a box says how many of its nodes have settled', () => {
    expect(progressOf(card('g', 'GROUP', 'G', '', { progress: { done: 4, total: 7 } }))).toBe('4 of 7');
    expect(progressOf(card('g', 'GROUP', 'G', '', { progress: { done: 0, total: 0 } }))).toBeNull();
  });
});

describe('a step of a run redraws only what it changes', () => {
  it('nodes that say the same keep their objects, and so does the whole map', () => {
    const before = byKey(running(7, 3));
    const after = keepEqualNodes(running(7, 4).graph.nodes, before);
    const changed = [...after].filter(([key, node]) => before.get(key) !== node).map(([key]) => key);
    expect(changed.filter((key) => key.includes('step'))).toEqual(['/execute/step-4', '/execute/step-5']);
    expect(
      keepEqualBoxes(arrange(running().graph, running().places), arrange(running().graph, running().places))
        .size,
    ).toBe(13);
  });

  it('boxes that say the same keep the map', () => {
    const { graph, places } = running();
    const before = arrange(graph, places);
    expect(keepEqualBoxes(arrange(graph, places), before)).toBe(before);
    expect(keepEqualBoxes(arrange(graph, { ...places, start: { x: 1, y: 1 } }), before)).not.toBe(before);
  });

  it('React Flow gets the same list while only statuses change, and one new node when one moves', () => {
    const flow = new FlowNodes();
    const scene = running(7, 3);
    const input = flowInput(scene);
    const first = flow.make(input);
    expect(flow.make({ ...input })).toBe(first);
    const moved = flow.make({ ...input, moved: new Map([['/start', { x: 40, y: 0 }]]) });
    expect(moved.filter((node, index) => node !== first[index]).map((node) => node.id)).toEqual(['/start']);
  });

  it('D4 the newest streamed step has the halo until it runs', () => {
    const before = byKey(running(3, 0));
    const after = byKey(running(4, 0));
    expect(newestStep(after, before, null)).toBe('/execute/step-4');
    expect(newestStep(after, after, '/execute/step-4')).toBe('/execute/step-4');
    expect(newestStep(byKey(running(4, 4)), after, '/execute/step-4')).toBeNull();
    expect(newestStep(after, new Map(), null)).toBeNull();
  });
});

describe('what React Flow is given', () => {
  it('sizes up front, parents before their children, and steps of a plan that cannot be dragged', () => {
    const nodes = new FlowNodes().make(flowInput(running()));
    const ids = nodes.map((node) => node.id);
    for (const node of nodes) {
      expect(node.width).toBeGreaterThan(0);
      if (node.parentId !== undefined) expect(ids.indexOf(node.parentId)).toBeLessThan(ids.indexOf(node.id));
    }
    expect(nodes.find((node) => node.id === '/start')?.draggable).toBe(true);
    expect(nodes.find((node) => node.id === '/execute/step-1')?.draggable).toBe(false);
  });

  it('from far away only what is selected', () => {
    const nodes = new FlowNodes().make(
      flowInput(running(), { cards: new Set(), selection: new Set(['/plan']) }),
    );
    expect(nodes.map((node) => node.id)).toEqual(['/plan']);
  });
});

describe('ports', () => {
  it('those that an edge leaves from are known by node', () => {
    const edges = [edge('/a', '/b', 'idle', 'then'), edge('/a', '/c', 'idle', 'else'), edge('/b', '/c')];
    expect([...usedPorts(edges, '/a')]).toEqual(['then', 'else']);
    expect([...usedPorts(edges, '/b')]).toEqual(['out']);
    expect(usedPorts(edges, '/c').size).toBe(0);
    expect(usedPorts(edges, '/a')).toBe(usedPorts(edges, '/a'));
  });
});

describe('T5 Markdown from outside', () => {
  const html = (text: string): string => renderToStaticMarkup(createElement(Markdown, { text }));

  it('is drawn as elements', () => {
    expect(html('**a** _b_ `c`')).toContain('<strong>a</strong> <em>b</em> <code>c</code>');
    expect(html('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<th>a</th><th>b</th>');
    expect(html('2. two\n3. three')).toContain('<ol start="2">');
    expect(html('a & b < c')).toContain('a &amp; b &lt; c');
  });

  it('case B1 HTML in it is shown as the text it is', () => {
    const drawn = html('<img src=x onerror=alert(1)> <script>alert(1)</script>\n\n<b onclick=x>hi</b>');
    expect(drawn).not.toMatch(/<(img|script|b)[\s>]/);
    expect(drawn).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//example.org',
    '/local',
    'vbscript:x',
    'file:///etc',
  ])('case B1 %s is no link', (href) => {
    expect(safeHref(href)).toBeNull();
    expect(html(`[click](${href})`)).not.toContain('href');
  });

  it('links lead to http and https, and tell the other side nothing', () => {
    expect(html('[a](https://example.org/x)')).toContain(
      '<a href="https://example.org/x" target="_blank" rel="noopener noreferrer nofollow" class="nodrag">a</a>',
    );
  });

  it('case B4 no picture loads by itself; who draws it may offer to', () => {
    expect(html('![chart](https://example.org/x.png)')).not.toContain('<img');
    const offered = renderToStaticMarkup(
      createElement(Markdown, {
        text: '![chart](https://example.org/x.png)',
        image: ({ url, text }) => `${text} at ${url}`,
      }),
    );
    expect(offered).toContain('chart at https://example.org/x.png');
  });
});
