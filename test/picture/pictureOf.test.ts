import { describe, expect, test } from 'vitest';
import { arrange } from '#layout';
import { type Part, pictureOf } from '#picture';
import { type Graph, graphOf, type NodeStatus } from '#projection';
import { cutToWidth, widthOf } from '../../src/picture/draw/measure';
import { drawNote } from '../../src/picture/draw/note';
import { plan } from '../notation/plan';

const GRAPH = graphOf(
  plan(
    `start: START
    gate: IF n > 1
    hush: NOTE x
    both: GROUP ASYNC
      a: CAPABILITY text.say
      b: CAPABILITY echo {name: "Compare what everybody has said about it"}
    none: GROUP SYNC
    e: END
    start -> gate
    gate.then -> both -> none -> e`.replaceAll('\n    ', '\n'),
  ),
);

const partsOf = (graph: Graph): readonly Part[] => pictureOf(graph, arrange(graph, {})).parts;
const wordsOf = (part: Part | undefined): readonly string[] =>
  part?.marks.flatMap(({ text }) => (text === undefined ? [] : [text])) ?? [];
const partOf = (graph: Graph, id: string, kind: Part['kind'] = 'node'): Part | undefined =>
  partsOf(graph).find((part) => part.kind === kind && part.key.endsWith(id));

describe('S2 a picture of a graph', () => {
  test('has a part for each node and edge, and a label for each port that has a name', () => {
    const parts = partsOf(GRAPH);
    const keys = (kind: Part['kind']) => parts.flatMap((part) => (part.kind === kind ? [part.key] : []));
    expect(keys('node').toSorted()).toEqual(GRAPH.nodes.map(({ key }) => key).toSorted());
    expect(keys('edge').toSorted()).toEqual(GRAPH.edges.map(({ key }) => key).toSorted());
    expect(parts.filter(({ kind }) => kind === 'label').flatMap(wordsOf)).toEqual(['then']);
  });

  test('a line passes over the box that it lies in and behind the cards that it joins', () => {
    const parts = partsOf(GRAPH);
    const at = (id: string) => parts.findIndex(({ kind, key }) => kind === 'node' && key.endsWith(id));
    const edge = parts.findIndex(({ kind }) => kind === 'edge');
    expect(edge).toBeLessThan(at('/start'));
    expect(at('/both')).toBeLessThan(at('/a'));
  });

  test('L11 tells the turns of an agent in its box, the last ones where there is no room for all', () => {
    const { nodes } = graphOf(plan('a: AGENT Look'));
    const transcript = Array.from({ length: 30 }, (_, index) => ({
      turn: Math.floor(index / 2) + 1,
      kind: index % 2 === 0 ? ('thought' as const) : ('call' as const),
      text: `line ${index}`,
    }));
    const graph = {
      nodes: nodes.map((node) => (node.type === 'AGENT' ? { ...node, transcript } : node)),
      edges: [],
    };
    const words = wordsOf(partOf(graph, '/a'));
    expect(words.slice(-3)).toEqual(['15', 'line 28', 'line 29']);
    expect(words).not.toContain('line 5');
  });

  test('says of a card its name and its line, of an empty box that something may be dropped there', () => {
    expect(wordsOf(partOf(GRAPH, '/gate'))).toEqual(['If', 'n > 1']);
    expect(wordsOf(partOf(GRAPH, '/none'))).toContain('Drop nodes here');
    expect(wordsOf(partOf(GRAPH, '/both'))).not.toContain('Drop nodes here');
  });

  test('reads a note as its Markdown reads, without its signs, and leaves out what has no room', () => {
    const note = '# Why\n\nOne **bold** reason,\nand [another](https://example.org).\n\n- first\n- second';
    const words = (height: number) =>
      drawNote(note, { width: 240, height }).flatMap(({ text }) => text ?? []);
    expect(words(200)).toEqual(['Why', 'One bold reason, and another.', '• first', '• second']);
    expect(words(60)).toEqual(['Why', 'One bold reason, and another.']);
  });

  test.each<[NodeStatus, string]>([
    ['succeeded', 'ok'],
    ['running', 'run'],
    ['waiting', 'wait'],
    ['failed', 'bad'],
    ['planned', 'plan'],
    ['skipped', 'skip'],
    ['uncertain', 'bad'],
  ])('D6 a card that is %s has the shape of it, in its colour', (status, colour) => {
    const nodes = GRAPH.nodes.map((node) => ({ ...node, status }));
    const part = partOf({ ...GRAPH, nodes }, '/start');
    expect(part?.status).toBe(status);
    const glyphs = part?.marks.filter(({ attributes }) => attributes.class === 'glyph') ?? [];
    expect(glyphs).toHaveLength(2);
    expect(glyphs.at(-1)?.stroke).toBe(colour);
  });

  test('shows the icon that a capability declares', () => {
    const glyphOf = (declared: (capability: string) => string | undefined) =>
      pictureOf(GRAPH, arrange(GRAPH, {}), declared)
        .parts.find(({ key }) => key.endsWith('/a'))
        ?.marks.find(({ attributes }) => attributes.class === 'glyph')?.attributes.d;
    expect(glyphOf(() => 'rocket')).not.toBe(glyphOf(() => undefined));
    expect(glyphOf(() => 'constructor')).toBe(glyphOf(() => undefined));
  });

  test('cuts what does not fit', () => {
    const [name = ''] = wordsOf(partOf(GRAPH, '/b'));
    expect(name).toMatch(/^Compare what.*…$/);
    for (const room of [0, 5, 30, 80, 300]) {
      const cut = cutToWidth('Compare what everybody has said', room, 13, 600);
      if (room > 20) expect(widthOf(cut, 13, 600)).toBeLessThanOrEqual(room);
      expect(cut.length).toBeGreaterThan(0);
    }
  });

  test('of nothing is empty', () => {
    expect(pictureOf({ nodes: [], edges: [] }, new Map())).toEqual({
      bounds: { x: 0, y: 0, width: 0, height: 0 },
      parts: [],
    });
  });
});
