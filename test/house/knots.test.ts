import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { HOUSE } from './houseRules';
import { knotsOf } from './knots';
import { readTree } from './readTree';

const house = readTree(fileURLToPath(new URL('../../src', import.meta.url)));

/** Rooms whose folders still need each other. A room that is freed of its knots leaves the list, and stays free. */
const KNOTTED: readonly string[] = ['app'];

describe('circles between the folders of a room', () => {
  it('are in the rooms that are named here, and in no other one', () => {
    const knotted = Object.keys(HOUSE).filter((room) => knotsOf(house, room).length > 0);
    expect(knotted).toEqual(KNOTTED);
  });

  it('are found through a third folder and through a file beside them, and told with their members', () => {
    const tree = new Map([
      ['plan/a/one.ts', "import { two } from '../b/two';"],
      ['plan/b/two.ts', "import type { Three } from '../three';"],
      ['plan/three.ts', "import { four } from './a/four';"],
      ['plan/a/four.ts', ''],
      ['plan/d/five.ts', "import { one } from '../a/one';"],
      ['base/a.ts', "const later = () => import('./b');"],
      ['base/b.ts', "import { a } from './a';"],
    ]);
    expect(knotsOf(tree, 'plan')).toEqual([['a', 'b', 'three.ts']]);
    expect(knotsOf(tree, 'base')).toEqual([]);
  });
});
