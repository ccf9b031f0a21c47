import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject, LIMITS, parseJson } from '#base';
import { NODE_TYPES, read, VERSION, type Workspace, write } from '#plan';
import { MIGRATIONS, walkMigrations } from '../../../src/plan/migrations/migrate';

import { deepFrozen } from './deepFrozen';

/**
 * Files of every version that was ever released, a folder for each; they are never changed. `written` are as our own writer
 * has left them, `by-hand` as somebody has typed them: in another order, with what stands for nothing.
 */
const CORPUS = new URL('corpus/', import.meta.url);
const versions = Array.from({ length: VERSION }, (_, index) => index + 1);
const written = versions.flatMap((version) => filesOf(version, 'written'));
const byHand = versions.flatMap((version) => filesOf(version, 'by-hand'));

describe('case A9 the corpus', () => {
  test('has files of every version that was ever released, and none of another', () => {
    expect(readdirSync(CORPUS).toSorted()).toEqual(versions.map((version) => `version-${version}`));
    for (const { version, text } of [...written, ...byHand]) expect(objectOf(text).version).toBe(version);
  });

  test('has every node type, both kinds of plans, and every collection of a workspace', () => {
    const { plans, ...rest } = workspaceOf(textOf('everything.planloom.json'));
    expect(plans.map(({ kind }) => kind)).toContain('state-machine');
    const found = new Set(
      written
        .flatMap(({ text }) => workspaceOf(text).plans)
        .flatMap((plan) => ('nodes' in plan ? plan.nodes.map(({ type }) => type) : [])),
    );
    expect([...found].toSorted()).toEqual(Object.keys(NODE_TYPES).toSorted());
    for (const [name, collection] of Object.entries(rest)) expect(collection, name).not.toEqual([]);
  });
});

describe.each([...written, ...byHand])('case A9 $name of version $version, $kind', ({ version, text }) => {
  test('is read without a complaint, as a document of the newest version', () => {
    const outcome = read(text);
    expect(outcome).toMatchObject({ kind: 'document', diagnostics: [], workspace: { version: VERSION } });
  });

  test('is brought up without being touched, and down again to the very same', () => {
    const old = objectOf(text);
    const newest = deepFrozen(walkMigrations(MIGRATIONS, old, version, VERSION));
    expect(walkMigrations(MIGRATIONS, newest, VERSION, version)).toEqual(old);
  });

  test('what is written of it is read as the same, and written again byte for byte', () => {
    const again = write(workspaceOf(text));
    expect(workspaceOf(again)).toEqual(workspaceOf(text));
    expect(write(workspaceOf(again))).toBe(again);
  });
});

test.each(written)('case A9 $name of version $version is written back byte for byte', ({ version, text }) => {
  const { file } = broughtBack(text, version);
  expect(file).toBe(text);
});

test.each(byHand)(
  'case A9 $name of version $version, typed by hand, is written back with the same values: only their order, and what stands for nothing, may go',
  ({ version, text }) => {
    const { value } = broughtBack(text, version);
    expect(withoutEmpty(value)).toEqual(withoutEmpty(objectOf(text)));
  },
);

/** A file that was opened and written, in its own version again. */
function broughtBack(text: string, version: number): { readonly value: JsonObject; readonly file: string } {
  const value = walkMigrations(MIGRATIONS, objectOf(write(workspaceOf(text))), VERSION, version);
  return { value, file: `${JSON.stringify(value, null, 2)}\n` };
}

/** Without the keys whose value is an empty list or object: they say what leaving them out says. */
function withoutEmpty(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withoutEmpty(inner)] as const);
  return Object.fromEntries(entries.filter(([, inner]) => !isEmpty(inner)));
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

interface OldFile {
  readonly version: number;
  readonly kind: 'written' | 'by-hand';
  readonly name: string;
  readonly text: string;
}

function filesOf(version: number, kind: OldFile['kind']): readonly OldFile[] {
  const folder = new URL(`version-${version}/${kind}/`, CORPUS);
  return readdirSync(folder).map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    return { version, kind, name, text };
  });
}

function textOf(wanted: string): string {
  return written.find(({ name }) => name === wanted)?.text ?? '';
}

function objectOf(text: string): JsonObject {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error('this file is no JSON object');
  return deepFrozen(parsed.value);
}

function workspaceOf(text: string): Workspace {
  const outcome = read(text);
  if (outcome.kind !== 'document') throw new Error(`refused: ${JSON.stringify(outcome.diagnostics)}`);
  return outcome.workspace;
}
