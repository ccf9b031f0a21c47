import { describe, expect, test } from 'vitest';
import {
  addNode,
  connect,
  createEditor,
  type Editor,
  moveNodes,
  removeSelection,
  renameNode,
  updateNode,
} from '#editor';
import { write } from '#plan';
import { plan, workspace } from '../notation/plan';
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

describe('E2 undo and redo show what they change', () => {
  const shown = (editor: Editor) => {
    const { planId } = editor.view.getState();
    return { planId, inside: editor.scene.getState().inside };
  };

  test('in another plan than the open one', () => {
    const two = workspace([plan('a: CAPABILITY echo'), plan('b: CAPABILITY echo', 'second')]);
    const editor = createEditor({ workspace: two, now: () => 0 });
    renameNode(editor, '/a', 'First');
    editor.openPlan('second');
    editor.undo();
    expect(shown(editor)).toEqual({ planId: 'main', inside: null });
    editor.openPlan('second');
    editor.redo();
    expect(shown(editor)).toEqual({ planId: 'main', inside: null });
  });

  test('a plan that is there again is opened; one that is gone makes way for the one that was changed', () => {
    const { editor } = editorOn('a: CAPABILITY echo');
    editor.edit({ edit: 'add-plan', plan: plan('b: CAPABILITY echo', 'second') }, { label: 'Add plan' });
    editor.undo();
    expect(shown(editor).planId).toBe('main');
    editor.redo();
    expect(shown(editor).planId).toBe('second');
  });

  test('outside the box that was entered, and inside the one that was left', () => {
    const { editor } = editorOn('a: CAPABILITY echo\ng: GROUP SYNC\n  b: CAPABILITY echo');
    renameNode(editor, '/a', 'First');
    editor.enter('/g');
    addNode(editor, 'TRANSFORM');
    editor.enter(null);
    renameNode(editor, '/a', 'Second');
    editor.enter('/g');
    editor.undo();
    expect(shown(editor)).toEqual({ planId: 'main', inside: null });
    editor.undo();
    // The inside of the group is seen from outside, too.
    expect(shown(editor)).toEqual({ planId: 'main', inside: null });
    editor.enter('/g');
    editor.redo();
    expect(shown(editor)).toEqual({ planId: 'main', inside: '/g' });
  });

  test('what is seen to change stays in view, and what is no plan leads nowhere', () => {
    const { editor } = editorOn('a: CAPABILITY echo\ng: GROUP SYNC\n  b: CAPABILITY echo');
    renameNode(editor, '/g/b', 'First');
    editor.enter('/g');
    editor.undo();
    expect(shown(editor)).toEqual({ planId: 'main', inside: '/g' });
    editor.edit({ edit: 'rename-workspace', name: 'Other' }, { label: 'Rename' });
    editor.undo();
    expect(shown(editor)).toEqual({ planId: 'main', inside: '/g' });
  });

  test('a box that was deleted is not entered again when it comes back', () => {
    const { editor } = editorOn('a: CAPABILITY echo');
    editor.select(['/a']);
    const group = addNode(editor, 'GROUP');
    editor.enter(group);
    editor.undo();
    editor.redo();
    expect(shown(editor)).toEqual({ planId: 'main', inside: null });
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
