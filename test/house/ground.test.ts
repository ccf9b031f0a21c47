import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUND_FLOOR } from './houseRules';

const root = fileURLToPath(new URL('../..', import.meta.url));
const config = join(root, 'src/ground.tsconfig.json');

/** One file of a pure room each, and the name that the compiler does not know there. */
const BREACHES: Readonly<Record<string, string>> = {
  window: 'export const width = window.innerWidth;',
  document: 'export const title = document.title;',
  fetch: "export const answer = fetch('/x');",
  process: 'export const home = process.env;',
  setTimeout: 'setTimeout(() => {}, 1);',
  TextEncoder: 'export const encoder = new TextEncoder();',
  structuredClone: 'export const copy = structuredClone({});',
};

describe('the ground floor is compiled without a host', () => {
  let tree = '';
  let said = '';
  beforeAll(() => {
    mkdirSync(join(root, 'test-results'), { recursive: true });
    tree = mkdtempSync(join(root, 'test-results/ground-'));
    for (const [name, text] of Object.entries(BREACHES)) writeFileSync(join(tree, `${name}.ts`), `${text}\n`);
    writeFileSync(join(tree, 'node.ts'), "export { readFileSync } from 'node:fs';\n");
    writeFileSync(join(tree, 'pure.ts'), 'export const sum = [1, 2].reduce((a, b) => a + b, 0);\n');
    writeFileSync(join(tree, 'tsconfig.json'), JSON.stringify({ extends: config, include: ['*.ts'] }));
    said = compile(join(tree, 'tsconfig.json'));
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it('its configuration covers every pure room', () => {
    const { include }: { include: string[] } = JSON.parse(readFileSync(config, 'utf8'));
    expect(include.toSorted()).toEqual(GROUND_FLOOR.toSorted());
  });

  it.each([...Object.keys(BREACHES), 'node'])('%s is an error of the compiler', (name) => {
    expect(said).toMatch(new RegExp(`${name}\\.ts.*error TS`));
  });

  it('the language alone is none', () => {
    expect(said).not.toContain('pure.ts');
  });
});

/** @returns what the compiler complains of */
function compile(project: string): string {
  try {
    return execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', project, '--pretty', 'false'], {
      encoding: 'utf8',
    });
  } catch (failure) {
    return String(Reflect.get(Object(failure), 'stdout'));
  }
}
