import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { assign, createActor, createMachine } from 'xstate';
import type { Json, JsonObject } from '#base';
import { compileMachine, sendToMachine, startMachine } from '#compile';
import { importXState } from '#formats';
import { fuzzTimeout, samples } from './samples';

/**
 * Guards that are written in place, beside XState itself: where the import makes CEL of one, it says what JavaScript says, for
 * every event and context; what would say anything else is reported as a named implementation (M6).
 */

const folder = mkdtempSync(join(tmpdir(), 'planloom-guards-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a context begins with, as it is written in a module. */
const CONTEXT = {
  n: 2,
  s: 'x',
  empty: '',
  l: ['x', 3],
  none: null,
  yes: true,
  m: { c: 1, list: [3], inner: { d: 'x' } },
  given: null,
  made: {},
  kept: [],
};
/** Assignments that a first event makes: of what it brings, of constants, of what is computed. */
const SET =
  '{ given: ({ event }) => event.a, made: ({ event }) => ({ c: event.b, d: 1 }), kept: ({ context, event }) => [...context.kept, event.a], later: ({ event }) => event.b, n: ({ context }) => context.n + 1, s: "y" }';

const member = fc.constantFrom('a', 'b', 'c', 'list', 'length', 'd', 'my-key');
const step = fc.oneof(
  { weight: 6, arbitrary: member.map((key) => (key === 'my-key' ? '["my-key"]' : `.${key}`)) },
  { weight: 2, arbitrary: member.map((key) => (key === 'my-key' ? '?.["my-key"]' : `?.${key}`)) },
  { weight: 1, arbitrary: fc.constantFrom('[0]', '[1]') },
);
const path = fc.oneof(
  fc.tuple(fc.constantFrom('event', 'event.a', 'event.b'), fc.array(step, { minLength: 1, maxLength: 2 })),
  fc.tuple(
    fc.constantFrom(...Object.keys(CONTEXT), 'later', 'nowhere').map((key) => `context.${key}`),
    fc.array(step, { maxLength: 2 }),
  ),
);
const pathText = path.map(([root, steps]) => root + steps.join(''));
const word = fc.constantFrom(
  '"x"',
  '"3"',
  '""',
  '"y"',
  '"😀"',
  '0',
  '1',
  '3',
  '2.5',
  '-1',
  'true',
  'false',
  'null',
  'undefined',
);
const typeName = fc.constantFrom(
  '"string"',
  '"number"',
  '"boolean"',
  '"object"',
  '"undefined"',
  '"function"',
);

/** Lists, and what is one sometimes. */
const listText = fc.constantFrom(
  'context.l',
  'context.kept',
  'context.m.list',
  'event.a',
  '[event.a, event.b, 3]',
);
/** Names of items: also of a member of the context, and of what conditions read. */
const itemName = fc.constantFrom('item', 'n', 'event', 's', 'list');

const { expression } = fc.letrec<{ expression: string; value: string; ofItem: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 5, arbitrary: pathText },
    { weight: 2, arbitrary: word },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('value'), fc.constantFrom('+', '-', '*', '/', '%'), tie('value'))
        .map(([a, sign, b]) => `(${a} ${sign} ${b})`),
    },
    { weight: 1, arbitrary: fc.tuple(tie('value'), tie('value')).map(([a, b]) => `(${a} ?? ${b})`) },
    { weight: 1, arbitrary: tie('expression').map((one) => `(${one})`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('expression'), tie('value'), tie('value'))
        .map(([test, a, b]) => `((${test}) ? ${a} : ${b})`),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('expression'), word, word).map(([test, a, b]) => `((${test}) ? ${a} : ${b})`),
    },
    { weight: 1, arbitrary: pathText.map((one) => `(Array.isArray(${one}) ? ${one}.length : 0)`) },
    { weight: 1, arbitrary: pathText.map((one) => `\`n \${${one}}\``) },
    { weight: 1, arbitrary: pathText.map((one) => `${one}.trim()`) },
    { weight: 1, arbitrary: fc.tuple(tie('value'), tie('value')).map(([a, b]) => `[${a}, ${b}]`) },
    { weight: 1, arbitrary: tie('value').map((one) => `-${one.replace(/^-/, '')}`) },
    { weight: 1, arbitrary: tie('value').map((one) => `+${one.replace(/^\+/, '')}`) },
    {
      weight: 1,
      arbitrary: fc.tuple(listText, tie('ofItem')).map(([list, asked]) => `${list}.filter(${asked})`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(listText, itemName, tie('value'))
        .map(([list, name, value]) => `${list}.map((${name}) => ${value})`),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(listText, tie('value')).map(([list, more]) => `${list}.concat(${more})`),
    },
  ),
  ofItem: fc.oneof(
    fc
      .tuple(
        itemName,
        fc.constantFrom('', '.c', '?.d', '.length'),
        fc.constantFrom('===', '!==', '>', '<='),
        word,
      )
      .map(([name, more, sign, value]) => `(${name}) => ${name}${more} ${sign} ${value}`),
    fc.tuple(itemName, tie('expression')).map(([name, asked]) => `(${name}) => ${asked}`),
    itemName.map((name) => `(${name}) => ${name}`),
    fc
      .tuple(itemName, tie('expression'), word)
      .map(
        ([name, asked, value]) => `(${name}) => { if (${asked}) return ${name} === ${value}; return false; }`,
      ),
  ),
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 4, arbitrary: pathText },
    {
      weight: 3,
      arbitrary: fc
        .tuple(pathText, fc.constantFrom('===', '!==', '==', '!=', '<', '<=', '>', '>='), word)
        .map((all) => all.join(' ')),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('value'), fc.constantFrom('===', '!==', '==', '!=', '<', '<=', '>', '>='), tie('value'))
        .map(([a, sign, b]) => `(${a}) ${sign} (${b})`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(pathText, fc.constantFrom('===', '!=='), typeName)
        .map(([a, sign, b]) => `typeof ${a} ${sign} ${b}`),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(tie('expression'), fc.constantFrom('&&', '||'), tie('expression'))
        .map(([a, sign, b]) => `(${a}) ${sign} (${b})`),
    },
    { weight: 2, arbitrary: tie('expression').map((one) => `!(${one})`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom('a', 'b', 'type', 'my-key', 'n', 'later', 'nowhere'),
          fc.constantFrom('event', 'context'),
        )
        .map(([key, owner]) => `"${key}" in ${owner}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          pathText,
          fc.constantFrom('.', '?.'),
          fc.constantFrom('startsWith', 'endsWith', 'includes'),
          fc.constantFrom('"x"', '"3"', '""', '3'),
        )
        .map(([a, dot, name, b]) => `${a}${dot}${name}(${b})`),
    },
    { weight: 1, arbitrary: tie('value').map((one) => `["x", "3", 3, true].includes(${one})`) },
    { weight: 1, arbitrary: tie('value').map((one) => `Array.isArray(${one})`) },
    { weight: 1, arbitrary: tie('value').map((one) => `Boolean(${one})`) },
    { weight: 1, arbitrary: tie('value').map((one) => `Number.isFinite(${one})`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(listText, fc.constantFrom('some', 'every'), tie('ofItem'))
        .map(([list, name, asked]) => `${list}.${name}(${asked})`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          listText,
          fc.constantFrom('filter', 'map'),
          tie('ofItem'),
          fc.constantFrom('> 0', '=== 1', '=== 3'),
        )
        .map(([list, name, asked, count]) => `${list}.${name}(${asked}).length ${count}`),
    },
    // What a condition has found out holds behind it.
    {
      weight: 3,
      arbitrary: fc
        .tuple(pathText, typeName, fc.constantFrom('<', '>', '>=', '==='), word)
        .map(([a, name, sign, b]) => `typeof ${a} === ${name} && ${a} ${sign} ${b}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          pathText,
          fc.constantFrom('.length > 0', '.length === 1', '.includes("x")', '[0] === "x"', '.c === 1'),
        )
        .map(([a, more]) => `Array.isArray(${a}) && ${a}${more}`),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(pathText, step, fc.constantFrom('===', '!==', '>'), word)
        .map(([a, key, sign, b]) => `${a} && ${a}${key} ${sign} ${b}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(pathText, fc.constantFrom('null', 'undefined'), step)
        .map(([a, nothing, key]) => `${a} === ${nothing} || ${a}${key} !== ${nothing}`),
    },
  ),
}));

const scalar: fc.Arbitrary<Json> = fc.constantFrom(
  null,
  true,
  false,
  0,
  1,
  3,
  -1,
  2.5,
  '',
  '3',
  'x',
  ' 3 ',
  'y😀',
  'n 3',
);
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 2 },
    { weight: 5, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('json'), { maxLength: 2 }) },
    {
      weight: 2,
      arbitrary: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'list', 'length', 'my-key'), tie('json'), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    },
  ),
}));
const event = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'list', 'my-key', 'length'), json, {
  maxKeys: 4,
  noNullPrototype: true,
});

interface Sample {
  readonly guard: string;
  /** Each a first event, which assigns, or none, and the event that is guarded. */
  readonly turns: readonly (readonly [first: JsonObject | null, event: JsonObject])[];
}

const sampleOf = (events: fc.Arbitrary<JsonObject>): fc.Arbitrary<Sample> =>
  fc.record({
    guard: expression,
    turns: fc.array(fc.tuple(fc.option(events, { nil: null }), events), { minLength: 12, maxLength: 12 }),
  });

/** Types that hold of the context, and of events as far as they bring anything: a person may send one without data. */
const TYPES = `types: {} as {
  context: { n: number; s: string; empty: string; l: (string | number)[]; none: null; yes: boolean;
    m: { c: number; list: number[]; inner: { d: string } }; given: string | null; made: { c?: number; d?: number }; kept: string[]; later?: number };
  events: { type: 'SET' | 'GO'; a: string; b?: number; c: boolean; list: readonly string[]; 'my-key': { d: string }; length: number };
},`;
const typedEvent: fc.Arbitrary<JsonObject> = fc.record(
  {
    a: fc.constantFrom('', 'x', '3', 'y😀'),
    b: fc.constantFrom(0, 1, 3, -1, 2.5),
    c: fc.boolean(),
    list: fc.array(fc.constantFrom('', 'x', '3'), { maxLength: 2 }),
    'my-key': fc.record({ d: fc.constantFrom('', 'x') }),
    length: fc.constantFrom(0, 1, 3),
  },
  { requiredKeys: [], noNullPrototype: true },
);

type Guard = (args: never) => unknown;
type Assignment = Parameters<typeof assign>[0];

test.each([
  ['of no type', '', event],
  ['of types that are written out', TYPES, typedEvent],
])(
  'guards × events %s beside XState itself: equal, or reported as a named implementation',
  {
    timeout: fuzzTimeout(),
  },
  async (_, types, events) => {
    const { seed, numRuns } = samples(3_000);
    const all = fc.sample(sampleOf(events), { seed, numRuns });
    const { guards, set } = await inJavaScript(all.map(({ guard }) => guard));
    let [translated, compared] = [0, 0];
    for (const [index, { guard, turns }] of all.entries()) {
      const source = `import { assign, createMachine } from 'xstate';
      export const m = createMachine({ id: 'm', ${types} context: ${JSON.stringify(CONTEXT)}, initial: 'a', states: {
        a: { on: { SET: { actions: assign(${SET}) }, GO: [{ target: 'b', guard: ({ context, event }) => ${guard} }, { target: 'c' }] } }, b: {}, c: {} } });`;
      const { workspace, diagnostics } = await importXState(source);
      const [plan] = workspace?.plans ?? [];
      if (plan?.kind !== 'state-machine') throw new Error(`${guard}: ${JSON.stringify(diagnostics)}`);
      const go = plan.states[0]?.on?.find(({ event: type }) => type === 'GO');
      const isNamed = /guard\("inline/.test(go?.when ?? '');
      const isReported = diagnostics.some(
        ({ code, where }) =>
          code === 'XSTATE_IMPLEMENTATION' && where.field?.startsWith('/states/a/on/GO') === true,
      );
      expect({ guard, when: go?.when, isReported }).toEqual({ guard, when: go?.when, isReported: isNamed });
      if (isNamed) continue;
      translated++;
      const machine = compileMachine(plan);
      if (!machine.ok) throw new Error(`${guard}: ${go?.when}: ${JSON.stringify(machine.problem)}`);
      const theirs = createMachine({
        id: 'm',
        context: CONTEXT,
        initial: 'a',
        states: {
          a: {
            on: {
              SET: { actions: assign(set) },
              GO: [{ target: 'b', guard: guards[index] as Guard }, { target: 'c' }],
            },
          },
          b: {},
          c: {},
        },
      } as never);
      for (const [first, second] of turns) {
        compared++;
        const seen = { guard, when: go?.when, first, second };
        expect({ ...seen, verdict: ours(machine.value, first, second) }).toEqual({
          ...seen,
          verdict: byXState(theirs, first, second),
        });
      }
    }
    if (process.env.FUZZ_RUNS !== undefined)
      console.info(`${all.length} guards, ${translated} translated, ${compared} compared`);
    expect(translated).toBeGreaterThan(all.length / 5);
  },
);

/** The guards as JavaScript runs them: as a module, because nothing else may make code of text here. */
async function inJavaScript(
  guards: readonly string[],
): Promise<{ readonly guards: readonly unknown[]; readonly set: Assignment }> {
  const file = join(folder, 'guards.mjs');
  const functions = guards.map((guard) => `({ context, event }) => ${guard},`);
  writeFileSync(file, `export const guards = [\n${functions.join('\n')}\n];\nexport const set = ${SET};\n`);
  return await import(/* @vite-ignore */ pathToFileURL(file).href);
}

function byXState(
  machine: Parameters<typeof createActor>[0],
  first: JsonObject | null,
  second: JsonObject,
): string {
  const actor = createActor(machine);
  actor.subscribe({ error: () => undefined });
  actor.start();
  if (first !== null) actor.send({ type: 'SET', ...first });
  actor.send({ type: 'GO', ...second });
  const { status, value } = actor.getSnapshot() as { status: string; value: string };
  return status === 'error' ? 'throws' : value;
}

function ours(
  machine: Parameters<typeof startMachine>[0],
  first: JsonObject | null,
  second: JsonObject,
): string {
  let { standing } = startMachine(machine, { variables: {}, goalData: null });
  for (const [type, data] of [
    ['SET', first],
    ['GO', second],
  ] as const) {
    if (data === null) continue;
    const turn = sendToMachine(machine, standing, { kind: 'user', type, data });
    if (turn.error !== null) return 'throws';
    ({ standing } = turn);
  }
  return String(standing.value);
}
