import { describe, expect, test } from 'vitest';
import {
  addNode,
  alignSelection,
  canConnect,
  collapseNode,
  colorNote,
  connect,
  copySelection,
  disableSelection,
  dropNodes,
  duplicateSelection,
  groupSelection,
  moveNodes,
  nudgeSelection,
  pasteText,
  placeAll,
  removeSelection,
  resizeNode,
  targetsFor,
} from '#editor';
import { write } from '#plan';
import { drawn, edgesOf, editorOn, layoutOf } from './editorOn';

const chain = 'a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\na -> b\nb -> c';

describe('adding a node', () => {
  test('W2 mints the type in lower case and the next free number', () => {
    const { editor } = editorOn(chain);
    expect(addNode(editor, 'SWITCH', { connect: false })).toBe('/switch-1');
    expect(addNode(editor, 'SWITCH', { connect: false })).toBe('/switch-2');
    expect(editor.selection.getState().focus).toBe('/switch-2');
  });

  test('a click puts it beside the focus on the grid, connected to its free port, over nothing else', () => {
    const { editor } = editorOn('a: CAPABILITY echo');
    moveNodes(editor, new Map([['/a', { x: 40, y: 40 }]]));
    editor.select(['/a']);
    const key = addNode(editor, 'CAPABILITY', { capability: 'table.load' });
    expect(edgesOf(editor)).toEqual(['a:out->capability-1']);
    expect(layoutOf(editor)['capability-1']).toEqual({ x: 300, y: 40 });
    expect(cardsOf(editor)[1]?.node.params).toEqual({ capability: 'table.load' });
    editor.select(['/a']);
    const second = addNode(editor, 'TRANSFORM');
    expect(edgesOf(editor)).toEqual(['a:out->transform-1', 'transform-1:out->capability-1']);
    expect(overlapping(editor, key ?? '', second ?? '')).toBe(false);
  });

  test('without a focus it goes before the END, whatever leads there; behind an END there is nothing, so before it', () => {
    const { editor } = editorOn(`
      start: START
      gate: IF true
      a: CAPABILITY echo
      end: END
      start -> gate
      gate.then -> a
      gate.else -> end
      a -> end
    `);
    const lead = ['start:out->gate', 'gate:then->a'];
    addNode(editor, 'TRANSFORM');
    expect(edgesOf(editor)).toEqual([
      ...lead,
      'gate:else->transform-1',
      'a:out->transform-1',
      'transform-1:out->end',
    ]);
    editor.undo();
    editor.select(['/end']);
    addNode(editor, 'TRANSFORM');
    expect(edgesOf(editor)).toHaveLength(5);
  });

  test('behind a port that leads to several it comes before all of them', () => {
    const { editor } = editorOn('a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\na -> b\na -> c');
    editor.select(['/a']);
    addNode(editor, 'TRANSFORM');
    expect(edgesOf(editor)).toEqual(['a:out->transform-1', 'transform-1:out->b', 'transform-1:out->c']);
  });

  test('without an END it comes behind the last; in a box, which begins with each of its nodes, it is a branch', () => {
    const { editor } = editorOn('start: START\na: CAPABILITY echo\nstart -> a');
    addNode(editor, 'TRANSFORM');
    expect(edgesOf(editor)).toEqual(['start:out->a', 'a:out->transform-1']);
    const box = editorOn('box: GROUP ASYNC\n  x: CAPABILITY echo\n  y: CAPABILITY echo\n  x -> y').editor;
    box.select(['/box']);
    box.enter('/box');
    addNode(box, 'TRANSFORM');
    expect(edgesOf(box)).toEqual(['x:out->y']);
  });

  test('an END cuts nothing off, and a second START is the first', () => {
    const { editor } = editorOn('start: START\na: CAPABILITY echo\nend: END\nstart -> a\na -> end');
    editor.select(['/a']);
    addNode(editor, 'END');
    expect(edgesOf(editor)).toEqual(['start:out->a', 'a:out->end']);
    expect(addNode(editor, 'START')).toBe('/start');
    expect(editor.selection.getState().focus).toBe('/start');
  });

  test('many nodes in a row never overlap', () => {
    const { editor } = editorOn('a: CAPABILITY echo');
    const keys = ['/a'];
    for (let index = 0; index < 12; index++) {
      editor.select(['/a']);
      keys.push(addNode(editor, index % 3 === 0 ? 'PLAN_EXECUTOR' : 'IF', { connect: false }) ?? '');
    }
    for (const one of keys)
      for (const other of keys) if (one < other) expect(overlapping(editor, one, other)).toBe(false);
  });

  test('dropped on an edge it is put into the middle, one step of undo', () => {
    const { editor } = editorOn(chain);
    const before = write(editor.workspace);
    addNode(editor, 'TRANSFORM', { onEdge: '/a:out->b' });
    expect(edgesOf(editor)).toEqual(['b:out->c', 'a:out->transform-1', 'transform-1:out->b']);
    editor.undo();
    expect(write(editor.workspace)).toBe(before);
  });

  test('from a port it is connected there', () => {
    const { editor } = editorOn('gate: IF true');
    addNode(editor, 'CAPABILITY', { from: { key: '/gate', port: 'else' } });
    expect(edgesOf(editor)).toEqual(['gate:else->capability-1']);
  });

  test('inside a group it goes where the focus is', () => {
    const { editor } = editorOn('box: GROUP ASYNC\n  x: CAPABILITY echo');
    editor.select(['/box/x']);
    expect(addNode(editor, 'CAPABILITY')).toBe('/box/capability-1');
    expect(drawn(editor)).toEqual([
      'box: GROUP',
      '  x: CAPABILITY',
      '  capability-1: CAPABILITY',
      'x:out->capability-1',
    ]);
  });

  test('a SYNC GROUP needs no edge', () => {
    const { editor } = editorOn('box: GROUP SYNC\n  x: CAPABILITY echo');
    editor.select(['/box/x']);
    addNode(editor, 'CAPABILITY');
    expect(edgesOf(editor)).toEqual([]);
  });

  test('NOTE and START are never connected', () => {
    const { editor } = editorOn(chain);
    editor.select(['/c']);
    addNode(editor, 'NOTE');
    editor.select(['/c']);
    addNode(editor, 'START');
    expect(edgesOf(editor)).toHaveLength(2);
  });
});

describe('connecting', () => {
  const { editor } = editorOn(`
    start: START
    gate: IF true
    a: CAPABILITY echo
    note: NOTE Hello
    box: GROUP SYNC
      x: CAPABILITY echo
      y: CAPABILITY echo
    start -> gate
    gate.then -> a
  `);

  test.each([
    ['/a', 'out', '/a', 'A node cannot lead to itself; loops are containers.'],
    ['/a', 'out', '/gate', 'That would be a cycle; loops are containers.'],
    ['/a', 'out', '/start', 'Nothing can lead there.'],
    ['/a', 'out', '/note', 'Nothing can lead there.'],
    ['/gate', 'then', '/a', 'That edge is there already.'],
    ['/gate', 'out', '/a', 'This node has no port "out".'],
    ['/a', 'out', '/box/x', 'An edge joins two nodes of one container.'],
    ['/box/x', 'out', '/box/y', 'The nodes of this group follow each other in order, without edges.'],
    ['/a', 'out', '/nope', 'There is no such node.'],
  ])('%s %s → %s: %s', (from, port, to, reason) => {
    expect(canConnect(editor, from, port, to)).toBe(reason);
    expect(connect(editor, from, port, to)).toBe(false);
  });

  test('R2 only what could run is offered', () => {
    expect(targetsFor(editor, '/a', 'out')).toEqual(['/box']);
    expect(targetsFor(editor, '/gate', 'else')).toEqual(expect.arrayContaining(['/a', '/box']));
  });
});

describe('E1 deleting', () => {
  test('heals the line, and the focus goes back to what was before', () => {
    const { editor } = editorOn(chain);
    editor.select(['/b']);
    expect(removeSelection(editor)).toBe(1);
    expect(edgesOf(editor)).toEqual(['a:out->c']);
    expect(editor.selection.getState().focus).toBe('/a');
  });

  test('or does not', () => {
    const { editor } = editorOn(chain);
    editor.select(['/b']);
    removeSelection(editor, { heal: false });
    expect(edgesOf(editor)).toEqual([]);
  });

  test('takes nodes and edges together, a box with all in it, in one step', () => {
    const { editor } = editorOn(
      'box: GROUP ASYNC\n  x: CAPABILITY echo\na: CAPABILITY echo\nb: CAPABILITY echo\na -> b',
    );
    const before = write(editor.workspace);
    editor.select(['/box/x', '/box'], ['/a:out->b']);
    expect(removeSelection(editor)).toBe(2);
    expect(drawn(editor)).toEqual(['a: CAPABILITY', 'b: CAPABILITY']);
    editor.undo();
    expect(write(editor.workspace)).toBe(before);
  });

  test('of nothing does nothing', () => {
    const { editor } = editorOn(chain);
    expect(removeSelection(editor)).toBe(0);
    expect(editor.document.getState().revision).toBe(0);
  });
});

describe('splicing a node that is there', () => {
  test('puts it into the middle of an edge', () => {
    const { editor } = editorOn(`${chain}\nnew: TRANSFORM $`);
    dropNodes(editor, [{ key: '/new', parent: null, x: 0, y: 0 }], '/a:out->b');
    expect(edgesOf(editor)).toEqual(['b:out->c', 'a:out->new', 'new:out->b']);
  });

  test('not a node of that edge, nor one without a port', () => {
    const { editor } = editorOn(`${chain}\nend: END`);
    const before = edgesOf(editor);
    for (const key of ['/a', '/end', '/nope'])
      dropNodes(editor, [{ key, parent: null, x: 0, y: 0 }], '/a:out->b');
    expect(edgesOf(editor)).toEqual(before);
  });
});

describe('dropping what was dragged', () => {
  const boxed =
    'a: CAPABILITY echo\nb: CAPABILITY echo\nbox: GROUP ASYNC\n  x: CAPABILITY echo\na -> b\nb -> box';

  test('in another box it goes there and loses the edges that held it, in one step', () => {
    const { editor } = editorOn(boxed);
    const before = write(editor.workspace);
    expect(dropNodes(editor, [{ key: '/b', parent: '/box', x: 20, y: 160 }])).toBe(true);
    expect(drawn(editor)).toEqual(['a: CAPABILITY', 'box: GROUP', '  x: CAPABILITY', '  b: CAPABILITY']);
    expect(layoutOf(editor).b).toEqual({ x: 20, y: 160 });
    expect(editor.selection.getState().focus).toBe('/box/b');
    editor.undo();
    expect(write(editor.workspace)).toBe(before);
  });

  test('out of a box to the top', () => {
    const { editor } = editorOn(boxed);
    dropNodes(editor, [{ key: '/box/x', parent: null, x: 0, y: 400 }]);
    expect(drawn(editor)).toContain('x: CAPABILITY');
  });

  test('a box cannot be dropped into itself, nor anything into a card', () => {
    const { editor } = editorOn(
      'box: GROUP ASYNC\n  in: GROUP ASYNC\n    x: CAPABILITY echo\na: CAPABILITY echo',
    );
    expect(dropNodes(editor, [{ key: '/box', parent: '/box/in', x: 0, y: 0 }])).toBe(false);
    expect(dropNodes(editor, [{ key: '/box/in', parent: '/a', x: 0, y: 0 }])).toBe(false);
    expect(editor.document.getState().revision).toBe(0);
  });

  test('a loose node on an edge is spliced in, level with its ends, and what follows makes room', () => {
    const { editor } = editorOn(`${chain}\nnew: TRANSFORM $`);
    dropNodes(editor, [{ key: '/new', parent: null, x: 300, y: 0 }], '/a:out->b');
    expect(edgesOf(editor)).toEqual(['b:out->c', 'a:out->new', 'new:out->b']);
    expect(layoutOf(editor).new).toEqual({ x: 260, y: 0 });
    expect(layoutOf(editor).b).toEqual({ x: 520, y: 0 });
    expect(layoutOf(editor).c).toEqual({ x: 780, y: 0 });
    expect(editor.document.getState().history.past).toHaveLength(1);
  });

  test('R2 where splicing would make a cycle the node is only moved', () => {
    const { editor } = editorOn('a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\nc -> a\na -> b');
    dropNodes(editor, [{ key: '/c', parent: null, x: 300, y: 0 }], '/a:out->b');
    expect(edgesOf(editor)).toEqual(['c:out->a', 'a:out->b']);
  });
});

describe('the clipboard', () => {
  test('pastes with fresh ids, edges and inside, beside what is in focus', () => {
    const { editor } = editorOn('box: GROUP ASYNC\n  x: CAPABILITY echo\na: CAPABILITY echo\nbox -> a');
    editor.select(['/box', '/a']);
    expect(duplicateSelection(editor)).toBe(2);
    expect(drawn(editor)).toEqual([
      'box: GROUP',
      '  x: CAPABILITY',
      'a: CAPABILITY',
      'box-2: GROUP',
      '  x-2: CAPABILITY',
      'a-2: CAPABILITY',
      'box:out->a',
      'box-2:out->a-2',
    ]);
    expect([...editor.selection.getState().nodes]).toEqual(['/box-2', '/a-2']);
    expect(overlapping(editor, '/box', '/box-2')).toBe(false);
  });

  test('goes from one editor into another, as text', () => {
    const one = editorOn(chain).editor;
    const other = editorOn('a: CAPABILITY echo').editor;
    one.select(['/a', '/b']);
    const text = copySelection(one) ?? '';
    expect(pasteText(other, text)).toBe(2);
    expect(edgesOf(other)).toEqual(['a-2:out->b']);
    other.undo();
    expect(drawn(other)).toEqual(['a: CAPABILITY']);
  });

  test('brings no second START, and its edges stay behind', () => {
    const { editor } = editorOn('start: START\na: CAPABILITY echo\nstart -> a');
    editor.select(['/start', '/a']);
    expect(duplicateSelection(editor)).toBe(1);
    expect(drawn(editor)).toEqual(['start: START', 'a: CAPABILITY', 'a-2: CAPABILITY', 'start:out->a']);
    editor.select(['/start']);
    expect(duplicateSelection(editor)).toBe(0);
    expect(editor.document.getState().refused).toMatchObject({ code: 'NOT_PASTED' });
  });

  test.each([
    ['other text', 'Hello'],
    ['broken JSON', '{"format": "planloom/fragment", '],
    ['another format', '{"format": "something", "body": {}}'],
    ['no body', '{"format": "planloom/fragment"}'],
    [
      'a body that is none',
      '{"format": "planloom/fragment", "body": {"nodes": [{"id": "__proto__", "type": "END"}]}}',
    ],
    ['an empty one', '{"format": "planloom/fragment", "body": {"nodes": [], "edges": []}}'],
    ['too deep', `{"format": "planloom/fragment", "body": ${'['.repeat(100)}${']'.repeat(100)}}`],
  ])('W3 %s is not pasted', (_what, text) => {
    const { editor } = editorOn(chain);
    expect(pasteText(editor, text)).toBe(0);
    expect(editor.document.getState().revision).toBe(0);
  });

  test('nothing selected is nothing copied', () => {
    expect(copySelection(editorOn(chain).editor)).toBeNull();
  });
});

describe('grouping', () => {
  test('nodes stay where they stood, edges lead to the group and from it', () => {
    const { editor } = editorOn(`${chain}\nd: CAPABILITY echo\nc -> d`);
    moveNodes(
      editor,
      new Map([
        ['/a', { x: 0, y: 0 }],
        ['/b', { x: 260, y: 0 }],
        ['/c', { x: 520, y: 0 }],
        ['/d', { x: 900, y: 0 }],
      ]),
    );
    editor.select(['/b', '/c']);
    expect(groupSelection(editor)).toBe('/group-1');
    expect(drawn(editor)).toEqual([
      'a: CAPABILITY',
      'group-1: GROUP',
      '  b: CAPABILITY',
      '  c: CAPABILITY',
      'd: CAPABILITY',
      'b:out->c',
      'a:out->group-1',
      'group-1:out->d',
    ]);
    const { boxes } = editor.scene.getState();
    const group = boxes.get('/group-1');
    const inner = boxes.get('/group-1/b');
    expect([(group?.x ?? 0) + (inner?.x ?? 0), (group?.y ?? 0) + (inner?.y ?? 0)]).toEqual([260, 0]);
  });

  test('a choice that would leave the group is refused, with its reason', () => {
    const { editor } = editorOn('gate: IF true\na: CAPABILITY echo\ngate.then -> a');
    editor.select(['/gate']);
    expect(groupSelection(editor)).toBeNull();
    expect(editor.document.getState().refused?.code).toBe('CANNOT_GROUP');
  });

  test('nodes of two containers are not grouped', () => {
    const { editor } = editorOn('box: GROUP ASYNC\n  x: CAPABILITY echo\na: CAPABILITY echo');
    editor.select(['/a', '/box/x']);
    expect(groupSelection(editor)).toBeNull();
  });
});

describe('aligning and moving', () => {
  const three = () => {
    const { editor } = editorOn('a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo');
    moveNodes(
      editor,
      new Map([
        ['/a', { x: 0, y: 0 }],
        ['/b', { x: 40, y: 100 }],
        ['/c', { x: 800, y: 240 }],
      ]),
    );
    editor.select(['/a', '/b', '/c']);
    return editor;
  };
  const points = (editor: ReturnType<typeof three>) =>
    ['a', 'b', 'c'].map((id) => [layoutOf(editor)[id]?.x, layoutOf(editor)[id]?.y]);

  test.each([
    [
      'left',
      [
        [0, 0],
        [0, 100],
        [0, 240],
      ],
    ],
    [
      'right',
      [
        [800, 0],
        [800, 100],
        [800, 240],
      ],
    ],
    [
      'top',
      [
        [0, 0],
        [40, 0],
        [800, 0],
      ],
    ],
    [
      'bottom',
      [
        [0, 240],
        [40, 240],
        [800, 240],
      ],
    ],
    [
      'across',
      [
        [0, 0],
        [400, 100],
        [800, 240],
      ],
    ],
    [
      'down',
      [
        [0, 0],
        [40, 120],
        [800, 240],
      ],
    ],
  ] as const)('%s', (how, expected) => {
    const editor = three();
    expect(alignSelection(editor, how)).toBe(true);
    expect(points(editor)).toEqual(expected);
  });

  test('one node has nothing to be aligned with', () => {
    const editor = three();
    editor.select(['/a']);
    expect(alignSelection(editor, 'left')).toBe(false);
  });

  test('steps with the keyboard are one step of undo', () => {
    const editor = three();
    const before = points(editor);
    nudgeSelection(editor, 20, 0);
    nudgeSelection(editor, 20, 0);
    expect(points(editor)).toEqual([
      [40, 0],
      [80, 100],
      [840, 240],
    ]);
    editor.undo();
    expect(points(editor)).toEqual(before);
  });

  test('E1 a tidy that moves nothing is no step of undo', () => {
    const editor = three();
    const steps = () => editor.document.getState().history.past.map((one) => one.label);
    const places = new Map([['/a', { x: 20, y: 20 }]]);
    expect(placeAll(editor, places, 'Tidy')).toBe(true);
    expect(placeAll(editor, places, 'Tidy')).toBe(false);
    expect(steps()).toEqual(['Move', 'Tidy']);
  });

  test('D4 an executor keeps the size that its author gave', () => {
    const { editor } = editorOn('run: PLAN_EXECUTOR dynamicPlan');
    resizeNode(editor, '/run', { width: 800, height: 400 });
    expect(editor.scene.getState().boxes.get('/run')).toMatchObject({ width: 800, height: 400 });
    collapseNode(editor, '/run', true);
    expect(layoutOf(editor).run).toMatchObject({ collapsed: true, width: 800 });
    collapseNode(editor, '/run', false);
    expect(layoutOf(editor).run).not.toHaveProperty('collapsed');
  });
});

test('W4 a note has a colour beside the plan; the usual one is not said, and a copy has the same', () => {
  const { editor } = editorOn('why: NOTE Because');
  const color = (key: string) => editor.scene.getState().boxes.get(key)?.color;
  const before = editor.workspace.plans;
  expect(color('/why')).toBe('yellow');
  expect(colorNote(editor, '/why', 'blue')).toBe(true);
  expect(color('/why')).toBe('blue');
  editor.select(['/why']);
  duplicateSelection(editor);
  const [copy] = editor.selection.getState().nodes;
  expect(copy).not.toBe('/why');
  expect(color(copy ?? '')).toBe('blue');
  editor.undo();
  colorNote(editor, '/why', undefined);
  expect(layoutOf(editor).why).not.toHaveProperty('color');
  expect(editor.workspace.plans).toEqual(before);
  editor.undo();
  expect(color('/why')).toBe('blue');
});

test('L2 disabling switches all off, then all on', () => {
  const { editor } = editorOn(chain);
  editor.select(['/a', '/b']);
  const off = () => cardsOf(editor).map((node) => node.node.disabled ?? 'on');
  disableSelection(editor);
  expect(off()).toEqual(['skip', 'skip', 'on']);
  disableSelection(editor);
  expect(off()).toEqual(['on', 'on', 'on']);
});

function overlapping(editor: ReturnType<typeof editorOn>['editor'], one: string, other: string): boolean {
  const { boxes } = editor.scene.getState();
  const a = boxes.get(one);
  const b = boxes.get(other);
  if (!a || !b) throw new Error('both are drawn');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** The nodes of the capability plan that is drawn. */
function cardsOf(editor: ReturnType<typeof editorOn>['editor']) {
  return editor.scene.getState().graph.nodes.flatMap((node) => (node.type === 'STATE' ? [] : [node]));
}
