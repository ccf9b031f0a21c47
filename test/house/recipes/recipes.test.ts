import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '../../../src/app/help/readPage';
import { type Asked, applyRecipes, type Copy } from './applyRecipe';

const PLANLOOM = 'dist/cli/planloom.js';
const EDGES = '[["weigh", "fire"], ["fire", "glaze"]]';

/** Both are tried in one copy: to check its types and to build it is what takes time. */
describe('recipes of the root README', () => {
  let copy: Copy;
  let format: Asked;
  let nodeType: Asked;
  beforeAll(() => {
    copy = applyRecipes('format.patch', 'nodeType.patch');
    [format = { made: [], changed: [] }, nodeType = format] = copy.recipes;
  }, 60_000);
  afterAll(() => copy.remove());

  it('a format is a folder of its own, a file of it for the tests, and its place in the registry', () => {
    expect(format.made).toEqual(['src/formats/edge-list/codec.ts', 'test/formats/edge-list/examples.ts']);
    expect(format.changed).toEqual(['src/formats/registry.ts']);
  });

  it('a node type is a definition and a behaviour, each with its place in a list, a help page and a test', () => {
    expect(nodeType.made).toEqual([
      'src/app/help/NOTE_LOG.md',
      'src/kernel/nodes/noteLog.ts',
      'src/plan/nodes/noteLog.ts',
      'test/kernel/noteLog.test.ts',
    ]);
    expect(nodeType.changed).toEqual(['src/kernel/nodes/behaviours.ts', 'src/plan/nodes/definitions.ts']);
  });

  it('then the house type-checks, and the command line knows both', () => {
    expect(copy.typeErrors()).toBe('');
    copy.node(['node_modules/vite/bin/vite.js', 'build', '--mode', 'cli', '--logLevel', 'error']);

    writeFileSync(join(copy.root, 'edges.json'), EDGES);
    writeFileSync(join(copy.root, 'edges.planloom.json'), copy.node([PLANLOOM, 'import', 'edges.json']));
    const written = copy.node([PLANLOOM, 'export', 'edges.planloom.json', '--to', 'edge-list']);
    expect(JSON.parse(written)).toEqual(JSON.parse(EDGES));

    const page = readFileSync(join(copy.root, 'src/app/help/NOTE_LOG.md'), 'utf8');
    writeFileSync(join(copy.root, 'log.planloom.json'), readPage('NOTE_LOG', page).example ?? '');
    expect(JSON.parse(copy.node([PLANLOOM, 'run', 'log.planloom.json']))).toMatchObject({
      status: 'completed',
      outputs: { text: '3 rows: [1,2,3]' },
    });
  }, 120_000);
});
