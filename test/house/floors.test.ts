import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkFloors } from './floors';
import type { Floor } from './houseRules';
import { readTree } from './readTree';

const house = readTree(fileURLToPath(new URL('../../src', import.meta.url)));

const FLOORS: readonly Floor[] = [
  { name: 'parts', folders: ['parts'], knowsNoRoom: true, wayOut: 'Give it what it shows.' },
  { name: 'state', folders: ['state'], wayOut: 'Put it into state.' },
  { name: 'features', folders: ['ask', 'run'], wayOut: 'Put it below.' },
  { name: 'shell', folders: ['shell', ''], wayOut: '' },
];

const checked = (files: Readonly<Record<string, string>>) =>
  checkFloors(new Map(Object.entries(files)), 'app', FLOORS).map(({ message }) => message);

describe('the floors of app', () => {
  it('are left upwards by no import', () => {
    expect(checkFloors(house).map(({ message }) => message)).toEqual([]);
  });

  it('are not left upwards by a type, by what is loaded late, or by a worker', () => {
    expect(
      checked({
        'app/state/a.ts': "import type { Run } from '../run/run';",
        'app/run/b.ts': "const later = () => import('../shell/frame');",
        'app/ask/c.ts': "new Worker(new URL('../shell/worker.ts', import.meta.url));",
      }),
    ).toEqual([
      'src/app/state/a.ts imports "../run/run", up from state to features. Put it into state.',
      'src/app/run/b.ts imports "../shell/frame", up from features to shell. Put it below.',
      'src/app/ask/c.ts imports "../shell/worker.ts", up from features to shell. Put it below.',
    ]);
  });

  it('are not left upwards from deeper folders, nor to what lies beside the folders', () => {
    expect(
      checked({
        'app/state/deep/a.ts': "import { run } from '../../run/run';",
        'app/run/b.ts': "import { App } from '../App';",
      }),
    ).toEqual([
      'src/app/state/deep/a.ts imports "../../run/run", up from state to features. Put it into state.',
      'src/app/run/b.ts imports "../App", up from features to shell. Put it below.',
    ]);
  });

  it('fault D7 have one that knows no room', () => {
    expect(
      checked({ 'app/parts/a.ts': "import type { Plan } from '#plan';", 'app/run/b.ts': "import '#plan';" }),
    ).toEqual(['src/app/parts/a.ts imports "#plan", but parts know no room. Give it what it shows.']);
  });

  it('are known for every folder', () => {
    expect(checked({ 'app/attic/a.ts': "import { b } from './b';" })).toEqual([
      'src/app/attic/a.ts: "attic" is on no floor. Say in test/house/houseRules.ts on which it lies.',
    ]);
  });

  it('let through what leads down, to the side, and to packages', () => {
    expect(
      checked({
        'app/main.tsx': "import { App } from './App'; import './startup';",
        'app/shell/a.ts': "import { run } from '../run/run'; import styles from './a.module.css';",
        'app/run/b.ts': "import { ask } from '../ask/ask'; import { z } from 'zod';",
        'plan/c.ts': "import { d } from '../app/parts/d';",
      }),
    ).toEqual([]);
  });
});
