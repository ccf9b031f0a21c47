import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addNode,
  alignSelection,
  connect,
  disableSelection,
  dropNodes,
  duplicateSelection,
  type Editor,
  groupSelection,
  handleKey,
  moveNodes,
  nudgeSelection,
  removeSelection,
  renameNode,
  resizeNode,
} from '#editor';
import { type NodeTypeName, read, write } from '#plan';
import { editorOn, hashOf } from './editorOn';

const BASE = `
  in question
  out answer
  start: START
  look: CAPABILITY echo
  gate: IF true
  box: GROUP ASYNC
    x: CAPABILITY echo
    y: TRANSFORM $
    x -> y
  order: GROUP SYNC
    p: CAPABILITY echo
    q: CAPABILITY echo
  run: PLAN_EXECUTOR dynamicPlan
  start -> look
  look -> gate
  gate.then -> box
  gate.else -> order
`;

const TYPES: readonly NodeTypeName[] = [
  'CAPABILITY',
  'IF',
  'SWITCH',
  'GROUP',
  'PLANNER',
  'NOTE',
  'END',
  'HUMAN_INPUT',
];

/** One gesture that is as random as its three numbers; most do something, some are refused. */
function gesture(editor: Editor, verb: number, one: number, other: number): void {
  const { graph } = editor.scene.getState();
  const node = (at: number): string => graph.nodes[at % Math.max(1, graph.nodes.length)]?.key ?? '';
  const edge = graph.edges[other % Math.max(1, graph.edges.length)]?.key ?? '';
  editor.select([node(one), node(other)], one % 5 === 0 ? [edge] : []);
  const verbs: (() => unknown)[] = [
    () => addNode(editor, TYPES[other % TYPES.length] ?? 'NOTE'),
    () => addNode(editor, 'TRANSFORM', { onEdge: edge }),
    () => connect(editor, node(one), graph.nodes[one % graph.nodes.length]?.ports[0] ?? 'out', node(other)),
    () => removeSelection(editor, { heal: other % 2 === 0 }),
    () => renameNode(editor, node(one), `Name ${other}`),
    () => moveNodes(editor, new Map([[node(one), { x: other * 20, y: one * 20 }]])),
    () => resizeNode(editor, node(one), { width: 200 + other, height: 100 + one }),
    () => duplicateSelection(editor),
    () => groupSelection(editor),
    () => disableSelection(editor),
    () => nudgeSelection(editor, 20, -20),
    () => dropNodes(editor, [{ key: node(one), parent: null, x: other * 20, y: 0 }], edge),
    () => alignSelection(editor, other % 2 === 0 ? 'left' : 'across'),
    () => editor.edit({ edit: 'rename-workspace', name: `W${other}` }, { label: 'Rename workspace' }),
  ];
  verbs[verb % verbs.length]?.();
}

test('E2 200 random gestures, then as many undos, give the original bytes; redos give the last ones (seeded)', () => {
  const step = fc.tuple(fc.nat(13), fc.nat(60), fc.nat(60));
  fc.assert(
    fc.property(fc.array(step, { minLength: 200, maxLength: 200 }), (steps) => {
      const { editor, clock } = editorOn(BASE);
      const original = write(editor.workspace);
      for (const [verb, one, other] of steps) {
        clock.now += 2_000;
        gesture(editor, verb, one, other);
      }
      const last = write(editor.workspace);
      expect(editor.document.getState().history.past.length).toBeGreaterThan(50);
      expect(read(last).kind).toBe('document');
      while (editor.undo());
      expect(write(editor.workspace)).toBe(original);
      while (editor.redo());
      expect(write(editor.workspace)).toBe(last);
    }),
    { seed: 20, numRuns: 8 },
  );
});

describe('acceptance 4: a six-node plan with a group and a condition', () => {
  /** START → CAPABILITY → IF, then: GROUP of one, else: END. */
  const byMouse = (): Editor => {
    const { editor } = editorOn('out answer');
    const start = addNode(editor, 'START', { at: { x: 0, y: 0 }, connect: false }) ?? '';
    const look = addNode(editor, 'CAPABILITY', { at: { x: 260, y: 0 }, connect: false }) ?? '';
    const gate = addNode(editor, 'IF', { at: { x: 520, y: 0 }, connect: false }) ?? '';
    const box = addNode(editor, 'GROUP', { at: { x: 780, y: 0 }, connect: false }) ?? '';
    addNode(editor, 'TRANSFORM', { into: box, at: { x: 20, y: 60 }, connect: false });
    editor.select([]);
    const end = addNode(editor, 'END', { at: { x: 780, y: 300 }, into: null, connect: false }) ?? '';
    connect(editor, start, 'out', look);
    connect(editor, look, 'out', gate);
    connect(editor, gate, 'then', box);
    connect(editor, gate, 'else', end);
    return editor;
  };

  const byKeys = (): Editor => {
    const { editor } = editorOn('out answer');
    // `N` opens the app's adder; what is chosen there is added beside the focus.
    const choose = (type: NodeTypeName): void => {
      expect(handleKey(editor, { key: 'n' }, 'canvas')).toEqual({ command: 'node.add', done: false });
      addNode(editor, type);
    };
    const press = (...keys: string[]): void => {
      for (const key of keys) handleKey(editor, { key }, 'canvas');
    };
    choose('START');
    choose('CAPABILITY');
    choose('IF');
    choose('GROUP');
    press('Enter');
    choose('TRANSFORM');
    press('Escape', 'Escape', 'ArrowLeft');
    choose('END');
    return editor;
  };

  test('drawn with mouse or keyboard has the same meaning', () => {
    expect(
      byKeys()
        .scene.getState()
        .graph.edges.map((edge) => edge.key)
        .sort(),
    ).toEqual(
      byMouse()
        .scene.getState()
        .graph.edges.map((edge) => edge.key)
        .sort(),
    );
    expect(hashOf(byKeys())).toBe(hashOf(byMouse()));
  });

  test('export and import keep it', () => {
    const editor = byMouse();
    const again = read(write(editor.workspace));
    if (again.kind !== 'document') throw new Error('it is a document');
    const before = hashOf(editor);
    editor.open(again.workspace);
    expect(hashOf(editor)).toBe(before);
  });
});
