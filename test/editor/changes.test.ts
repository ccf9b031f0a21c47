import { describe, expect, test } from 'vitest';
import { createEditor, type Editor, runCommand } from '#editor';
import type { GraphMark } from '#projection';
import { plan, workspace } from '../notation/plan';
import { CATALOGUE } from './editorOn';

const TEXT =
  'a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\nd: CAPABILITY echo\na -> b -> c -> d';

function editorWith(marks: Readonly<Record<string, GraphMark>>): Editor {
  const proposal = {
    marksOf: () => new Map(Object.entries(marks)),
    problemsOf: () => [],
    refusalOf: () => null,
  };
  return createEditor({ workspace: workspace([plan(TEXT)]), catalogue: CATALOGUE, proposal, now: () => 0 });
}

function walked(
  editor: Editor,
  from: string | null,
  ...commands: ('select.change' | 'select.change-back')[]
) {
  if (from !== null) editor.select([from]);
  return commands.map((command) => {
    runCommand(editor, command);
    return editor.selection.getState().focus;
  });
}

describe('E3 from change to change', () => {
  const editor = editorWith({ a: 'kept', b: 'added', c: 'kept', d: 'changed by you' });

  test('forward and back, past the last one to the first', () => {
    expect(walked(editor, '/a', 'select.change', 'select.change', 'select.change')).toEqual([
      '/b',
      '/d',
      '/b',
    ]);
    expect(walked(editor, '/c', 'select.change-back', 'select.change-back')).toEqual(['/b', '/d']);
  });

  test('where nothing has changed the focus stays', () => {
    expect(walked(editorWith({ a: 'kept' }), '/c', 'select.change')).toEqual(['/c']);
  });
});
