import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importXState } from '#formats';

/** Modules with something that is told, and `§` before the place where it is told. */
const TOLD: readonly (readonly [code: string, module: string])[] = [
  ['XSTATE_SYNTAX', 'createMachine({ id: §? });'],
  ['XSTATE_NOT_LITERAL', 'createMachine({ initial: "a", states: §makeStates() });'],
  ['XSTATE_NOT_LITERAL', 'createMachine(§config);'],
  ['XSTATE_NOT_LITERAL', 'createMachine({ initial: "a", states: { a: { on: { §...more } } } });'],
  ['XSTATE_NOT_LITERAL', 'createMachine({ initial: "a", states: { a: { on: { §[NAME]: "a" } } } });'],
  ['XSTATE_INVALID', 'createMachine({ initial: "a", states: { a: { on: { GO: { §target: "b" } } } } });'],
  [
    'XSTATE_INVALID',
    'createMachine({ initial: "a", states: { a: { on: { GO: ["a", §{ target: "a", cond: "x" }] } } } });'.replace(
      '§{ target: "a", ',
      '{ target: "a", §',
    ),
  ],
  ['XSTATE_INVALID', 'createMachine({ §initial: "c", states: { a: {} } });'],
  [
    'XSTATE_INVALID',
    'const A = {\n §initial: "x", states: { b: {} } };\ncreateMachine({ initial: "a", states: { a: A } });',
  ],
  ['XSTATE_EVENT', 'createMachine({ initial: "a", states: { a: { on: { §"xstate.stop": "a" } } } });'],
  ['MACHINE_EMPTY', 'createMachine(§{ id: "m" });'],
  [
    'XSTATE_IMPLEMENTATION',
    'createMachine({ initial: "a", states: { a: { entry: ["x", §() => ring()] } } });',
  ],
  [
    'XSTATE_IMPLEMENTATION',
    'setup({ guards: { is: §({ event }) => /x/.test(event.x) } }).createMachine({ initial: "a", states: { a: {} } });',
  ],
  [
    'XSTATE_IMPLEMENTATION',
    'createMachine({ context: { now: §Date.now() }, initial: "a", states: { a: {} } });',
  ],
  [
    'XSTATE_NAMED',
    'createMachine({ initial: "a", states: { a: { always: { §guard: "is", target: "a" } } } });',
  ],
  ['KEPT', 'createMachine({ initial: "a", states: { a: { §colour: "red" } } });'],
  [
    'XSTATE_INVALID',
    'createMachine({ initial: "a", states: { a: {} } });\ncreateMachine({ initial: "a", states: { a: { always: §"b" } } });'.replace(
      'always: §',
      '§always: ',
    ),
  ],
];

test.each(TOLD)('fault F6 %s of a module is told with line and column: %s', async (code, marked) => {
  const around = fc.tuple(
    fc.array(fc.constantFrom('// ü', '', '/* 😀 */ { const x = 1; }', 'export {};'), {
      maxLength: 6,
    }),
    fc.constantFrom('\n', '\r\n'),
    fc.constantFrom('', '\t', '    '),
  );
  await fc.assert(
    fc.asyncProperty(around, async ([before, end, indent]) => {
      const text = [...before, ...marked.split('\n')].map((line) => indent + line).join(end);
      const lines = text.split(end);
      const line = lines.findIndex((one) => one.includes('§'));
      const column = (lines[line] ?? '').indexOf('§') + 1;
      const { diagnostics } = await importXState(text.replace('§', ''));
      const places = diagnostics.filter((one) => one.code === code).map(({ where }) => where);
      expect(places).toContainEqual(expect.objectContaining({ line: line + 1, column }));
    }),
    { numRuns: 6, seed: 11 },
  );
});
