import { describe, expect, test } from 'vitest';
import {
  addState,
  connect,
  copySelection,
  createEditor,
  dropNodes,
  type Editor,
  finishConnecting,
  groupSelection,
  moveLabel,
  pasteText,
  removeSelection,
  renameState,
  searchAll,
  startConnecting,
  updateTransition,
  walk,
} from '#editor';
import { read, stateIds, write } from '#plan';

function editorOnMachine(): Editor {
  const outcome = read(
    JSON.stringify({
      format: 'planloom/workspace',
      version: 1,
      id: 'demo',
      name: 'Demo',
      plans: [
        {
          id: 'flow',
          kind: 'state-machine',
          initial: 'start',
          states: [
            { id: 'start', on: [{ event: 'go', target: 'busy' }] },
            { id: 'busy', initial: 'one', states: [{ id: 'one' }] },
            { id: 'end', type: 'final' },
          ],
        },
      ],
    }),
  );
  if (outcome.kind !== 'document') throw new Error(JSON.stringify(outcome));
  return createEditor({ workspace: outcome.workspace, now: () => 0 });
}

const edges = (editor: Editor) =>
  editor.scene.getState().graph.edges.flatMap(({ key, implied }) => (implied ? [] : [key]));
const ids = (editor: Editor) => [...stateIds(editor.scene.getState().machine ?? { states: [] })];

test('E1 a state that is added follows the one in focus, when nothing does yet', () => {
  const editor = editorOnMachine();
  editor.select(['/one']);
  expect(addState(editor, 'atomic')).toBe('/state-1');
  expect(editor.scene.getState().graph.nodes.find(({ key }) => key === '/state-1')?.parent).toBe('/busy');
  expect(edges(editor)).toContain('one/on/0->state-1');
  editor.undo();
  expect(ids(editor)).toEqual(['start', 'busy', 'one', 'end']);
});

describe('E1 a state that is added between two others covers neither of them', () => {
  test.each([
    ['atomic', 0],
    // The line enters their title bars.
    ['compound', 2],
    ['parallel', 2],
  ] as const)('%s', (kind, level) => {
    const editor = editorOnMachine();
    const drop = (key: string, x: number) => ({ key, parent: null, x, y: 0 });
    dropNodes(editor, [drop('/start', 0), drop('/busy', 280), drop('/end', 640)]);
    editor.select(['/start']);
    const added = addState(editor, kind);
    const { boxes } = editor.scene.getState();
    const row = ['/start', added ?? '', '/busy', '/end'].flatMap((key) => boxes.get(key) ?? []);
    expect(row.map(({ y }) => y)).toEqual([0, level, 0, 0]);
    for (const [index, { x }] of row.slice(1).entries()) {
      const before = row[index] ?? { x: 0, width: 0 };
      expect(x).toBeGreaterThan(before.x + before.width);
    }
  });
});

test('E1 transitions are drawn across levels, and the new one is chosen to be named', () => {
  const editor = editorOnMachine();
  expect(connect(editor, '/one', 'out', '/end')).toBe(true);
  expect([...editor.selection.getState().edges]).toEqual(['one/on/0->end']);
  expect(updateTransition(editor, 'one/on/0->end', { event: 'done', target: 'end' }, { label: 'Name' })).toBe(
    true,
  );
  expect(connect(editor, '/end', 'out', '/one')).toBe(false);
  expect(editor.document.getState().refused?.message).toBe('Nothing leads from a final state.');
});

test('E7 a transition is drawn with the keyboard alone', () => {
  const editor = editorOnMachine();
  editor.select(['/start']);
  expect(walk(editor, 'right')).toBe('/busy');
  editor.select(['/one']);
  expect(startConnecting(editor)).toBe(true);
  expect(editor.connecting.getState().now?.spoken).toContain('Enter connects');
  expect(finishConnecting(editor)).toBe(true);
  expect(edges(editor)).toHaveLength(2);
});

test('E1 a state dropped into another keeps its transitions; deleted, what leads to it goes too', () => {
  const editor = editorOnMachine();
  const before = write(editor.workspace);
  dropNodes(editor, [{ key: '/end', parent: '/busy', x: 60, y: 80 }]);
  expect(editor.scene.getState().graph.nodes.find(({ key }) => key === '/end')?.parent).toBe('/busy');
  editor.select(['/busy']);
  expect(removeSelection(editor)).toBe(2);
  expect(edges(editor)).toEqual([]);
  editor.undo();
  editor.undo();
  expect(write(editor.workspace)).toBe(before);
});

test('E1 states are copied with all that is inside them, and nested in a new one', () => {
  const editor = editorOnMachine();
  editor.select(['/busy']);
  expect(pasteText(editor, copySelection(editor) ?? '')).toBe(1);
  expect(ids(editor)).toEqual(['start', 'busy', 'one', 'end', 'busy-2', 'one-2']);
  editor.select(['/start', '/busy']);
  expect(groupSelection(editor)).toBe('/compound-1');
  expect(editor.scene.getState().machine?.initial).toBe('compound-1');
});

test('E2 the place of a label is undone like any other', () => {
  const editor = editorOnMachine();
  const label = () =>
    editor.scene.getState().graph.edges.find(({ key }) => key === 'start/on/0->busy')?.transition?.offset;
  expect(moveLabel(editor, 'start/on/0->busy', { x: 3, y: 9 })).toBe(true);
  expect(label()).toEqual({ x: 3, y: 9 });
  editor.undo();
  expect(label()).toBeNull();
});

test("E2 so is the label of a transition of the machine's own", () => {
  const editor = editorOnMachine();
  const plan = editor.scene.getState().machine?.id ?? '';
  const transition = { event: 'stop', target: 'busy' };
  editor.edit({ edit: 'add-transition', plan, state: null, list: '/on', transition }, { label: 'Add' });
  const label = () =>
    editor.scene.getState().graph.edges.find(({ key }) => key === '/on/0->busy')?.transition?.offset;
  expect(label()).toBeNull();
  expect(moveLabel(editor, '/on/0->busy', { x: -4, y: 30 })).toBe(true);
  expect(label()).toEqual({ x: -4, y: 30 });
  editor.undo();
  expect(label()).toBeNull();
});

test('E3 states are found by name', () => {
  const editor = editorOnMachine();
  renameState(editor, '/one', 'The first');
  expect(searchAll(editor, 'the first')).toMatchObject([{ key: '/one', type: 'STATE', title: 'The first' }]);
});
