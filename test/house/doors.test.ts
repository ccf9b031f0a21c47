import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkDoors, handedToNobody, importsOf } from './doors';
import { HOUSE } from './houseRules';
import { readTree } from './readTree';
import { checkRooms } from './rooms';

const src = fileURLToPath(new URL('../../src', import.meta.url));
const house = readTree(src);

const messages = (files: Record<string, string>): readonly string[] =>
  checkDoors(new Map(Object.entries(files))).map((violation) => violation.message);

describe('the doors of the house', () => {
  it('every import of src uses a door that its room may use', () => {
    expect(checkDoors(house).map((violation) => violation.message)).toEqual([]);
  });

  it('every room has a door that lists its exports by name, and a README', () => {
    const readmes = new Set(Object.keys(HOUSE).filter((room) => existsSync(`${src}/${room}/README.md`)));
    expect(checkRooms(house, readmes)).toEqual([]);
  });

  it('a door hands out what somebody beyond it takes', () => {
    const others = ['..', '../../e2e'].flatMap((root) => [
      ...readTree(fileURLToPath(new URL(root, import.meta.url))).values(),
    ]);
    // For whoever writes plans and planners in TypeScript (L6, P1).
    const except = {
      plan: ['./builder/capabilityPlanBuilder', './builder/stateMachineBuilder'],
      planner: ['./contracts'],
    };
    expect(handedToNobody(house, others, except)).toEqual([]);
  });

  it('a name that nobody takes is told', () => {
    const tree = new Map([
      ['base/index.ts', "export { ok, type Lost, one as other } from './result';"],
      ['base/result.ts', 'export const ok = 1; export type Lost = 1; export const one = 2;'],
      ['plan/index.ts', "import { ok } from '#base';"],
    ]);
    expect(handedToNobody(tree, ['other();'])).toEqual([
      'src/base/index.ts hands out Lost, which nobody takes. Leave it in its room.',
    ]);
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

describe('the reference interpreter of the laws', () => {
  const reference = readTree(fileURLToPath(new URL('../laws/reference', import.meta.url)));
  const strangers = (tree: ReadonlyMap<string, string>): readonly string[] =>
    [...tree].flatMap(([file, source]) =>
      importsOf(source)
        .filter((specifier) => !leadsNowhereElse(file, specifier))
        .map((specifier) => `${file} imports "${specifier}"`),
    );

  it('shares no code with compile or kernel: it knows #base, #plan and itself', () => {
    expect(reference.size).toBeGreaterThan(10);
    expect(strangers(reference)).toEqual([]);
  });

  it('would be caught with the kernel, or with a file that could bring it in', () => {
    const guilty = new Map([
      ['execute.ts', "import { step } from '#kernel';"],
      ['types/plans.ts', "import { virtualRun } from '../../virtualRun';\nimport '../values';"],
    ]);
    expect(strangers(guilty)).toEqual([
      'execute.ts imports "#kernel"',
      'types/plans.ts imports "../../virtualRun"',
    ]);
  });

  function leadsNowhereElse(file: string, specifier: string): boolean {
    if (!specifier.startsWith('.')) return specifier === '#base' || specifier === '#plan';
    return !posix.join(posix.dirname(file), specifier).startsWith('..');
  }
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
      'src/compile/lower.ts imports "xstate", which only src/compile/machine and src/compile/statechart may know. Use what is offered there.',
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

  it('a package behind a path of its own', () => {
    expect(messages({ 'app/main.tsx': "import { step } from 'xstate/lib/step.js';" })).toEqual([
      'src/app/main.tsx imports "xstate/lib/step.js", which is no package of app. That package lives behind \'#compile\'.',
    ]);
  });

  it.each(['plan', 'kernel', 'runtime', 'models', 'editor', 'layout', 'cli'])('React in %s', (room) => {
    expect(messages({ [`${room}/view.tsx`]: "import { useState } from 'react';" })).toEqual([
      `src/${room}/view.tsx imports "react", which is no package of ${room}. That package lives behind '#canvas'.`,
    ]);
  });

  it('what is drawn does not know what runs', () => {
    expect(messages({ 'canvas/Card.tsx': "import { step } from '#kernel';" })).toEqual([
      'src/canvas/Card.tsx imports "#kernel", but canvas may not use kernel. Doors that canvas may use: #base, #plan, #projection, #picture, #editor.',
    ]);
  });

  it('a worker, or a set of files, of another room', () => {
    expect(
      messages({
        'app/tidy.ts': "new Worker(new URL('../layout/elkWorker.ts', import.meta.url));",
        'app/all.ts': "const pages = import.meta.glob<string>('../plan/schema/*.ts');",
      }),
    ).toEqual([
      'src/app/tidy.ts imports "../layout/elkWorker.ts", past the door of layout. Use the door: import … from \'#layout\'.',
      'src/app/all.ts imports "../plan/schema/*.ts", past the door of plan. Use the door: import … from \'#plan\'.',
    ]);
  });

  it('its own door, from inside', () => {
    expect(messages({ 'plan/read.ts': "import { write } from '#plan';" })).toEqual([
      'src/plan/read.ts imports its own door "#plan". Inside a room use a relative path.',
    ]);
  });

  it('a room that is not there', () => {
    expect(messages({ 'app/main.tsx': "import { misc } from '#utils';" })).toEqual([
      'src/app/main.tsx imports "#utils", and there is no such room.',
    ]);
  });

  it('a room without a door, with one that lists no names, without a README', () => {
    const tree = new Map([
      ['plan/read.ts', ''],
      ['base/index.ts', "export { ok } from './result';\nexport * from './ids';"],
      ['app/main.tsx', ''],
    ]);
    expect(checkRooms(tree, new Set(['plan', 'base']))).toEqual([
      'src/plan has no door. Write src/plan/index.ts, which lists its exports by name.',
      "src/base/index.ts exports all of './ids'. List the names: export { … } from './ids'.",
      'src/app has no README.md. Say what lives there, what may come in, and which decisions were taken.',
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
