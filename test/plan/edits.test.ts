import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, seededRandom } from '#base';
import { apply, type Edit, newNode, read, readNode, type Workspace, write } from '#plan';
import { randomEdit } from '../notation/edits';
import { plan, workspace } from '../notation/plan';

const START = workspace(
  [
    plan(`
      in question   out answer
      look: CAPABILITY echo {output: {answer: "result.text"}}
      gate: IF true
      both: GROUP ASYNC
        a: CAPABILITY echo
        b: CAPABILITY echo
        a -> b
      look -> gate
      gate.then -> both
      look.error -> both
    `),
    plan('only: CAPABILITY echo', 'second'),
  ],
  {
    layout: { main: { look: { x: 0, y: 0 }, a: { x: 20, y: 60 } } },
    documents: [{ id: 'doc-1', kind: 'text', text: 'x' }],
  },
);

/** Applies an edit and checks its laws: the inverse leads back, and the edit and its inverse survive JSON. */
function applied(before: Workspace, edit: Edit): { after: Workspace; inverse: Edit } {
  const bytes = write(before);
  const done = apply(before, edit);
  if (!done.ok) throw new Error(`${edit.edit}: ${done.problem.message}`);
  expect(write(before)).toBe(bytes);
  const { workspace: after, inverse } = done.value;
  const back = apply(after, JSON.parse(JSON.stringify(inverse)) as Edit);
  if (!back.ok) throw new Error(back.problem.message);
  expect(write(back.value.workspace)).toBe(bytes);
  const redone = apply(back.value.workspace, back.value.inverse);
  expect(redone.ok && write(redone.value.workspace)).toBe(write(after));
  return { after, inverse };
}

test('E2 200 random edits then 200 undos give the original bytes', () => {
  const original = write(START);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
      const random = seededRandom(seed);
      const undo: Edit[] = [];
      let current = START;
      while (undo.length < 200) {
        const edit = randomEdit(current, random);
        const done = edit && apply(current, edit);
        if (!done?.ok) continue;
        current = done.value.workspace;
        undo.push(done.value.inverse);
      }
      const reread = read(write(current));
      expect(reread.kind === 'document' && write(reread.workspace)).toBe(write(current));
      for (const inverse of undo.toReversed()) {
        const undone = apply(current, inverse);
        if (!undone.ok) throw new Error(undone.problem.message);
        current = undone.value.workspace;
      }
      expect(write(current)).toBe(original);
    }),
    { numRuns: 12, seed: 20_261_121 },
  );
});

test('E2 each random edit obeys the laws by itself', () => {
  const random = seededRandom(7);
  let current = START;
  const verbs = new Set<string>();
  for (let count = 0; count < 400; count++) {
    const edit = randomEdit(current, random);
    if (!edit || !apply(current, edit).ok) continue;
    verbs.add(edit.edit);
    current = applied(current, edit).after;
  }
  expect([...verbs].toSorted()).toEqual([
    'add-edge',
    'add-node',
    'add-plan',
    'batch',
    'move-node',
    'place-nodes',
    'put-item',
    'remove-edges',
    'remove-item',
    'remove-nodes',
    'remove-plan',
    'rename-workspace',
    'replace-workspace',
    'set-policies',
    'update-node',
    'update-plan',
  ]);
});

describe('E2 an edit that does not fit changes nothing and says why', () => {
  const node = newNode('IF', new Set());
  const misfits: readonly (readonly [string, Edit])[] = [
    ['a plan that is not there', { edit: 'add-node', plan: 'none', into: null, node }],
    ['a container that is not there', { edit: 'add-node', plan: 'main', into: 'none', node }],
    ['a container that holds no others', { edit: 'add-node', plan: 'main', into: 'look', node }],
    ['an id that is taken', { edit: 'add-node', plan: 'main', into: null, node: { ...node, id: 'a' } }],
    [
      'an id that is no id',
      { edit: 'add-node', plan: 'main', into: null, node: { ...node, id: '__proto__' } },
    ],
    ['an index out of bounds', { edit: 'add-node', plan: 'main', into: null, node, index: 9 }],
    ['removing what is not there', { edit: 'remove-nodes', plan: 'main', nodes: ['look', 'none'] }],
    ['updating what is not there', { edit: 'update-node', plan: 'main', node: 'none', to: node }],
    [
      'an update to a taken id',
      { edit: 'update-node', plan: 'main', node: 'look', to: { ...node, id: 'b' } },
    ],
    ['moving what is not there', { edit: 'move-node', plan: 'main', node: 'none', into: null, index: 0 }],
    ['moving into itself', { edit: 'move-node', plan: 'main', node: 'both', into: 'both', index: 0 }],
    ['moving away from its edges', { edit: 'move-node', plan: 'main', node: 'look', into: 'both', index: 0 }],
    [
      'an edge to nowhere',
      { edit: 'add-edge', plan: 'main', edge: { from: 'look', port: 'out', to: 'none' } },
    ],
    [
      'an edge across containers',
      { edit: 'add-edge', plan: 'main', edge: { from: 'look', port: 'out', to: 'a' } },
    ],
    [
      'an edge that is there',
      { edit: 'add-edge', plan: 'main', edge: { from: 'look', port: 'out', to: 'gate' } },
    ],
    [
      'removing an edge that is not there',
      { edit: 'remove-edges', plan: 'main', edges: [{ from: 'a', port: 'error', to: 'b' }] },
    ],
    [
      'a place that is none',
      { edit: 'place-nodes', plan: 'main', places: { look: { x: Number.NaN, y: 0 } } },
    ],
    ['a plan id that is taken', { edit: 'add-plan', plan: plan('x: CAPABILITY echo') }],
    ['removing a plan that is not there', { edit: 'remove-plan', plan: 'none' }],
    ['updating a plan that is not there', { edit: 'update-plan', plan: 'none', to: { name: 'x' } }],
    ['a plan renamed to a taken id', { edit: 'update-plan', plan: 'second', to: { id: 'main' } }],
    [
      'an item that is not valid',
      { edit: 'put-item', list: 'documents', item: { id: 'no id', kind: 'text', text: '' } },
    ],
    ['removing an item that is not there', { edit: 'remove-item', list: 'documents', id: 'none' }],
    [
      'policies that are none',
      {
        edit: 'set-policies',
        policies: [{ id: 'no id' }],
      },
    ],
    ['a name that is too long', { edit: 'rename-workspace', name: 'x'.repeat(1_001) }],
    [
      'a batch of which the second does not fit',
      {
        edit: 'batch',
        label: 'x',
        edits: [
          { edit: 'rename-workspace', name: 'y' },
          { edit: 'remove-plan', plan: 'none' },
        ],
      },
    ],
  ];
  test.each(misfits)('%s', (_name, edit) => {
    const bytes = write(START);
    expect(apply(START, edit)).toMatchObject({
      ok: false,
      problem: { severity: 'error', message: expect.any(String) },
    });
    expect(write(START)).toBe(bytes);
  });
});

test('W4 a node under a new id keeps its edges and its place', () => {
  const look = START.plans[0]?.kind === 'capability' ? START.plans[0].nodes[0] : undefined;
  if (!look) throw new Error('no node');
  const { after } = applied(START, {
    edit: 'update-node',
    plan: 'main',
    node: 'look',
    to: { ...look, id: 'search' },
  });
  expect(after.layout).toEqual({ main: { a: { x: 20, y: 60 }, search: { x: 0, y: 0 } } });
  expect(after.plans[0]).toMatchObject({
    edges: [
      { from: 'search', port: 'out', to: 'gate' },
      { from: 'gate', port: 'then', to: 'both' },
      { from: 'search', port: 'error', to: 'both' },
    ],
  });
});

describe('E2 edges follow a port that is renamed', () => {
  const CHOICES: readonly (readonly [string, JsonObject, JsonObject, string, string])[] = [
    [
      'a case of SWITCH',
      {
        type: 'SWITCH',
        params: {
          cases: [
            { id: 'one', when: 'true' },
            { id: 'two', when: 'true' },
          ],
        },
      },
      {
        type: 'SWITCH',
        params: {
          cases: [
            { id: 'one', when: 'true' },
            { id: 'three', when: 'true' },
          ],
        },
      },
      'two',
      'three',
    ],
    [
      'a choice of LLM_DECISION',
      { type: 'LLM_DECISION', params: { question: '?', choices: [{ id: 'yes' }, { id: 'no' }] } },
      { type: 'LLM_DECISION', params: { question: '?', choices: [{ id: 'yes' }, { id: 'never' }] } },
      'no',
      'never',
    ],
    [
      'an event of EVENT_WAIT',
      { type: 'EVENT_WAIT', params: { events: [{ id: 'came', event: 'a' }] } },
      { type: 'EVENT_WAIT', params: { events: [{ id: 'paid', event: 'a' }] } },
      'came',
      'paid',
    ],
    [
      'a decision of HUMAN_INPUT',
      { type: 'HUMAN_INPUT', params: { timeoutMs: null, decisions: [{ id: 'ok', label: 'OK' }] } },
      { type: 'HUMAN_INPUT', params: { timeoutMs: null, decisions: [{ id: 'fine', label: 'OK' }] } },
      'ok',
      'fine',
    ],
    [
      'the way out of HUMAN_INPUT, which becomes its first decision',
      { type: 'HUMAN_INPUT', params: { timeoutMs: null } },
      { type: 'HUMAN_INPUT', params: { timeoutMs: null, decisions: [{ id: 'ok', label: 'OK' }] } },
      'out',
      'ok',
    ],
  ];
  const withChooser = (node: JsonObject, ports: readonly string[]): Workspace =>
    withEdges(node, [...ports, 'error']);
  const withEdges = (node: JsonObject, ports: readonly string[]): Workspace => {
    const { plans } = workspace([plan('a: CAPABILITY echo')]);
    const [first] = plans;
    const edges = ports.map((port) => ({ from: 'ask', port, to: 'a' }));
    const outcome = read(
      JSON.stringify({
        ...workspace([]),
        plans: [
          {
            ...first,
            nodes: [
              { id: 'ask', ...node },
              { id: 'a', type: 'NOTE', params: { markdown: '' } },
            ],
            edges,
          },
        ],
      }),
    );
    if (outcome.kind !== 'document') throw new Error(JSON.stringify(outcome));
    return outcome.workspace;
  };
  const change = (before: Workspace, node: JsonObject) => {
    const to = readNode({ id: 'ask', ...node });
    if (!to.ok) throw new Error('no node');
    const { after } = applied(before, { edit: 'update-node', plan: 'main', node: 'ask', to: to.value });
    const [first] = after.plans;
    return first?.kind === 'capability' ? first.edges.map(({ port }) => port) : [];
  };

  test.each(CHOICES)('%s', (_name, before, after, old, now) => {
    expect(change(withChooser(before, [old]), after)).toEqual([now, 'error']);
  });

  const cases = (...ids: readonly string[]): JsonObject => ({
    type: 'SWITCH',
    params: { cases: ids.map((id) => ({ id, when: 'true' })) },
  });

  test('two at once, each its own', () => {
    expect(change(withEdges(cases('a1', 'b1'), ['a1', 'b1']), cases('a2', 'b2'))).toEqual(['a2', 'b2']);
  });

  test('none where cases only change places, or one comes or goes', () => {
    expect(change(withEdges(cases('a1', 'b1'), ['a1', 'b1']), cases('b1', 'a1'))).toEqual(['a1', 'b1']);
    expect(change(withEdges(cases('a1', 'b1'), ['a1', 'b1']), cases('b1'))).toEqual(['a1', 'b1']);
    expect(change(withEdges(cases('a1'), ['a1']), cases('a1', 'b1'))).toEqual(['a1']);
  });

  test('none where the name is one of two, or leads to nowhere already: undo would not know whose edge it was', () => {
    expect(change(withEdges(cases('a1', 'b1'), ['a1', 'b1']), cases('c1', 'c1'))).toEqual(['a1', 'b1']);
    expect(change(withEdges(cases('a1', 'b1'), ['a1', 'z1']), cases('z1', 'b1'))).toEqual(['a1', 'z1']);
  });

  test('with the id of the node, in one edit', () => {
    const before = withEdges(cases('a1'), ['a1']);
    const to = readNode({ id: 'ask2', ...cases('a2') });
    if (!to.ok) throw new Error('no node');
    const { after } = applied(before, { edit: 'update-node', plan: 'main', node: 'ask', to: to.value });
    expect(after.plans[0]).toMatchObject({ edges: [{ from: 'ask2', port: 'a2', to: 'a' }] });
  });
});

test('E2 undo puts an edge to nowhere back, which a document may have', () => {
  const broken = workspace([plan('a: CAPABILITY echo\na -> gone\na -> gone2')]);
  applied(broken, { edit: 'remove-nodes', plan: 'main', nodes: ['a'] });
  applied(broken, { edit: 'remove-edges', plan: 'main', edges: [{ from: 'a', port: 'out', to: 'gone' }] });
});

describe('W3 edits keep a document within its depth, so that what is written can be read again', () => {
  const deepInput = (levels: number): Json =>
    JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as Json;
  const nested = (levels: number): string =>
    Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}g${level}: GROUP ASYNC`).join('\n');
  const add = (into: string | null, levels: number) =>
    apply(workspace(levels >= 0 ? nested(3) : ''), {
      edit: 'add-node',
      plan: 'main',
      into,
      node: { id: 'a', type: 'CAPABILITY', params: { capability: 'echo' }, input: deepInput(levels) },
    });

  test.each([
    [null, 59],
    ['g0', 56],
    ['g2', 50],
  ])('an input in %s may have %i levels, and no more', (into, most) => {
    const added = add(into, most);
    expect(added.ok && read(write(added.value.workspace)).kind).toBe('document');
    expect(add(into, most + 1)).toMatchObject({ ok: false, problem: { code: 'EDIT_DOES_NOT_FIT' } });
  });

  test('a node is not moved or changed to where it would be too deep', () => {
    const added = add(null, 59);
    if (!added.ok) throw new Error('not added');
    const { workspace: deep } = added.value;
    expect(apply(deep, { edit: 'move-node', plan: 'main', node: 'a', into: 'g0', index: 0 })).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining('64 levels') },
    });
    const to = { id: 'a', type: 'CAPABILITY', params: { capability: 'echo' }, input: deepInput(60) } as const;
    expect(apply(deep, { edit: 'update-node', plan: 'main', node: 'a', to }).ok).toBe(false);
  });

  test('nor is a plan or an item', () => {
    const to = { result: { x: deepInput(61) } };
    expect(apply(workspace(''), { edit: 'update-plan', plan: 'main', to }).ok).toBe(false);
    const item = {
      id: 'c',
      description: '',
      input: { x: deepInput(61) as JsonObject },
      output: {},
      effect: 'pure',
    } as const;
    expect(apply(workspace(''), { edit: 'put-item', list: 'capabilities', item }).ok).toBe(false);
  });
});
