import { expect, test } from 'vitest';
import { applyFix, fixesOf } from '#editor';
import { check, write } from '#plan';
import { editorOn } from './editorOn';

test('E4 a fix is one step of undo, and the list of problems follows at once', () => {
  const { editor } = editorOn('s: START\na: CAPABILITY echo\nb: CAPABILITY echo\ns -> a');
  const before = write(editor.workspace);
  const [problem] = editor.check();
  if (problem === undefined) throw new Error('no problem');
  const [fix] = fixesOf(editor, problem);
  expect(applyFix(editor, problem, fix?.label ?? '')).toBe(true);
  expect(editor.problems.getState().diagnostics).toEqual([]);
  expect(check(editor.workspace, editor.catalogue)).toEqual([]);
  editor.undo();
  expect(write(editor.workspace)).toBe(before);
});

test('E4 a fix that no longer holds changes nothing', () => {
  const { editor } = editorOn('s: START\na: CAPABILITY echo\nb: CAPABILITY echo\ns -> a');
  const [problem] = editor.check();
  if (problem === undefined) throw new Error('no problem');
  const [fix] = fixesOf(editor, problem);
  editor.edit(
    { edit: 'add-edge', plan: 'main', edge: { from: 's', port: 'out', to: 'b' } },
    { label: 'Connect' },
  );
  const before = write(editor.workspace);
  expect(applyFix(editor, problem, fix?.label ?? '')).toBe(false);
  expect(write(editor.workspace)).toBe(before);
});
