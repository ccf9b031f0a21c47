import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { IdMint, isId, LIMITS } from '#base';
import { importEngine, importOlo, importXState, recognise } from '#formats';
import { check, read } from '#plan';

describe('W2 ids of importers', () => {
  it('W2 an original that is an id of ours stays', () => {
    expect(new IdMint().mint('weigh_1', 'node')).toBe('weigh_1');
  });

  it('W2 of any other name letters and digits stay, and what would be there twice gets a number', () => {
    const ids = new IdMint();
    expect([ids.mint('Weigh it!', 'node'), ids.mint('Weigh it?', 'node'), ids.mint('7', 'node')]).toEqual([
      'Weigh-it',
      'Weigh-it-2',
      'node-1',
    ]);
  });

  it('case C1 names of the prototype are no ids', () => {
    const ids = new IdMint();
    expect(['__proto__', 'constructor', 'toString'].map((name) => ids.mint(name, 'node'))).toEqual([
      'proto',
      'node-1',
      'node-2',
    ]);
  });

  it('W2 whatever the names are, ids are well formed and unique', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 80 })), (names) => {
        const mint = new IdMint();
        const ids = names.map((name) => mint.mint(name, 'node'));
        expect(ids.every(isId)).toBe(true);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { seed: 7 },
    );
  });
});

describe('S3 recognising a format', () => {
  it.each([
    ['olo', { pipelines: { a: { executionTree: { id: 'r', type: 'SEQUENCE' } } } }],
    ['olo', [{ toolId: 'PEN', input: { prompt: 'draw' } }]],
    ['engine', { configVersion: '1.0', pipelines: { default: { root: {} } } }],
    ['engine', { pipelines: { default: { capabilities: [] } } }],
    ['planner-plan', { planId: 'kiln', steps: [] }],
    ['planner-plan', { nodes: {}, edges: {} }],
    ['steps', [{ goal: 'Count bees', primary_tools: ['log'], success_criteria: 'one' }]],
    ['state-machine', { plan_type: 'lamp', states: {} }],
    ['xstate', { initial: 'a', states: { a: {} } }],
    ['xstate', { id: 'counter', context: { count: 0 }, on: { INC: {} } }],
    ['xstate', 'export const m = createMachine({ initial: "a" })'],
    [null, { format: 'planloom/workspace', version: 1, pipelines: {} }],
    [null, { name: 'Mine', nodes: [{ name: 'Start', type: 'n8n-nodes-base.start' }], connections: {} }],
    [null, '{"format": "planloom/workspace", "name": "createMachine(", '],
    [null, '<script>setup(1)</script>'],
    [null, 'Dear all,'],
    [null, 7],
  ] as const)('%s', (format, value) => {
    expect(recognise(value)).toBe(format);
  });
});

describe('fault F4 a file of more steps, nodes or states than a plan may have is refused with the number, before any is read', () => {
  const many = Array.from({ length: LIMITS.nodesAccepted + 1 }, (_, index) => index);
  const children = many.map((index) => ({ type: 'PLUGIN', id: `n${index}`, name: 'x' }));
  test.each([
    [
      'xstate',
      () =>
        importXState({ initial: 's0', states: Object.fromEntries(many.map((index) => [`s${index}`, {}])) }),
    ],
    [
      'a module of xstate',
      () =>
        importXState(
          `const s = {}; export const m = createMachine({ initial: 's0', states: { ${many.map((index) => `s${index}: s`).join()} } });`,
        ),
    ],
    [
      'engine',
      () =>
        importEngine({ configVersion: '1.0', pipelines: { default: { root: { type: 'GROUP', children } } } }),
    ],
    [
      'olo',
      () => importOlo({ pipelines: { main: { executionTree: { id: 'root', type: 'SEQUENCE', children } } } }),
    ],
  ])('%s', async (_, imported) => {
    const { workspace, diagnostics } = await imported();
    expect(workspace).toBe(null);
    expect(diagnostics.map(({ code }) => code)).toEqual(['TOO_MANY_NODES']);
    expect(diagnostics[0]?.message).toContain(`${LIMITS.nodesAccepted + 1} > ${LIMITS.nodesAccepted}`);
  });

  test('a document of ours with such a machine is a problem, too', () => {
    const plan = {
      id: 'm',
      kind: 'state-machine',
      initial: 's0',
      states: many.map((index) => ({ id: `s${index}` })),
    };
    const opened = read(
      JSON.stringify({ format: 'planloom/workspace', version: 1, id: 'w', name: 'w', plans: [plan] }),
    );
    if (opened.kind !== 'document') throw new Error('refused');
    expect(check(opened.workspace, new Map()).map(({ code }) => code)).toContain('TOO_MANY_NODES');
  });
});
