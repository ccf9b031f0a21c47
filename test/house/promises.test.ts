import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Tree } from './doors';
import { promisesOf, withoutPromise, withoutTest, writtenTwice } from './promises';
import { readTree } from './readTree';

const folder = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const below = (name: string): Tree =>
  new Map([...readTree(folder(name))].map(([file, text]) => [`${name}/${file}`, text]));

const specs: Tree = new Map(
  readdirSync(folder('src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('SPEC.md'))
    .map((file) => [`src/${file.replaceAll('\\', '/')}`, readFileSync(`${folder('src')}/${file}`, 'utf8')]),
);
const promises = promisesOf(specs);
// The house's own fixtures quote numbers that stand for any.
const tests: Tree = new Map(
  [...below('test'), ...below('e2e')].filter(([file]) => !file.startsWith('test/house/')),
);

describe('a number that is quoted can be looked up', () => {
  it('each promise is written once', () => {
    expect(promises.size).toBeGreaterThan(100);
    expect(writtenTwice(promises)).toEqual([]);
  });

  it('each number in comments and titles has a promise', () => {
    expect(withoutPromise(promises, new Map([...below('src'), ...tests]))).toEqual([]);
  });

  it('each promise is quoted by the title of a test', () => {
    expect(withoutTest(promises, tests)).toEqual([]);
  });
});

describe('a tree that breaks this is told where, and what to do instead', () => {
  const made = promisesOf(
    new Map([['src/kernel/SPEC.md', '# What it keeps\n\n- **R4** A node is ready …\n']]),
  );
  const file = (text: string): Tree => new Map([['src/kernel/completion.ts', text]]);

  it.each([
    ['// R99: skipped', 'src/kernel/completion.ts quotes R99, which no SPEC.md promises.'],
    ['/** Spreads skips (R4, K99). */', 'src/kernel/completion.ts quotes K99'],
    ["test('L99 a node waits', () => {});", 'src/kernel/completion.ts quotes L99'],
    ["test.each(rows)('P99 %s', () => {});", 'src/kernel/completion.ts quotes P99'],
  ])('%s', (text, message) => {
    expect(withoutPromise(made, file(text))).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    '// R4: skipped',
    '// case H99, and cases A98, B97 and C96',
    "test('fault X99 is mended', () => {});",
    "const cell = 'B12';",
    '// at T00:00, in the cell B12 or #E12',
  ])('no offence: %s', (text) => {
    expect(withoutPromise(made, file(text))).toEqual([]);
  });

  it('a promise that no test quotes, or that stands twice', () => {
    expect(withoutTest(made, file("test('a node waits', () => {});"))).toEqual([
      'src/kernel/SPEC.md promises R4, which no test quotes. Quote it in the title of the test that shows it.',
    ]);
    expect(withoutTest(made, file("describe('R4 a node waits', () => {});"))).toEqual([]);
    const twice = promisesOf(
      new Map([
        ['src/plan/SPEC.md', '- **R4** a'],
        ['src/kernel/SPEC.md', '- **R4** b'],
      ]),
    );
    expect(writtenTwice(twice)).toEqual([
      'R4 is promised in src/plan/SPEC.md and src/kernel/SPEC.md. Keep it in the room that keeps it.',
    ]);
  });
});
