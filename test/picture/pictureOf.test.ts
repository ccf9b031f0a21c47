import { describe, expect, test } from 'vitest';
import { arrange } from '#layout';
import { agentParts, type Mark, type Part, pictureOf } from '#picture';
import type { NoteColor } from '#plan';
import { type AgentCard, type Graph, graphOf, type NodeCard, type NodeStatus } from '#projection';
import { drawCard } from '../../src/picture/draw/card';
import { cutToWidth, widthOf } from '../../src/picture/draw/measure';
import { drawNote } from '../../src/picture/draw/note';
import { agentCard } from '../notation/agents';
import { plan } from '../notation/plan';

const AT_WORK = agentCard({
  goal: 'Why West fell',
  turns: { had: 3, most: 8 },
  meters: [
    { name: 'Turns', used: '3', limit: '8', share: 3 / 8 },
    { name: 'Tokens', used: '412', limit: null, share: 0 },
    { name: 'Time', span: { from: 0, at: 14_000 }, limitMs: 120_000 },
  ],
  lines: Array.from({ length: 30 }, (_, index) => ({
    turn: Math.floor(index / 2) + 1,
    kind: index % 2 === 0 ? 'thought' : 'call',
    text: `line ${index}`,
  })),
  criteria: [
    { text: 'Names the product', since: 1, isLost: false },
    { text: 'Gives a source', since: null, isLost: false },
  ],
});

function agentNode(agent: AgentCard): NodeCard {
  const [node] = graphOf(plan('a: AGENT Look')).nodes;
  if (node?.type !== 'AGENT') throw new Error('no agent');
  return { ...node, agent };
}

function withAgent(agent: AgentCard): Graph {
  return { nodes: [agentNode(agent)], edges: [] };
}

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

const wordsIn = (marks: readonly Mark[]): readonly string[] =>
  marks.flatMap((mark) => (mark.tag === 'text' ? [mark.text] : []));
const partsOf = (graph: Graph): readonly Part[] => pictureOf(graph, arrange(graph, {})).parts;
const wordsOf = (part: Part | undefined): readonly string[] => wordsIn(part?.marks ?? []);
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

  test('L11 tells an agent in its box: limits, goal, the last of its turns, and criteria that stay in view', () => {
    const words = wordsOf(partOf(withAgent(AT_WORK), '/a'));
    expect(words).toEqual(
      expect.arrayContaining([
        'Turns',
        '3 of 8',
        'Tokens',
        '412',
        'Time',
        '14 s of 2 min 0 s',
        'Why West fell',
      ]),
    );
    expect(words).toEqual(expect.arrayContaining(['Criteria', '1 of 2 met', 'met in turn 1', 'open']));
    const told = words.filter((word) => word.startsWith('line '));
    expect(told.at(-1)).toBe('line 29');
    expect(told).not.toContain('line 5');
  });

  test('L11 where an agent has less room, the goal gives way first, then criteria one by one, then limits', () => {
    const parts = [420, 300, 260, 180].map((height) => agentParts(AT_WORK, height));
    expect(parts.map(({ meters, goal, criteria }) => [meters, goal, criteria])).toEqual([
      [true, true, 'list'],
      [true, false, 'list'],
      [true, false, 'head'],
      [false, false, 'head'],
    ]);
    expect(agentParts(agentCard(), 300).criteria).toBe('none');
  });

  test('L11 a small card has a segment for each turn that its agent may have, and none where they could not be told apart', () => {
    const drawn = (most: number) =>
      drawCard(
        agentNode({ ...AT_WORK, turns: { had: 3, most } }),
        { width: 204, height: 56 },
        () => undefined,
      );
    const filled = (most: number, fill: string) =>
      drawn(most).filter((mark) => mark.tag === 'rect' && mark.look.fill === fill).length;
    expect([filled(8, 'run'), filled(8, 'line')]).toEqual([3, 5]);
    expect(filled(25, 'run')).toBe(0);
  });

  test('says of a card its name and its line, of an empty box that something may be dropped there', () => {
    expect(wordsOf(partOf(GRAPH, '/gate'))).toEqual(['If', 'n > 1']);
    expect(wordsOf(partOf(GRAPH, '/none'))).toContain('Drop nodes here');
    expect(wordsOf(partOf(GRAPH, '/both'))).not.toContain('Drop nodes here');
  });

  test('reads a note as its Markdown reads, without its signs, and leaves out what has no room', () => {
    const note = '# Why\n\nOne **bold** reason,\nand [another](https://example.org).\n\n- first\n- second';
    const words = (height: number) => wordsIn(drawNote(note, { width: 240, height }));
    expect(words(200)).toEqual(['Why', 'One bold reason, and another.', '• first', '• second']);
    expect(words(60)).toEqual(['Why', 'One bold reason, and another.']);
  });

  test('W4 a note has the paper that was chosen for it, and yellow without a choice', () => {
    const ground = (color?: NoteColor) => {
      const [paper] = drawNote('Why', { width: 240, height: 120 }, color);
      return paper?.tag === 'rect' ? paper.look.fill : undefined;
    };
    expect([ground(), ground('yellow'), ground('green'), ground('paper')]).toEqual([
      'wait-soft',
      'wait-soft',
      'ok-soft',
      'surface',
    ]);
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
    const glyphs = part?.marks.flatMap((mark) => (mark.tag === 'icon' ? [mark] : [])) ?? [];
    expect(glyphs).toHaveLength(2);
    expect(glyphs.at(-1)?.stroke).toBe(colour);
  });

  test('shows the icon that a capability declares', () => {
    const glyphOf = (declared: (capability: string) => string | undefined) =>
      pictureOf(GRAPH, arrange(GRAPH, {}), declared)
        .parts.find(({ key }) => key.endsWith('/a'))
        ?.marks.flatMap((mark) => (mark.tag === 'icon' ? [mark.name] : []));
    expect(glyphOf(() => 'rocket')).toEqual(['rocket']);
    expect(glyphOf(() => 'constructor')).toEqual(glyphOf(() => undefined));
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
