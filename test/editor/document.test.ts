import { describe, expect, test } from 'vitest';
import { addNode, connect, createEditor, moveNodes, removeSelection, renameNode, updateNode } from '#editor';
import { write } from '#plan';
import { workspace } from '../notation/plan';
import { drawn, editorOn, layoutOf } from './editorOn';

const chain = `
  a: CAPABILITY echo
  b: CAPABILITY echo
  c: CAPABILITY echo
  a -> b
  b -> c
`;

describe('E2 one stack of undo', () => {
  test('every edit is taken back and made again, byte for byte', () => {
    const { editor } = editorOn(chain);
    const original = write(editor.workspace);
    editor.select(['/b']);
    removeSelection(editor);
    renameNode(editor, '/a', 'First');
    moveNodes(editor, new Map([['/c', { x: 400, y: 80 }]]));
    const changed = write(editor.workspace);
    while (editor.undo());
    expect(write(editor.workspace)).toBe(original);
    while (editor.redo());
    expect(write(editor.workspace)).toBe(changed);
  });

  test('undo brings the selection back', () => {
    const { editor } = editorOn(chain);
    editor.select(['/b']);
    removeSelection(editor);
    expect([...editor.selection.getState().nodes]).toEqual(['/a']);
    editor.undo();
    expect([...editor.selection.getState().nodes]).toEqual(['/b']);
  });

  test('a new edit ends what could be redone', () => {
    const { editor } = editorOn(chain);
    renameNode(editor, '/a', 'First');
    editor.undo();
    renameNode(editor, '/b', 'Second');
    expect(editor.redo()).toBe(false);
    expect(editor.document.getState().history.past.map((one) => one.label)).toEqual(['Rename']);
  });

  test('there is nothing to undo in a document that was just opened', () => {
    const { editor } = editorOn(chain);
    expect(editor.undo()).toBe(false);
    renameNode(editor, '/a', 'First');
    editor.open(workspace('x: CAPABILITY echo', { id: 'other' }));
    expect(editor.undo()).toBe(false);
    expect(drawn(editor)).toEqual(['x: CAPABILITY']);
  });
});

describe('grouping by the time written on the transaction', () => {
  const steps = (gesture: string, times: readonly number[], texts: readonly string[]) => {
    const { editor, clock } = editorOn(chain);
    for (const [index, text] of texts.entries()) {
      clock.now = times[index] ?? 0;
      renameNode(editor, '/a', text, gesture);
    }
    return editor;
  };

  test('what is typed without a pause is one step', () => {
    const editor = steps('type', [0, 200, 900], ['F', 'Fi', 'Fir']);
    expect(editor.document.getState().history.past).toHaveLength(1);
    editor.undo();
    expect(editor.scene.getState().graph.nodes[0]?.title).toBe('echo');
  });

  test('after a pause a new step begins, however much later undo is pressed', () => {
    expect(steps('type', [0, 1_500], ['F', 'Fi']).document.getState().history.past).toHaveLength(2);
  });

  test('another gesture is another step, at the same moment too', () => {
    const { editor } = editorOn(chain);
    renameNode(editor, '/a', 'A', 'one');
    renameNode(editor, '/a', 'B', 'two');
    expect(editor.document.getState().history.past).toHaveLength(2);
  });

  test('typing on after an undo joins nothing', () => {
    const editor = steps('type', [0, 10], ['F', 'Fi']);
    renameNode(editor, '/b', 'X', 'other');
    editor.undo();
    renameNode(editor, '/a', 'Fir', 'type');
    expect(editor.document.getState().history.past).toHaveLength(2);
    while (editor.undo());
    expect(editor.scene.getState().graph.nodes[0]?.title).toBe('echo');
  });
});

describe('an edit that does not fit', () => {
  test('changes nothing, and says why until the next edit', () => {
    const { editor } = editorOn(chain);
    const before = editor.document.getState();
    const done = editor.edit(
      { edit: 'add-edge', plan: 'main', edge: { from: 'a', port: 'out', to: 'nowhere' } },
      { label: 'Connect' },
    );
    expect(done.ok).toBe(false);
    const after = editor.document.getState();
    expect([after.workspace, after.revision, after.history]).toEqual([
      before.workspace,
      before.revision,
      before.history,
    ]);
    expect(after.refused?.message).toBe(done.ok ? '' : done.problem.message);
    renameNode(editor, '/a', 'First');
    expect(editor.document.getState().refused).toBeNull();
  });

  test('a node that is not there cannot be renamed, moved or changed', () => {
    const { editor } = editorOn(chain);
    expect(renameNode(editor, '/nope', 'X')).toBe(false);
    expect(moveNodes(editor, new Map([['/nope', { x: 0, y: 0 }]]))).toBe(false);
    expect(updateNode(editor, '/nope', (node) => node, { label: 'x' })).toBe(false);
    expect(editor.document.getState().revision).toBe(0);
  });
});

describe('the scene', () => {
  test('keeps the objects of cards that an edit does not touch', () => {
    const { editor } = editorOn(chain);
    const before = editor.scene.getState().graph.nodes;
    renameNode(editor, '/b', 'Middle');
    const after = editor.scene.getState().graph.nodes;
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  test('W2 renaming moves nothing and changes no edge', () => {
    const { editor } = editorOn(chain);
    const boxes = editor.scene.getState().boxes;
    renameNode(editor, '/b', '  Middle ');
    expect(editor.scene.getState().graph.nodes[1]).toMatchObject({ title: 'Middle', key: '/b' });
    expect(editor.scene.getState().boxes).toEqual(boxes);
    renameNode(editor, '/b', ' ');
    expect(editor.scene.getState().graph.nodes[1]?.node).not.toHaveProperty('name');
  });

  test('E4 problems stand on their node once the document is checked', () => {
    const { editor } = editorOn('a: CAPABILITY no.such.tool');
    const [problem] = editor.problems.getState().diagnostics.filter((one) => one.where.node === 'a');
    expect(problem?.severity).toBe('error');
    expect(editor.scene.getState().graph.nodes[0]?.reason).toContain(problem?.message);
    updateNode(
      editor,
      '/a',
      (node) => (node.type === 'CAPABILITY' ? { ...node, params: { capability: 'echo' } } : node),
      { label: 'Choose' },
    );
    editor.check();
    expect(editor.scene.getState().graph.nodes[0]?.reason).toBeNull();
  });

  test('a scheduler decides when it is made anew, but never after an edit', () => {
    const later: (() => void)[] = [];
    const { editor } = editorOn(chain);
    const lazy = createEditor({
      workspace: editor.workspace,
      now: () => 0,
      schedule: (work) => later.push(work),
    });
    lazy.fold('/a', true);
    lazy.fold('/b', true);
    expect(later).toHaveLength(1);
    addNode(lazy, 'IF');
    expect(drawn(lazy)).toContain('if-1: IF');
  });
});

test('W4 a place is stored apart from what the node means', () => {
  const { editor } = editorOn(chain);
  const [before] = editor.workspace.plans;
  moveNodes(editor, new Map([['/a', { x: 20, y: 40 }]]));
  expect(layoutOf(editor).a).toEqual({ x: 20, y: 40 });
  expect(editor.workspace.plans[0]).toBe(before);
});

test('connect and remove are one step each', () => {
  const { editor } = editorOn('a: CAPABILITY echo\nb: CAPABILITY echo');
  expect(connect(editor, '/a', 'out', '/b')).toBe(true);
  editor.select([], ['/a:out->b']);
  expect(removeSelection(editor)).toBe(1);
  expect(editor.document.getState().history.past.map((one) => one.label)).toEqual(['Connect', 'Delete']);
});
