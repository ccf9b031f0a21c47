import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { titlesIn } from './promises';

const path = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const table = readFileSync(path('src/planner/REFERENCES.md'), 'utf8');
const rows = rowsIn(table);

/** What reference 3 has a planner do, and the sections of reference 4; their numbers stand before the rows. */
const FUNCTIONS =
  'generate, nextStep, stream, retrieve, verify, rank, repair, fallback, plan store, prompt store, registry, selector, telemetry';
const SECTIONS = ['0', '1', '2.1', '2.2', '2.3', '2.4', '3', '4', '5'];

interface Row {
  readonly what: string;
  readonly file: string;
  readonly title: string;
}

/** The rows of a table whose last column is a file and the title of a test in it. */
function rowsIn(text: string): readonly Row[] {
  const row = /^\| ([^|]+?) +\|[^|]*\| `([^`]+)` “([^”]+)” +\|$/gm;
  return [...text.matchAll(row)].map(([, what = '', file = '', title = '']) => ({ what, file, title }));
}

/** Rows whose test is not there. */
function untested(all: readonly Row[]): readonly string[] {
  return all
    .filter(({ file, title }) => !existsSync(path(file)) || !titlesOf(file).includes(title))
    .map(({ what, file, title }) => `${what}: there is no test “${title}” in ${file}.`);
}

function titlesOf(file: string): readonly string[] {
  return titlesIn(readFileSync(path(file), 'utf8'));
}

describe('what references 3 and 4 ask of planners is here', () => {
  it('each function of reference 3 and each section of reference 4 has a row', () => {
    const named = rows.map(({ what }) => what);
    expect(named).toEqual(expect.arrayContaining(FUNCTIONS.split(', ')));
    const sections = new Set(named.map((what) => what.split(' ')[0]));
    expect([...sections]).toEqual(expect.arrayContaining(SECTIONS));
  });

  it('each row is read, and each test that it names exists', () => {
    const lines = table.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
    expect(rows).toHaveLength(lines.length);
    expect(untested(rows)).toEqual([]);
  });

  it('a row whose test has gone, or is called otherwise, is told', () => {
    const made = rowsIn(
      '| rank | by rules | `test/house/references.test.ts` “is gone” |\n| x | y | `test/none.ts` “z” |',
    );
    expect(untested(made)).toEqual([
      'rank: there is no test “is gone” in test/house/references.test.ts.',
      'x: there is no test “z” in test/none.ts.',
    ]);
  });
});
