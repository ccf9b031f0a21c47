import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '../../../src/app/help/pages';
import { type Asked, applyRecipes, type Copy } from './applyRecipe';

const PLANLOOM = 'dist/cli/planloom.js';
const EDGES = '[["weigh", "fire"], ["fire", "glaze"]]';

/** Each recipe, and the files that it makes and changes, without its test and its help page. */
const RECIPES = {
  'capability.patch': {
    made: ['src/capabilities/text/initials.ts'],
    changed: ['src/capabilities/text/index.ts'],
  },
  'command.patch': { made: [], changed: ['src/app/run/runCommands.ts', 'src/editor/commands.ts'] },
  'connectionKind.patch': {
    made: ['src/models/kinds/openRouter.ts'],
    changed: ['src/models/kinds/index.ts'],
  },
  'dialog.patch': { made: ['src/app/help/LicenceDialog.tsx'], changed: ['src/app/help/dialogs.ts'] },
  'format.patch': { made: ['src/formats/edge-list/codec.ts'], changed: ['src/formats/registry.ts'] },
  'nodeField.patch': { made: [], changed: ['src/plan/fields/nodeFields.ts'] },
  'nodeType.patch': {
    made: ['src/kernel/nodes/noteLog.ts', 'src/plan/nodes/noteLog.ts'],
    changed: ['src/kernel/nodes/behaviours.ts', 'src/plan/nodes/node.ts'],
  },
  'panel.patch': { made: ['src/app/design/LegendPanel.tsx'], changed: ['src/app/design/panels.ts'] },
  'plannerFlavour.patch': {
    made: [],
    changed: ['src/plan/nodes/planner.ts', 'src/planner/prompts/promptFor.ts'],
  },
} satisfies Readonly<Record<string, Asked>>;

/** All are tried in one copy: to check its types and to build it is what takes time. */
describe('recipes of the root README', () => {
  let copy: Copy;
  beforeAll(() => {
    copy = applyRecipes(...Object.keys(RECIPES));
  }, 60_000);
  afterAll(() => copy.remove());

  it('ask for these files and no others, and each brings a test', () => {
    const asked = copy.recipes.map(({ made, changed }) => ({ made: made.filter(isOfTheHouse), changed }));
    expect(asked).toEqual(Object.values(RECIPES));
    expect(copy.recipes.filter(({ made }) => !made.some((file) => file.startsWith('test/')))).toEqual([]);
  });

  it('then the house type-checks, their tests pass, and the command line knows the format and the node type', () => {
    expect(copy.typeErrors()).toBe('');
    copy.node([
      'node_modules/vitest/vitest.mjs',
      'run',
      ...copy.recipes.flatMap(({ made }) => made.filter(isTest)),
    ]);
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
  }, 300_000);
});

const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const isOfTheHouse = (file: string) => !file.startsWith('test/') && !file.endsWith('.md');
