import { describe, expect, test } from 'vitest';
import { addNode, dropNodes, type Editor, moveNodes, resizeNode } from '#editor';
import { write } from '#plan';
import type { GraphBox } from '#projection';
import { editorOn, layoutOf } from './editorOn';

const boxOf = (editor: Editor, key: string): GraphBox => {
  const box = editor.scene.getState().boxes.get(key);
  if (box === undefined) throw new Error(`${key} is not drawn`);
  return box;
};

const placed = (text: string, places: Record<string, readonly [number, number]>) => {
  const { editor } = editorOn(text);
  moveNodes(editor, new Map(Object.entries(places).map(([key, [x, y]]) => [key, { x, y }])));
  return editor;
};

describe('room in the middle of an edge', () => {
  const ROW =
    'a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\nd: CAPABILITY echo\na -> b\nb -> c';

  test('what the edge leads to is pushed to the right with its row; other rows stay', () => {
    const editor = placed(ROW, { '/a': [0, 0], '/b': [260, 0], '/c': [520, 0], '/d': [260, 200] });
    addNode(editor, 'TRANSFORM', { onEdge: '/a:out->b' });
    expect(layoutOf(editor)).toMatchObject({
      a: { x: 0, y: 0 },
      'transform-1': { x: 260, y: 0 },
      b: { x: 520, y: 0 },
      c: { x: 780, y: 0 },
      d: { x: 260, y: 200 },
    });
  });

  test('where there is room nothing moves, and it stands in the middle', () => {
    const editor = placed(ROW, { '/a': [0, 0], '/b': [800, 0], '/c': [1060, 0], '/d': [0, 200] });
    addNode(editor, 'TRANSFORM', { onEdge: '/a:out->b' });
    expect(layoutOf(editor)).toMatchObject({
      'transform-1': { x: 400, y: 0 },
      b: { x: 800 },
      c: { x: 1060 },
    });
  });

  test('a dropped node stays where it was dropped along the edge, and is level with it', () => {
    const editor = placed(ROW, { '/a': [0, 0], '/b': [800, 0], '/c': [1060, 0], '/d': [0, 200] });
    dropNodes(editor, [{ key: '/d', parent: null, x: 500, y: 13 }], '/a:out->b');
    expect(layoutOf(editor).d).toEqual({ x: 500, y: 0 });
  });

  test('an edge that leads back or down makes nothing move', () => {
    const editor = placed(ROW, { '/a': [0, 0], '/b': [0, 200], '/c': [260, 200], '/d': [0, 400] });
    addNode(editor, 'TRANSFORM', { onEdge: '/a:out->b' });
    expect(layoutOf(editor)).toMatchObject({ b: { x: 0, y: 200 }, c: { x: 260, y: 200 } });
    expect(boxOf(editor, '/transform-1')).toMatchObject({ x: 260, y: 0 });
  });

  test('one undo takes all of it back', () => {
    const editor = placed(ROW, { '/a': [0, 0], '/b': [260, 0], '/c': [520, 0], '/d': [260, 200] });
    const before = write(editor.workspace);
    addNode(editor, 'TRANSFORM', { onEdge: '/a:out->b' });
    editor.undo();
    expect(write(editor.workspace)).toBe(before);
  });
});

describe('nothing is covered, nothing moves by itself', () => {
  const NEXT_TO =
    'box: GROUP ASYNC\n  x: CAPABILITY echo\nright: CAPABILITY echo\nbelow: CAPABILITY echo\nfar: CAPABILITY echo';
  const drawn = () =>
    placed(NEXT_TO, {
      '/box': [0, 0],
      '/box/x': [20, 60],
      '/right': [300, 0],
      '/below': [0, 180],
      '/far': [900, 0],
    });

  test('a group that grows to the right pushes what stands there, and only what it would come too near to', () => {
    const editor = drawn();
    addNode(editor, 'CAPABILITY', { into: '/box', at: { x: 280, y: 60 }, connect: false });
    expect(boxOf(editor, '/box')).toMatchObject({ x: 0, y: 0, width: 504 });
    expect(layoutOf(editor)).toMatchObject({
      right: { x: 560, y: 0 },
      below: { x: 0, y: 180 },
      far: { x: 900 },
    });
  });

  test('a group that grows downwards pushes what stands below', () => {
    const editor = drawn();
    addNode(editor, 'CAPABILITY', { into: '/box', at: { x: 20, y: 160 }, connect: false });
    const { height } = boxOf(editor, '/box');
    expect(layoutOf(editor)).toMatchObject({ right: { x: 300, y: 0 }, below: { x: 0 } });
    expect(layoutOf(editor).below?.y).toBeGreaterThanOrEqual(height + 20);
  });

  test('in a group within a group the outer one grows too, and pushes', () => {
    const editor = placed(
      'outer: GROUP ASYNC\n  inner: GROUP ASYNC\n    x: CAPABILITY echo\n  y: CAPABILITY echo\nright: CAPABILITY echo',
      {
        '/outer': [0, 0],
        '/outer/inner': [20, 60],
        '/outer/inner/x': [20, 60],
        '/outer/y': [320, 60],
        '/right': [600, 0],
      },
    );
    addNode(editor, 'CAPABILITY', { into: '/outer/inner', at: { x: 280, y: 60 }, connect: false });
    const inner = boxOf(editor, '/outer/inner');
    const outer = boxOf(editor, '/outer');
    expect(boxOf(editor, '/outer/y').x).toBeGreaterThanOrEqual(inner.x + inner.width + 20);
    expect(boxOf(editor, '/right').x).toBeGreaterThanOrEqual(outer.x + outer.width + 20);
  });

  test('a size that a person drags covers what it covers: nothing else moves', () => {
    const editor = drawn();
    resizeNode(editor, '/box', { width: 600, height: 400 });
    expect(layoutOf(editor)).toMatchObject({ right: { x: 300, y: 0 }, below: { x: 0, y: 180 } });
  });

  test('the first node that is placed leaves the others where they were drawn', () => {
    const { editor } = editorOn('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b');
    const before = boxOf(editor, '/b');
    moveNodes(editor, new Map([['/a', { x: 40, y: 400 }]]));
    expect(boxOf(editor, '/b')).toMatchObject({ x: before.x, y: before.y });
    editor.undo();
    expect(layoutOf(editor)).toEqual({});
  });
});
