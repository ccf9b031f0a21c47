import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#base';
import { VERSION } from '#plan';
import { MIGRATIONS } from '../../src/plan/migrations';
import { migrate } from '../../src/plan/migrations/migrate';
import { defineMigrations, type Migration, walkMigrations } from '../../src/plan/migrations/migration';

/** A document of every older version, to be walked up and down again; a new step adds a line. */
const OLDER: Readonly<Record<string, JsonObject>> = {};

describe('W5 migrations are named steps in one sequence', () => {
  test('the newest version is the one that the schema knows', () => {
    expect(MIGRATIONS.newest).toBe(VERSION);
  });

  test('every step was run, up and down', () => {
    expect(Object.keys(OLDER)).toEqual(MIGRATIONS.steps.map(({ name }) => name));
    for (const { name, to } of MIGRATIONS.steps) {
      const before = { ...OLDER[name], version: to - 1 };
      const up = walkMigrations(MIGRATIONS, before, to - 1, to);
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

  test('is checked when it is made', () => {
    expect(() => defineMigrations([upper])).toThrow('must lead to version 2');
    expect(() => defineMigrations([title, { ...upper, name: title.name }])).toThrow('two migrations');
    expect(() => defineMigrations([upper, title])).toThrow(RangeError);
  });
});
