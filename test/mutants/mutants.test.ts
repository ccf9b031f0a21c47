import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MUTANTS } from './mutants';

test('every mutant is of a line that stands in its file once', () => {
  const lost = MUTANTS.filter(({ file, from }) => {
    const source = readFileSync(fileURLToPath(new URL(`../../src/${file}`, import.meta.url)), 'utf8');
    return source.split(from).length !== 2;
  });
  expect(lost.map(({ rule, file, from }) => `${rule} ${file}: ${from}`)).toEqual([]);
});
