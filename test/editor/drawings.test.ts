import { expect, test } from 'vitest';
import { addNode, moveNodes } from '#editor';
import { Drawings } from '../../src/editor/drawings';
import { editorOn } from './editorOn';

const PLAN = `
  start: START
  look: CAPABILITY echo
  box: GROUP ASYNC
    x: CAPABILITY echo
  start -> look
  look -> box
`;

test('fault X5 a plan is drawn once while it stays what it is; what has moved is arranged anew', () => {
  const { editor } = editorOn(PLAN);
  const drawings = new Drawings();
  const before = drawings.of(editor.workspace, 'main');
  expect(drawings.of(editor.workspace, 'main')).toEqual(before);
  expect(drawings.of(editor.workspace, 'main')?.graph).toBe(before?.graph);
  expect(drawings.of(editor.workspace, 'main')?.boxes).toBe(before?.boxes);

  moveNodes(editor, new Map([['/look', { x: 2_000, y: 40 }]]));
  const moved = drawings.of(editor.workspace, 'main');
  expect(moved?.graph).toBe(before?.graph);
  expect(moved?.boxes.get('/look')).toMatchObject({ x: 2_000, y: 40 });
  expect(before?.boxes.get('/look')).not.toMatchObject({ x: 2_000 });
});

test('fault X5 after an edit only the cards that read otherwise are other cards', () => {
  const { editor } = editorOn(PLAN);
  addNode(editor, 'NOTE', { at: { x: 900, y: 900 }, connect: false });
  const cards = editor.scene.getState().graph.nodes;
  addNode(editor, 'CAPABILITY', { at: { x: 900, y: 1_200 }, connect: false });
  const after = editor.scene.getState().graph.nodes;
  expect(after).toHaveLength(cards.length + 1);
  expect(cards.every((card, index) => after[index] === card)).toBe(true);
});
