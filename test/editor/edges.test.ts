import { describe, expect, test } from 'vitest';
import { addNode, type CommandId, connect, type Editor, runCommand } from '#editor';
import { edgesOf, editorOn } from './editorOn';

const PLAN = `
  start: START
  gate: IF true
  yes: CAPABILITY echo
  no: CAPABILITY echo
  start -> gate
  gate.then -> yes
  gate.else -> no
`;

const on = (focus?: string): Editor => {
  const { editor } = editorOn(PLAN);
  if (focus !== undefined) editor.select([focus]);
  return editor;
};
const chosen = (editor: Editor): readonly string[] => [...editor.selection.getState().edges];
const give = (editor: Editor, ...commands: readonly CommandId[]): Editor => {
  for (const command of commands) runCommand(editor, command);
  return editor;
};

describe('E7 edges without a mouse', () => {
  test('the first that leaves the focus is chosen, then the next ones, round and back', () => {
    expect(chosen(give(on('/gate'), 'select.edge'))).toEqual(['/gate:then->yes']);
    expect(chosen(give(on('/gate'), 'select.edge', 'select.edge'))).toEqual(['/gate:else->no']);
    expect(chosen(give(on('/gate'), 'select.edge', 'select.edge', 'select.edge'))).toEqual([
      '/start:out->gate',
    ]);
    expect(chosen(give(on('/start'), 'select.edge', 'select.edge-back'))).toEqual(['/gate:else->no']);
  });

  test('of a node that nothing leaves it is the one that comes to it; without a focus the first of the plan', () => {
    expect(chosen(give(on('/no'), 'select.edge'))).toEqual(['/gate:else->no']);
    expect(chosen(give(on(), 'select.edge'))).toEqual(['/start:out->gate']);
    expect(chosen(give(editorOn('a: START').editor, 'select.edge'))).toEqual([]);
  });

  test('arrows go to its ends, Escape to where it begins', () => {
    const focusOf = (...commands: readonly CommandId[]) =>
      give(on('/gate'), 'select.edge', ...commands).selection.getState().focus;
    expect(focusOf('select.right')).toBe('/yes');
    expect(focusOf('select.left')).toBe('/gate');
    expect(focusOf('select.leave')).toBe('/gate');
  });

  test('it takes the next node into its middle, and is deleted', () => {
    const editor = give(on('/start'), 'select.edge');
    addNode(editor, 'TRANSFORM');
    expect(edgesOf(editor)).toContain('start:out->transform-1');
    expect(edgesOf(editor)).toContain('transform-1:out->gate');
    expect(edgesOf(give(on('/gate'), 'select.edge', 'edit.delete'))).toEqual([
      'start:out->gate',
      'gate:else->no',
    ]);
  });

  test('a note and a gesture that says where else do not go into it', () => {
    const editor = give(on('/start'), 'select.edge');
    addNode(editor, 'NOTE');
    give(on('/start'), 'select.edge');
    addNode(editor, 'TRANSFORM', { at: { x: 0, y: 400 }, connect: false });
    expect(edgesOf(editor)).toEqual(['start:out->gate', 'gate:then->yes', 'gate:else->no']);
  });
});

test('a connection that is refused says why, and the next edit takes the reason away', () => {
  const editor = on('/gate');
  expect(connect(editor, '/yes', 'out', '/gate')).toBe(false);
  expect(editor.document.getState().refused).toMatchObject({
    code: 'NOT_CONNECTED',
    message: 'That would be a cycle; loops are containers.',
  });
  expect(connect(editor, '/yes', 'out', '/no')).toBe(true);
  expect(editor.document.getState().refused).toBeNull();
});
