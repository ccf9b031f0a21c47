import { describe, expect, test } from 'vitest';
import { hashJson, type Json, type JsonObject } from '#base';
import { toJson, VERSION, workspaceHash, workspaceHashIn } from '#plan';
import {
  defineMigrations,
  MIGRATIONS,
  type Migration,
  migrate,
  walkMigrations,
} from '../../../src/plan/migrations/migrate';

import { workspace } from '../../notation/plan';
import { deepFrozen } from './deepFrozen';

/** A document of every older version, to be walked up and down again; a new step adds a line. */
const OLDER: Readonly<Record<string, JsonObject>> = {};

describe('W5 migrations are named steps in one sequence', () => {
  test('the newest version is the one that the schema knows', () => {
    expect(MIGRATIONS.newest).toBe(VERSION);
  });

  test('case A9 every step was run, up and down, and touched nothing that it was given', () => {
    expect(Object.keys(OLDER)).toEqual(MIGRATIONS.steps.map(({ name }) => name));
    for (const { name, to } of MIGRATIONS.steps) {
      const before = deepFrozen({ ...OLDER[name], version: to - 1 });
      const up = deepFrozen(walkMigrations(MIGRATIONS, before, to - 1, to));
      expect(up).not.toEqual(before);
      expect(walkMigrations(MIGRATIONS, up, to, to - 1)).toEqual(before);
    }
  });

  test('a document of the newest version is returned as it is', () => {
    const document = { version: VERSION, id: 'x' };
    const migrated = migrate(document);
    expect(migrated.ok && migrated.value).toBe(document);
  });
});

const title: Migration = {
  name: 'title-becomes-name',
  to: 2,
  up: ({ title: name = '', ...rest }) => ({ ...rest, name }),
  down: ({ name = '', ...rest }) => ({ ...rest, title: name }),
};
const upper: Migration = {
  name: 'names-in-capitals',
  to: 3,
  up: (document) => ({ ...document, name: String(document.name).toUpperCase() }),
  down: (document) => ({ ...document, name: String(document.name).toLowerCase() }),
};

describe('W5 a sequence of steps', () => {
  const sequence = defineMigrations([title, upper]);

  test('T1 what was trusted before it was migrated has the same hash, and what was changed besides has not', () => {
    const now = workspace('a: CAPABILITY echo', { name: 'SALES' });
    const before = walkMigrations(sequence, toJson(now), 3, 1);
    expect(before).toMatchObject({ version: 1, title: 'sales' });
    expect(workspaceHashIn(1, now, sequence)).toBe(hashJson(before));
    expect(workspaceHashIn(1, { ...now, name: 'SALE' }, sequence)).not.toBe(hashJson(before));
    expect(workspaceHashIn(VERSION, now)).toBe(workspaceHash(now));
  });

  test('is walked up and down, step by step', () => {
    expect(walkMigrations(sequence, { version: 1, title: 'a' }, 1, 3)).toEqual({ version: 3, name: 'A' });
    expect(walkMigrations(sequence, { version: 3, name: 'A' }, 3, 1)).toEqual({ version: 1, title: 'a' });
    expect(walkMigrations(sequence, { version: 2, name: 'a' }, 2, 3)).toEqual({ version: 3, name: 'A' });
  });

  test('brings an old document to the newest version, and changes nothing that it was given', () => {
    const document = Object.freeze({ version: 1, title: 'a' });
    expect(migrate(document, sequence)).toEqual({ ok: true, value: { version: 3, name: 'A' } });
    expect(migrate({ version: 4 }, sequence)).toMatchObject({
      ok: false,
      problem: { code: 'INVALID_VERSION' },
    });
  });

  test('case A9 every version is brought up to every later one and down again to the very same, frozen', () => {
    const step: Migration = {
      name: 'steps-in-a-list',
      to: 4,
      up: ({ steps = {}, ...rest }) => ({ ...rest, steps: Object.entries(steps ?? {}) }),
      down: ({ steps, ...rest }) => ({
        ...rest,
        steps: Object.fromEntries(Array.isArray(steps) ? steps.map(pairOf) : []),
      }),
    };
    const longer = defineMigrations([title, upper, step]);
    const steps = { one: { input: [1, { deep: true }] }, two: null };
    const oldest = deepFrozen<JsonObject>({ version: 1, title: 'a', steps });
    const every = [1, 2, 3, 4].map((version) => deepFrozen(walkMigrations(longer, oldest, 1, version)));
    expect(every[3]).toEqual({ version: 4, name: 'A', steps: Object.entries(steps) });
    for (const [from, document] of every.entries())
      for (const [to, other] of every.entries())
        expect(walkMigrations(longer, document, from + 1, to + 1)).toEqual(other);
    expect(oldest).toEqual({ version: 1, title: 'a', steps });
  });

  test('is checked when it is made', () => {
    expect(() => defineMigrations([upper])).toThrow('must lead to version 2');
    expect(() => defineMigrations([title, { ...upper, name: title.name }])).toThrow('two migrations');
    expect(() => defineMigrations([upper, title])).toThrow(RangeError);
  });
});

function pairOf(pair: Json): readonly [string, Json] {
  if (!Array.isArray(pair)) throw new TypeError('a step is a pair');
  return [String(pair[0]), pair[1] ?? null];
}
