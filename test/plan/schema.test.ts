import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#base';
import {
  NODE_TYPES,
  type NodeTypeName,
  paramsSchema,
  readJson,
  validateJson,
  workspaceJsonSchema,
} from '#plan';
import { planJson } from '../notation/plan';
import { W1_EXAMPLE } from '../notation/w1Example';

const FILE = 'public/schema/workspace.v1.json';
const SAMPLES = 'public/samples';

/** Violations of the schema as published, not as it is in memory. */
function violations(document: Json) {
  return validateJson(JSON.parse(readFileSync(FILE, 'utf8')) as JsonObject, document);
}

function workspaceOf(plan: JsonObject, rest: JsonObject = {}): JsonObject {
  return { format: 'planloom/workspace', version: 1, id: 'test', plans: [plan], ...rest };
}

describe('W1 the published JSON Schema', () => {
  test('is the one made from the schema of the code (UPDATE_SCHEMA=1 writes it)', () => {
    const current = `${JSON.stringify(workspaceJsonSchema(), null, 2)}\n`;
    if (process.env.UPDATE_SCHEMA === '1') {
      mkdirSync(dirname(FILE), { recursive: true });
      writeFileSync(FILE, current);
    }
    expect(readFileSync(FILE, 'utf8')).toBe(current);
  });

  test('accepts the example of the language', () => {
    expect(violations(W1_EXAMPLE)).toEqual([]);
  });

  test.each(readdirSync(SAMPLES).filter((name) => name.endsWith('.planloom.json')))('accepts %s', (name) => {
    expect(violations(JSON.parse(readFileSync(join(SAMPLES, name), 'utf8')) as Json)).toEqual([]);
  });

  test('refers to nothing outside itself', () => {
    const text = readFileSync(FILE, 'utf8');
    const references = [...text.matchAll(/"\$ref": "([^"]+)"/g)].map(([, reference]) => reference);
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((reference) => !reference?.startsWith('#'))).toEqual([]);
  });
});

const node = (fields: JsonObject): JsonObject => ({ id: 'main', kind: 'capability', nodes: [fields] });

const BROKEN: readonly (readonly [string, JsonObject])[] = [
  ['another format', { ...W1_EXAMPLE, format: 'other' }],
  ['a newer version', { ...W1_EXAMPLE, version: 2 }],
  ['no id', { format: 'planloom/workspace', version: 1, plans: [] }],
  ['an id with a space', { ...W1_EXAMPLE, id: 'no id' }],
  ['an id of the prototype', { ...W1_EXAMPLE, id: 'constructor' }],
  ['an unknown key', { ...W1_EXAMPLE, autorun: true }],
  ['an unknown kind of plan', workspaceOf({ id: 'main', kind: 'graph', nodes: [] })],
  ['an unknown node type', workspaceOf(node({ id: 'a', type: 'CAPABILTY', params: { capability: 'echo' } }))],
  [
    'an unknown parameter',
    workspaceOf(node({ id: 'a', type: 'IF', params: { condition: 'true', else: 'b' } })),
  ],
  ['a missing parameter', workspaceOf(node({ id: 'a', type: 'IF', params: {} }))],
  [
    'a wait without "timeoutMs"',
    workspaceOf(node({ id: 'a', type: 'HUMAN_INPUT', params: { message: 'Well?' } })),
  ],
  ['N_OF(0)', workspaceOf({ ...planJson('g: GROUP ASYNC {completion: "N_OF(0)"}') })],
  ['text where an expression stands', workspaceOf(node({ id: 'a', type: 'IF', params: { condition: 1 } }))],
  ['an edge without an end', workspaceOf({ ...planJson('a: TRANSFORM 1'), edges: [{ from: 'a' }] })],
  [
    'a place without a height of its own kind',
    { ...W1_EXAMPLE, layout: { main: { look: { x: 0, y: '0' } } } },
  ],
  ['a colour that is CSS', { ...W1_EXAMPLE, layout: { main: { look: { x: 0, y: 0, color: 'url(x)' } } } }],
];

describe('W3 what the schema refuses is refused by the door too, and the other way round', () => {
  test.each(BROKEN)('%s', (_what, document) => {
    expect(violations(document)).not.toEqual([]);
    expect(readJson(document).kind).not.toBe('document');
  });
});

describe('L1 every node type has a JSON Schema of its parameters', () => {
  test.each(Object.keys(NODE_TYPES) as NodeTypeName[])('%s', (type) => {
    const schema = paramsSchema(type);
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    const initial = NODE_TYPES[type].initial();
    expect(validateJson(schema, initial.params ?? {})).toEqual([]);
  });

  test('E5 every parameter has a title, which labels its field', () => {
    const untitled = (Object.keys(NODE_TYPES) as NodeTypeName[]).flatMap((type) => {
      const properties = paramsSchema(type).properties as Readonly<Record<string, JsonObject>> | undefined;
      return Object.entries(properties ?? {})
        .filter(([, schema]) => typeof schema.title !== 'string')
        .map(([name]) => `${type}.${name}`);
    });
    expect(untitled).toEqual([]);
  });
});
