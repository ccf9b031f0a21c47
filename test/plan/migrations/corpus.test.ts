import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject, LIMITS, parseJson } from '#base';
import { read, VERSION, write } from '#plan';
import { MIGRATIONS } from '../../../src/plan/migrations';
import { walkMigrations } from '../../../src/plan/migrations/migration';
import { deepFrozen } from './deepFrozen';

/** Files as released versions have written them, a folder for each version; they are never changed. */
const CORPUS = new URL('corpus/', import.meta.url);
const versions = Array.from({ length: VERSION }, (_, index) => index + 1);
const files = versions.flatMap((version) => {
  const folder = new URL(`version-${version}/`, CORPUS);
  return readdirSync(folder).map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    return { version, name, text };
  });
});

test('case A9 the corpus has files of every version that was ever released, and none of another', () => {
  expect(readdirSync(CORPUS).toSorted()).toEqual(versions.map((version) => `version-${version}`).toSorted());
  for (const version of versions) expect(files.some((file) => file.version === version)).toBe(true);
});

describe.each(files)('case A9 $name of version $version', ({ version, text }) => {
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
    const written = writtenOf(text);
    expect(writtenOf(written)).toBe(written);
  });
});

function objectOf(text: string): JsonObject {
  const parsed = parseJson(text, LIMITS.jsonDepth);
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error('this file is no JSON object');
  return deepFrozen(parsed.value);
}

function writtenOf(text: string): string {
  const outcome = read(text);
  if (outcome.kind !== 'document') throw new Error(`refused: ${JSON.stringify(outcome.diagnostics)}`);
  return write(outcome.workspace);
}
