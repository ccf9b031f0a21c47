import { describe, expect, test } from 'vitest';
import {
  apply,
  type CapabilityPlan,
  type Edit,
  edgeKey,
  fragmentOf,
  groupNodes,
  heal,
  insertOnEdges,
  type NodeOf,
  newNode,
  pasteFragment,
} from '#plan';
import { plan, workspace } from '../notation/plan';

function edited(before: CapabilityPlan, edit: Edit): CapabilityPlan {
  const done = apply(workspace([before]), edit);
  if (!done.ok) throw new Error(done.problem.message);
  const [next] = done.value.workspace.plans;
  if (next?.kind !== 'capability') throw new Error('no plan');
  return next;
}

function edges(of: { edges: CapabilityPlan['edges'] }): readonly string[] {
  return of.edges.map(edgeKey);
}

describe('E1 delete and heal', () => {
  const cases = [
    [
      'a chain',
      'a: CAPABILITY echo\nb: CAPABILITY echo\nc: CAPABILITY echo\na -> b -> c',
      ['b'],
      ['a:out->c'],
    ],
    [
      'two in a row',
      'a: CAPABILITY x\nb: CAPABILITY x\nc: CAPABILITY x\nd: CAPABILITY x\na -> b -> c -> d',
      ['b', 'c'],
      ['a:out->d'],
    ],
    ['the first', 'a: CAPABILITY x\nb: CAPABILITY x\na -> b', ['a'], []],
    ['the last', 'a: CAPABILITY x\nb: CAPABILITY x\na -> b', ['b'], []],
    [
      'an error way ends',
      'a: CAPABILITY x\nb: CAPABILITY x\nc: CAPABILITY x\nd: CAPABILITY x\na -> b -> c\nb.error -> d',
      ['b'],
      ['a:out->c'],
    ],
    [
      'a choice goes on by its first way',
      'a: CAPABILITY x\ni: IF true\nt: CAPABILITY x\ne: CAPABILITY x\na -> i\ni.then -> t\ni.else -> e',
      ['i'],
      ['a:out->t'],
    ],
    [
      'the port before it stays',
      'i: IF true\nb: CAPABILITY x\nc: CAPABILITY x\ni.else -> b -> c',
      ['b'],
      ['i:else->c'],
    ],
    [
      'an edge that is there is not doubled',
      'a: CAPABILITY x\nb: CAPABILITY x\nc: CAPABILITY x\na -> b -> c\na -> c',
      ['b'],
      ['a:out->c'],
    ],
  ] as const;
  test.each(cases)('%s', (_name, text, nodes, expected) => {
    const before = plan(text);
    expect(edges(edited(before, heal(before, nodes)))).toEqual(expected);
  });

  test('inside a container', () => {
    const before = plan(
      'g: GROUP ASYNC\n  a: CAPABILITY x\n  b: CAPABILITY x\n  c: CAPABILITY x\n  a -> b -> c',
    );
    const [group] = edited(before, heal(before, ['b'])).nodes;
    expect(group?.type === 'GROUP' && edges(group.body)).toEqual(['a:out->c']);
  });
});

describe('E1 insert on an edge', () => {
  const before = plan('a: CAPABILITY x\nc: CAPABILITY x\na.error -> c');
  const edge = { from: 'a', port: 'error', to: 'c' };

  test('the edge leads to the new node, which leads on', () => {
    const next = edited(
      before,
      insertOnEdges(before, [edge], newNode('TRANSFORM', new Set()), { x: 5, y: 5 }),
    );
    expect(next.nodes.map((node) => node.id)).toEqual(['a', 'transform-1', 'c']);
    expect(edges(next)).toEqual(['a:error->transform-1', 'transform-1:out->c']);
  });

  test('an IF leads on by its first port, an END by none', () => {
    expect(edges(edited(before, insertOnEdges(before, [edge], newNode('IF', new Set()))))).toEqual([
      'a:error->if-1',
      'if-1:then->c',
    ]);
    expect(edges(edited(before, insertOnEdges(before, [edge], newNode('END', new Set()))))).toEqual([
      'a:error->end-1',
    ]);
  });
});

describe('E1 group', () => {
  const before = plan(`
    a: CAPABILITY x
    b: CAPABILITY x
    c: CAPABILITY x
    d: CAPABILITY x
    a -> b -> c -> d
    c.error -> d
  `);
  const group = (mode: 'SYNC' | 'ASYNC'): NodeOf<'GROUP'> => ({
    id: 'g',
    type: 'GROUP',
    params: { mode },
    body: { nodes: [], edges: [] },
  });

  test('edges inside go along, those outside lead to the group and from it', () => {
    const edit = groupNodes(before, ['b', 'c'], group('ASYNC'));
    if (!edit.ok) throw new Error(edit.problem.message);
    const next = edited(before, edit.value);
    expect(next.nodes.map((node) => node.id)).toEqual(['a', 'g', 'd']);
    expect(edges(next)).toEqual(['a:out->g', 'g:out->d', 'g:error->d']);
    expect(next.nodes[1]).toMatchObject({
      body: { nodes: [{ id: 'b' }, { id: 'c' }], edges: [{ from: 'b', to: 'c' }] },
    });
  });

  test('a SYNC GROUP has no edges', () => {
    const edit = groupNodes(before, ['b', 'c'], group('SYNC'));
    expect(edit.ok && edited(before, edit.value).nodes[1]).toMatchObject({ body: { edges: [] } });
  });

  test('a choice cannot be made outside its group, and nodes of two containers cannot be joined', () => {
    const choice = plan('i: IF true\nt: CAPABILITY x\ni.then -> t');
    expect(groupNodes(choice, ['i'], group('ASYNC'))).toMatchObject({
      ok: false,
      problem: { code: 'CANNOT_GROUP' },
    });
    const nested = plan('o: GROUP ASYNC\n  a: CAPABILITY x\nb: CAPABILITY x');
    expect(groupNodes(nested, ['a', 'b'], group('ASYNC'))).toMatchObject({ ok: false });
    expect(groupNodes(nested, [], group('ASYNC'))).toMatchObject({ ok: false });
  });
});

describe('E1 copy and paste', () => {
  const before = plan(`
    look: CAPABILITY x
    g: GROUP ASYNC
      a: CAPABILITY x
      b: CAPABILITY x
      a -> b
    look -> g
  `);

  test('W2 pasted nodes get fresh ids at every depth, and keep their edges', () => {
    const { edit, ids } = pasteFragment(before, null, fragmentOf(before, ['look', 'g', 'a']), {
      look: { x: 1, y: 2 },
    });
    const next = edited(before, edit);
    expect(Object.fromEntries(ids)).toEqual({ look: 'look-2', g: 'g-2', a: 'a-2', b: 'b-2' });
    expect(edges(next)).toEqual(['look:out->g', 'look-2:out->g-2']);
    expect(next.nodes[3]).toMatchObject({
      body: { nodes: [{ id: 'a-2' }, { id: 'b-2' }], edges: [{ from: 'a-2', to: 'b-2' }] },
    });
  });

  test('into another container; free ids are kept', () => {
    const { edit, ids } = pasteFragment(before, 'g', { nodes: [newNode('NOTE', new Set())], edges: [] });
    expect([...ids.values()]).toEqual(['note-1']);
    expect(edited(before, edit).nodes[1]).toMatchObject({
      body: { nodes: [{ id: 'a' }, { id: 'b' }, { id: 'note-1' }] },
    });
  });
});
