import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkDoors, importsOf } from './doors';
import { HOUSE } from './houseRules';
import { readTree } from './readTree';

const src = fileURLToPath(new URL('../../src', import.meta.url));
const house = readTree(src);

const messages = (files: Record<string, string>): readonly string[] =>
  checkDoors(new Map(Object.entries(files))).map((violation) => violation.message);

describe('the doors of the house', () => {
  it('every import of src uses a door that its room may use', () => {
    expect(checkDoors(house).map((violation) => violation.message)).toEqual([]);
  });

  it('every room that has files has a door and a README', () => {
    const rooms = new Set([...house.keys()].map((file) => file.split('/')[0] ?? ''));
    // The top floor is entered by the browser and by Node, not by other rooms.
    const without = [...rooms].filter(
      (room) => !['app', 'cli'].includes(room) && !house.has(`${room}/index.ts`),
    );
    const undocumented = [...rooms].filter((room) => !existsSync(`${src}/${room}/README.md`));
    expect({ without, undocumented }).toEqual({ without: [], undocumented: [] });
  });

  it('a door lists its exports by name', () => {
    const open = [...house].filter(
      ([file, text]) => /^[^/]+\/index\.ts$/.test(file) && /export \*/.test(text),
    );
    expect(open.map(([file]) => file)).toEqual([]);
  });

  it('stairs lead down only: a room is used by rooms that stand after it', () => {
    const order = Object.keys(HOUSE);
    const up = order.flatMap((room, index) =>
      (HOUSE[room]?.rooms ?? [])
        .filter((other) => order.indexOf(other) >= index)
        .map((other) => `${room} → ${other}`),
    );
    expect(up).toEqual([]);
  });
});

describe('a tree that breaks a rule is told which door to use', () => {
  it('a relative path past a door', () => {
    expect(messages({ 'kernel/step.ts': "import { read } from '../plan/read';" })).toEqual([
      'src/kernel/step.ts imports "../plan/read", past the door of plan. Use the door: import … from \'#plan\'.',
    ]);
  });

  it('a deep path behind a door', () => {
    expect(messages({ 'kernel/step.ts': "import type { Edge } from '#plan/schema/node';" })).toEqual([
      'src/kernel/step.ts imports "#plan/schema/node", past the door of plan. Use the door: import … from \'#plan\'.',
    ]);
  });

  it('a room upstairs, for a type only', () => {
    expect(messages({ 'projection/view.ts': "import type { RunHandle } from '#runtime';" })).toEqual([
      'src/projection/view.ts imports "#runtime", but projection may not use runtime. Doors that projection may use: #base, #plan, #compile, #kernel.',
    ]);
  });

  it('a package of another room', () => {
    expect(messages({ 'kernel/step.ts': "import { createMachine } from 'xstate';" })).toEqual([
      'src/kernel/step.ts imports "xstate", which is no package of kernel. That package lives behind \'#compile\'.',
    ]);
  });

  it('a package outside the one folder that may know it', () => {
    expect(messages({ 'compile/lower.ts': "import { setup } from 'xstate';" })).toEqual([
      'src/compile/lower.ts imports "xstate", which only src/compile/machine may know. Use what \'./machine\' offers.',
    ]);
  });

  it('a module of Node in a room of the browser, loaded late', () => {
    expect(messages({ 'storage/files.ts': "const fs = await import('node:fs');" })).toEqual([
      'src/storage/files.ts imports "node:fs", but storage does not run in Node. Use a port of \'#runtime\', and give it from cli.',
    ]);
  });

  it('a package that nobody has', () => {
    expect(messages({ 'app/main.tsx': "import _ from 'lodash';" })).toEqual([
      'src/app/main.tsx imports "lodash", which is no package of app. Look for a room that already does this.',
    ]);
  });

  it('a folder that is no room', () => {
    expect(messages({ 'utils/misc.ts': "import { ok } from '#base';" })[0]).toContain(
      '"utils" is no room of the house',
    );
  });

  it('a circle of imports', () => {
    expect(
      messages({ 'plan/a.ts': "export { b } from './b';", 'plan/b.ts': "import type { a } from './a';" }),
    ).toEqual([
      'src/plan/a.ts → src/plan/b.ts → src/plan/a.ts is a circle of imports. Move what they share into a file of its own.',
    ]);
  });

  it('imports are read from every form, and not from comments', () => {
    const source = `
      import a, { b } from 'one';
      import type { c } from "two";
      export * from './three';
      import './four.css';
      const five = await import('five');
      /* import x from 'never' */
      // import y from 'never'
    `;
    expect(importsOf(source)).toEqual(['one', 'two', './three', './four.css', 'five']);
  });
});
