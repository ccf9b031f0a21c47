import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, LIMITS } from '#base';
import { check, read, readBody, readJson, readNode, readPlan, write } from '#plan';
import { catalogue } from '../notation/catalogue';
import { codesOf, planJson } from '../notation/plan';
import { W1_EXAMPLE } from '../notation/w1Example';

function document(rest: JsonObject = {}): JsonObject {
  return {
    format: 'planloom/workspace',
    version: 1,
    id: 'test',
    plans: [planJson('a: CAPABILITY echo')],
    ...rest,
  };
}

function diagnosticsOf(value: Json) {
  const outcome = readJson(value);
  return outcome.diagnostics;
}

/** The raw JSON of a document whose one node is given. */
function withNode(node: JsonObject): JsonObject {
  return document({ plans: [{ id: 'main', kind: 'capability', nodes: [node] }] });
}

describe('W1 the example of the language', () => {
  test('is read without a problem, state machine included', () => {
    const outcome = read(JSON.stringify(W1_EXAMPLE));
    expect(outcome).toMatchObject({ kind: 'document', diagnostics: [] });
  });

  test('has no problem', () => {
    const outcome = readJson(W1_EXAMPLE);
    if (outcome.kind !== 'document') throw new Error('not read');
    const found = check(outcome.workspace, catalogue('echo', 'documents.search'));
    expect(codesOf(found)).toEqual([]);
  });
});

describe('W3 the one door', () => {
  test('absent collections and ports get their defaults', () => {
    const outcome = readJson(
      document({ plans: [planJson('a: CAPABILITY echo\nb: CAPABILITY echo\na -> b')] }),
    );
    expect(outcome).toMatchObject({
      kind: 'document',
      workspace: {
        name: '',
        prompts: [],
        layout: {},
        plans: [{ variables: [], edges: [{ from: 'a', port: 'out', to: 'b' }] }],
      },
    });
  });

  test('a byte order mark is forgiven', () => {
    expect(read(`\ufeff${JSON.stringify(document())}`).kind).toBe('document');
  });

  test('broken JSON, other JSON and HTML are refused with what to do', () => {
    expect(read('{"format":')).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'JSON_INVALID' }] });
    expect(read('<html></html>')).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'JSON_INVALID' }] });
    expect(read('[]')).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'NOT_A_WORKSPACE' }] });
    expect(read('{"format":"other"}')).toMatchObject({
      diagnostics: [{ code: 'NOT_A_WORKSPACE', where: { field: '/format' } }],
    });
    expect(diagnosticsOf(planJson('a: CAPABILITY echo'))[0]?.help).toMatch(/import it as a plan/);
  });

  test('T4 a file at the size limit is looked at, one above is not', () => {
    const shell = '{"format":"other","x":""}';
    const filled = (bytes: number): string => shell.replace('""', `"${'x'.repeat(bytes - shell.length)}"`);
    expect(read(filled(LIMITS.importBytes))).toMatchObject({ diagnostics: [{ code: 'NOT_A_WORKSPACE' }] });
    expect(read(filled(LIMITS.importBytes + 1))).toMatchObject({
      kind: 'refused',
      diagnostics: [{ code: 'FILE_TOO_LARGE', message: expect.stringMatching(/50 MB.*50 MB/) }],
    });
    expect(read('é'.repeat(LIMITS.importBytes / 2 + 1))).toMatchObject({
      diagnostics: [{ code: 'FILE_TOO_LARGE' }],
    });
  });

  test('case C5 100 levels are refused', () => {
    const text = JSON.stringify(document()).replace('"test"', `${'['.repeat(100)}${']'.repeat(100)}`);
    expect(read(text)).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'JSON_TOO_DEEP' }] });
    expect(
      readJson({ ...document(), id: JSON.parse('['.repeat(100) + ']'.repeat(100)) as Json }),
    ).toMatchObject({
      kind: 'refused',
      diagnostics: [{ code: 'NOT_JSON' }],
    });
  });

  test('all problems are listed, each with plan, node, field, a sentence and what to do', () => {
    const found = diagnosticsOf({
      ...document(),
      id: 'no id!',
      extra: 1,
      plans: [
        {
          id: 'main',
          kind: 'capability',
          nodes: [
            { id: 'a', type: 'CAPABILITY', params: { capabilty: 'echo' }, timeoutMs: 0 },
            {
              id: 'g',
              type: 'GROUP',
              params: { mode: 'PARALLEL' },
              body: { nodes: [{ id: 'i', type: 'IF', params: { condition: 3 } }] },
            },
            { id: 'n', type: 'NOTE' },
          ],
        },
      ],
    });
    expect(found.map(({ code, where }) => [code, where])).toEqual([
      ['INVALID_NAME', { field: '/id' }],
      ['MISSING_KEY', { plan: 'main', node: 'a', field: '/params/capability' }],
      ['UNKNOWN_KEY', { plan: 'main', node: 'a', field: '/params/capabilty' }],
      ['INVALID_VALUE', { plan: 'main', node: 'a', field: '/timeoutMs' }],
      ['INVALID_VALUE', { plan: 'main', node: 'g', field: '/params/mode' }],
      ['INVALID_VALUE', { plan: 'main', node: 'i', field: '/params/condition' }],
      ['MISSING_KEY', { plan: 'main', node: 'n', field: '/params' }],
      ['UNKNOWN_KEY', { field: '/extra' }],
    ]);
    for (const { severity, message, help } of found) {
      expect(severity).toBe('error');
      expect(message).toMatch(/^[^\n]+\.$/);
      expect(help.length).toBeGreaterThan(5);
    }
  });

  test('an unknown key is told its nearest neighbour, which is never applied', () => {
    const [first] = diagnosticsOf(
      withNode({ id: 'a', type: 'CAPABILITY', params: { capability: 'echo' }, timoutMs: 5 }),
    );
    expect(first).toMatchObject({
      code: 'UNKNOWN_KEY',
      help: expect.stringContaining('Did you mean "timeoutMs"?'),
    });
  });

  test('of a union the problems inside the option that was meant are told', () => {
    const planner = (params: JsonObject) => codesAndFields(withNode({ id: 'p', type: 'PLANNER', params }));
    expect(planner({ planner: { flavour: 'rules' } })).toEqual(['MISSING_KEY /params/planner/use']);
    expect(planner({ planner: 'rulez' })).toEqual(['INVALID_VALUE /params/planner']);
    expect(planner({ planner: { flavour: 'rules', use: 'x', extra: 1 } })).toEqual([
      'UNKNOWN_KEY /params/planner/extra',
    ]);
    expect(
      codesAndFields(
        withNode({
          id: 'g',
          type: 'GROUP',
          params: { mode: 'ASYNC', completion: 'N_OF(0)' },
          body: { nodes: [] },
        }),
      ),
    ).toEqual(['INVALID_VALUE /params/completion']);
    expect(codesAndFields(document({ plans: [{ id: 'main', kind: 'graph', nodes: [] }] }))).toEqual([
      'INVALID_VALUE /plans/0/kind',
    ]);
    expect(codesAndFields(document({ plans: [{ id: 'main', nodes: [] }] }))).toEqual([
      'INVALID_VALUE /plans/0/kind',
    ]);
  });

  test('foreign leftovers live under source and nowhere else', () => {
    expect(
      readJson(withNode({ id: 'n', type: 'NOTE', params: { markdown: '' }, source: { olo: { x: [1] } } }))
        .kind,
    ).toBe('document');
  });
});

function codesAndFields(value: Json): readonly string[] {
  return diagnosticsOf(value).map(({ code, where }) => `${code} ${where.field}`);
}

describe('W2 case D2 ids are unique in their collection', () => {
  test('nodes at any depth, plans, documents, variables, states, edges', () => {
    const nested = planJson(
      'a: CAPABILITY echo\ng: GROUP ASYNC\n  a: CAPABILITY echo\nb: IF true\nb.then -> a\nb.then -> a',
    );
    const found = diagnosticsOf(
      document({
        plans: [
          {
            ...nested,
            variables: [
              { id: 'v', scope: 'IN' },
              { id: 'v', scope: 'OUT' },
            ],
          },
          { ...nested, nodes: [] as Json[], edges: [] as Json[], variables: [] as Json[] },
          { id: 'flow', kind: 'state-machine', states: [{ id: 's', states: [{ id: 's' }] }] },
        ],
        documents: [
          { id: 'd', kind: 'text', text: '' },
          { id: 'd', kind: 'text', text: '' },
        ],
      }),
    );
    expect(codesOf(found)).toEqual([
      'DUPLICATE_ID',
      'DUPLICATE_ID',
      'DUPLICATE_ID',
      'DUPLICATE_ID a',
      'DUPLICATE_EDGE',
      'DUPLICATE_ID s',
    ]);
    expect(found[0]?.where).toEqual({ plan: 'main', field: '/plans/1/id' });
    expect(found[1]?.where).toEqual({ field: '/documents/1/id' });
    expect(found[4]?.where).toEqual({ plan: 'main', edge: 'b:then->a' });
  });

  test('what else is wrong with the graph is said at once', () => {
    const found = diagnosticsOf(
      document({
        plans: [planJson('a: CAPABILITY x\na: CAPABILITY x\nb: CAPABILITY x\nb -> a -> b\na -> gone')],
      }),
    );
    expect(codesOf(found)).toEqual(['DUPLICATE_ID a', 'EDGE_TO_NOWHERE a', 'CYCLE a']);
  });
});

describe('case C1 names of the prototype', () => {
  test.each(['__proto__', 'prototype', 'constructor', 'toString', 'valueOf', 'hasOwnProperty'])(
    '%s is no id',
    (id) => {
      expect(codesOf(diagnosticsOf(withNode({ id, type: 'NOTE', params: { markdown: '' } })))).toEqual([
        `INVALID_NAME ${id}`,
      ]);
      expect(diagnosticsOf(document({ plans: [{ id, kind: 'capability', nodes: [] }] }))).toHaveLength(1);
      expect(diagnosticsOf(document({ documents: [{ id, kind: 'text', text: '' }] }))).toHaveLength(1);
    },
  );

  test('a key "__proto__" is found before it vanishes, wherever it is', () => {
    const text = (hostile: string): string =>
      JSON.stringify(document()).replace('"plans"', `${hostile},"plans"`);
    for (const hostile of [
      '"layout":{"__proto__":{"a":{"x":1,"y":1}}}',
      '"layout":{"main":{"__proto__":{"x":1,"y":1}}}',
      '"source":{"deep":[{"__proto__":{"polluted":true}}]}',
      '"__proto__":{"polluted":true}',
    ]) {
      expect(read(text(hostile))).toMatchObject({
        kind: 'refused',
        diagnostics: [{ code: 'FORBIDDEN_KEY' }],
      });
    }
    const inInput =
      '{"id":"a","type":"CAPABILITY","params":{"capability":"echo"},"input":{"__proto__":1},"output":{"__proto__":"result"}}';
    const found = readNode(JSON.parse(inInput) as Json);
    expect(!found.ok && found.problem.map(({ where }) => where.field)).toEqual([
      '/input/__proto__',
      '/output/__proto__',
    ]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('"constructor" may be a key of data', () => {
    const outcome = readJson(
      withNode({
        id: 'a',
        type: 'CAPABILITY',
        params: { capability: 'echo' },
        input: { constructor: 'Ferrari' },
      }),
    );
    expect(outcome.kind === 'document' && JSON.stringify(outcome.workspace)).toContain(
      '"constructor":"Ferrari"',
    );
  });
});

describe('case A13 what JSON.parse swallows is told', () => {
  test('a key that is there twice, with its path', () => {
    const text = JSON.stringify(document()).replace('"id":"a"', '"id":"x","id":"a"');
    expect(read(text)).toMatchObject({
      kind: 'document',
      diagnostics: [{ code: 'DUPLICATE_KEY', severity: 'warning', where: { field: '/plans/0/nodes/0/id' } }],
    });
  });

  test('numbers that lose digits', () => {
    const text = JSON.stringify(
      withNode({ id: 'a', type: 'CAPABILITY', params: { capability: 'echo' }, input: [1, 'N'] }),
    );
    const outcome = read(text.replace('"N"', '12345678901234567890'));
    expect(outcome).toMatchObject({
      kind: 'document',
      diagnostics: [
        { code: 'NUMBER_NOT_EXACT', severity: 'warning', where: { field: '/plans/0/nodes/0/input/1' } },
      ],
    });
  });

  test('equal keys of different objects, escapes and text that looks like JSON are no offence', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const outcome = read(
          JSON.stringify(document({ source: { value: value as Json, text: JSON.stringify(value) } })),
        );
        const codes = new Set(outcome.diagnostics.map(({ code }) => code));
        codes.delete('NUMBER_NOT_EXACT');
        if (!JSON.stringify(value).includes('__proto__')) expect([...codes]).toEqual([]);
      }),
      { seed: 5 },
    );
  });
});

describe('case A8 made with a newer version', () => {
  test('a newer format opens read-only, its text kept byte for byte', () => {
    const text = `\ufeff{ "format": "planloom/workspace",\r\n "version": 2, "name": "Später", "new": [1.0] }\n`;
    expect(read(text)).toMatchObject({
      kind: 'readOnly',
      text,
      name: 'Später',
      diagnostics: [{ code: 'NEWER_VERSION' }],
    });
  });

  test('an unknown node type does so too, at any depth, and is named', () => {
    const plan = planJson('a: CAPABILITY echo\nw: WAIT_FOR_IT\ng: GROUP ASYNC\n  i: CAPABILTY echo');
    const text = JSON.stringify(document({ plans: [plan] }));
    const outcome = read(text);
    expect(outcome).toMatchObject({ kind: 'readOnly', text });
    expect(codesOf(outcome.diagnostics)).toEqual(['UNKNOWN_NODE_TYPE w', 'UNKNOWN_NODE_TYPE i']);
    expect(outcome.diagnostics[1]?.help).toContain('Did you mean "CAPABILITY"?');
  });

  test('a type of the prototype is unknown, not a crash', () => {
    expect(readJson(withNode({ id: 'a', type: 'constructor' }))).toMatchObject({ kind: 'readOnly' });
  });

  test('no version, or one that is none, is refused', () => {
    for (const version of [undefined, 0, 1.5, '1', null]) {
      const value = { ...document(), version: version ?? null };
      expect(readJson(value)).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'INVALID_VERSION' }] });
    }
  });
});

describe('S2 parts of a document', () => {
  test('a plan, a body, a node', () => {
    expect(readPlan(planJson('a: CAPABILITY echo'))).toMatchObject({ ok: true, value: { id: 'main' } });
    expect(readBody({ nodes: [], edges: [{ from: 'a', to: 'b' }] })).toMatchObject({
      ok: true,
      value: { edges: [{ port: 'out' }] },
    });
    expect(readBody({ nodes: [], steps: [] })).toMatchObject({
      ok: false,
      problem: [{ code: 'UNKNOWN_KEY', where: { field: '/steps' } }],
    });
    expect(readNode({ id: 'x', type: 'IF' })).toMatchObject({
      ok: false,
      problem: [{ code: 'MISSING_KEY', where: { field: '/params' } }],
    });
    expect(readPlan(planJson('a: NOTE x\na: NOTE y'))).toMatchObject({
      ok: false,
      problem: [{ code: 'DUPLICATE_ID' }],
    });
    expect(readBody(null)).toMatchObject({ ok: false });
  });
});

describe('I3 writing and reading again changes nothing', () => {
  test('W1 the example keeps its meaning', () => {
    const outcome = readJson(W1_EXAMPLE);
    if (outcome.kind !== 'document') throw new Error('not read');
    const text = write(outcome.workspace);
    const again = read(text);
    expect(again).toEqual(outcome);
    expect(again.kind === 'document' && write(again.workspace)).toBe(text);
  });

  test('defaults are left out, keys come in the order of the language, the rest stays', () => {
    const outcome = readJson(
      document({
        name: '',
        prompts: [],
        layout: { main: { b: { y: 1, x: 2 }, a: { x: 0, y: 0 } }, empty: {} },
      }),
    );
    expect(outcome.kind === 'document' && write(outcome.workspace)).toBe(
      `${JSON.stringify(
        {
          format: 'planloom/workspace',
          version: 1,
          id: 'test',
          plans: [
            {
              id: 'main',
              kind: 'capability',
              nodes: [{ id: 'a', type: 'CAPABILITY', params: { capability: 'echo' } }],
            },
          ],
          layout: { main: { a: { x: 0, y: 0 }, b: { x: 2, y: 1 } } },
        },
        null,
        2,
      )}\n`,
    );
  });
});

describe('case A1, case A2 what a document cannot say', () => {
  test.each<[string, JsonObject]>([
    ['case A1 that it runs when it is opened', { autorun: true }],
    ['case A1 a trigger or a schedule', { triggers: [{ on: 'open' }] }],
    [
      'case A2 an address for a model',
      { models: [{ id: 'm', connection: 'c', model: 'x', baseURL: 'https://evil.example' }] },
    ],
    [
      'case A2 an address that a key would go to',
      { connections: [{ id: 'c', url: 'https://evil.example' }] },
    ],
    ['case A10 a key', { connections: [{ id: 'c', apiKey: 'sk-canary' }] }],
  ])('%s', (_what, fields) => {
    expect(readJson(document(fields))).toMatchObject({
      kind: 'refused',
      diagnostics: [{ code: 'UNKNOWN_KEY' }],
    });
  });

  test('case A2 an address may be suggested, which is text and nothing else', () => {
    expect(
      readJson(document({ connections: [{ id: 'c', suggestedUrl: 'https://evil.example' }] })).kind,
    ).toBe('document');
  });
});

describe('W3 whatever comes in, there is an outcome and no exception', () => {
  test('the W1 example with any of its values replaced', () => {
    const pathsOf = (
      value: Json,
      path: readonly (string | number)[] = [],
    ): readonly (readonly (string | number)[])[] => {
      const inner = Array.isArray(value)
        ? [...value.entries()]
        : value !== null && typeof value === 'object'
          ? Object.entries(value)
          : [];
      return [path, ...inner.flatMap(([key, item]) => pathsOf(item as Json, [...path, key]))];
    };
    const paths = pathsOf(W1_EXAMPLE).slice(1);
    const anything = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('__proto__', 'constructor', -1, 1e308, '', '{{', 'N_OF(0)'),
    );
    fc.assert(
      fc.property(fc.constantFrom(...paths), anything, (path, value) => {
        const copy = JSON.parse(JSON.stringify(W1_EXAMPLE)) as object;
        const holder = path.slice(0, -1).reduce((at, key) => Reflect.get(at, key) as object, copy);
        Reflect.set(holder, path.at(-1) ?? '', value);
        const outcome = readJson(copy as Json);
        if (outcome.kind === 'document') {
          const text = write(outcome.workspace);
          const again = read(text);
          expect(again.kind === 'document' && write(again.workspace)).toBe(text);
          check(outcome.workspace, catalogue('echo'));
          return;
        }
        expect(outcome.diagnostics.length).toBeGreaterThan(0);
        for (const { code, message, help } of outcome.diagnostics) {
          expect(code).toMatch(/^[A-Z_]+$/);
          expect(message).not.toMatch(/undefined|\[object|\n/);
          expect(help.length).toBeGreaterThan(5);
        }
      }),
      { seed: 77, numRuns: 1500 },
    );
  });
});

test('W8 a document that holds a text and names a file is told so, in a sentence of its own', () => {
  const file = { hash: 'ab'.repeat(32), bytes: 1, type: 'text/csv', name: 'a.csv' };
  const found = diagnosticsOf(document({ documents: [{ id: 'a', kind: 'csv', text: 'x', file }] }));
  expect(found.map(({ code, where }) => [code, where.field])).toEqual([['DOCUMENT_TWICE', '/documents/0']]);
  expect(codesAndFields(document({ documents: [{ id: 'a', kind: 'csv', text: 'x', typo: 1 }] }))).toEqual([
    'UNKNOWN_KEY /documents/0/typo',
  ]);
});
