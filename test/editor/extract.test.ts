import { expect, test } from 'vitest';
import { extractSelection } from '#editor';
import { write } from '#plan';
import { editorOn } from './editorOn';

test('E1 Alt+X puts what is chosen into a plan of its own, in one step of undo', () => {
  const { editor } = editorOn('s: START\na: CAPABILITY echo\nb: CAPABILITY echo\ns -> a -> b');
  const before = write(editor.workspace);
  editor.select(['/a', '/b']);
  expect(extractSelection(editor)).toBe('/sub-plan-1');
  expect(editor.workspace.plans.map(({ name, id }) => name ?? id)).toEqual(['main', 'Part of main']);
  expect(editor.selection.getState().focus).toBe('/sub-plan-1');
  expect(Object.keys(editor.workspace.layout['part-1'] ?? {})).toEqual(['a', 'b']);
  editor.undo();
  expect(write(editor.workspace)).toBe(before);
});

test('E1 what would mean something else is refused with the reason', () => {
  const { editor } = editorOn('s: START\na: CAPABILITY echo\nb: CAPABILITY echo\ns -> a\ns -> b');
  const before = write(editor.workspace);
  editor.select(['/a', '/b']);
  expect(extractSelection(editor)).toBeNull();
  expect(editor.document.getState().refused?.message).toBe('The part begins in more than one place.');
  expect(write(editor.workspace)).toBe(before);
});
