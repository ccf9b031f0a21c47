import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { isJsonObject, type Json } from '#base';
import { exportXState, type ImportOutcome, importXState, recognise } from '#formats';
import type { StateMachinePlan } from '#plan';

async function planOf(source: string): Promise<StateMachinePlan & { readonly outcome: ImportOutcome }> {
  const outcome = await importXState(source);
  const [plan] = outcome.workspace?.plans ?? [];
  if (plan?.kind !== 'state-machine') throw new Error(JSON.stringify(outcome.diagnostics, null, 1));
  return { ...plan, outcome };
}

function stateOf(plan: StateMachinePlan, id: string) {
  const state = plan.states.find((one) => one.id === id);
  if (state === undefined) throw new Error(`no state ${id}`);
  return state;
}

const ORDER = `
import { setup, assign, raise, sendTo, cancel, log, emit, and, or, not, stateIn, fromPromise } from 'xstate';
import { later } from './elsewhere';

interface Item { readonly price: number }
const STATES = { paying: { on: { PAID: 'paid' } }, paid: { type: 'final', output: ({ context }) => ({ sum: context.total }) } } as const;
const clear = assign({ items: [], total: 0 });
const EVENTS = { ADD: 'item.add' };

export const orderMachine = setup({
  types: {} as { context: { items: Item[]; total: number }; events: { type: 'item.add'; price: number } },
  actors: { charge: fromPromise(async ({ input }) => later(input)) },
  actions: { clear, ring: () => globalThis.rang = true, count: assign({ total: ({ context }, params: { by: number }) => context.total + params.by }) },
  guards: {
    isFull: ({ context }) => context.items.length >= 3,
    isAbove: ({ context }, params?: { isStrict: boolean }) => context.total > 10 || params?.isStrict === true,
    strange: ({ event }) => /x/.test(event.text),
  },
  delays: { SOON: 500, GROWING: ({ context }) => context.items.length * 100 },
}).createMachine({
  id: 'order',
  context: ({ input }) => ({ items: [], total: 0, customer: input.customer, currency: input.currency ?? 'EUR', note: null }),
  initial: 'open',
  states: {
    open: {
      entry: [log('opened'), log(({ context }) => \`for \${context.note ?? 'you'}: \${context.total + 1} in all\`, 'shop'), 'ring'],
      on: {
        [EVENTS.ADD]: {
          guard: not('isFull'),
          actions: assign({
            items: ({ context, event }) => [...context.items, { price: event.price }],
            total: ({ context, event }) => typeof event.price === 'number' ? context.total + event.price * (1 + 0.2) : context.total,
            note: 'bought',
          }),
        },
        CLEAR: { actions: ['clear', raise({ type: 'CLEARED', by: 'hand' }, { delay: 'SOON', id: 'soon' })] },
        STOP: { actions: cancel('soon') },
        PAY: [
          { guard: and(['isFull', ({ context }) => context.total > 0 && !context.note]), target: 'charging' },
          { guard: or([{ type: 'isAbove', params: { isStrict: false } }, stateIn('#order.paid'), stateIn({ open: {} })]), target: 'charging' },
          { guard: ({ event }) => event.isSure, target: 'charging' },
        ],
        ODD: { guard: ({ context }) => lookup(context), actions: () => { throw new Error('run!') } },
      },
      after: { GROWING: { target: 'paying' } },
    },
    charging: {
      invoke: {
        id: 'charger', src: 'charge', input: ({ context }) => ({ sum: context.total, to: context.customer }),
        onDone: { target: 'paid', actions: assign({ note: ({ event }) => event.output.receipt }) },
        onError: { target: 'open', actions: emit(({ event }) => ({ type: 'declined', why: event.error.message })) },
      },
      on: { HURRY: { actions: sendTo('charger', { type: 'faster' }, { delay: 10 }) } },
    },
    ...STATES,
  },
});
`;

describe('M6 a module is read without running it', () => {
  test('types, setup, context and states written as constants', async () => {
    const plan = await planOf(ORDER);
    expect(plan.id).toBe('order');
    expect(plan.variables).toEqual([
      { id: 'items', scope: 'INTERNAL', default: [] },
      { id: 'total', scope: 'INTERNAL', default: 0 },
      { id: 'customer', scope: 'IN' },
      { id: 'currency', scope: 'IN', default: 'EUR' },
      { id: 'note', scope: 'INTERNAL', default: null },
    ]);
    expect(plan.states.map(({ id }) => id)).toEqual(['open', 'charging', 'paying', 'paid']);
    expect(stateOf(plan, 'paid').output).toEqual('{{ {"sum": total} }}');
    expect(plan.guards).toEqual([
      { name: 'isFull', when: 'size(items) >= 3' },
      { name: 'isAbove', when: 'total > 10 || params.?isStrict.orValue(null) == true' },
    ]);
    expect(plan.delays).toEqual([
      { name: 'SOON', ms: 500 },
      { name: 'GROWING', ms: 'size(items) * 100' },
    ]);
  });

  test('and, or, not, stateIn and functions become conditions', async () => {
    const { on } = stateOf(await planOf(ORDER), 'open');
    expect(on?.map(({ event, when }) => [event, when])).toEqual([
      ['item.add', '!guard("isFull")'],
      ['CLEAR', undefined],
      ['STOP', undefined],
      ['PAY', 'guard("isFull") && total > 0 && note in [null, ""]'],
      ['PAY', 'guard("isAbove", {"isStrict": false}) || inState("paid") || inState("open")'],
      ['PAY', '!(event.data.?isSure.orValue(null) in [null, false, 0, ""])'],
      ['ODD', 'guard("inline /states/open/on/ODD/guard")'],
    ]);
  });

  test('assign, raise, sendTo, cancel, log and emit become actions', async () => {
    const plan = await planOf(ORDER);
    const open = stateOf(plan, 'open');
    expect(open.entry?.map(({ source, ...action }) => action)).toEqual([
      { type: 'log', message: 'opened' },
      {
        type: 'log',
        message: '{{ "for " + (note != null ? note : "you") + ": " + string(total + 1) + " in all" }}',
        label: 'shop',
      },
      { type: 'call', capability: 'ring' },
    ]);
    const actions = open.on?.flatMap((transition) =>
      (transition.actions ?? []).map(({ source, ...action }) => action),
    );
    expect(actions).toEqual([
      {
        type: 'assign',
        values: {
          items: 'items + [{"price": event.data.?price.orValue(null)}]',
          total: 'type(event.data.?price.orValue(null)) == double ? total + event.data.price * 1.2 : total',
          note: '"bought"',
        },
      },
      { type: 'assign', values: { items: '[]', total: '0' } },
      { type: 'raise', event: 'CLEARED', data: { by: 'hand' }, id: 'soon', delay: 'SOON' },
      { type: 'cancel', id: 'soon' },
      { type: 'call', capability: 'inline /states/open/on/ODD/actions' },
    ]);
    const charging = stateOf(plan, 'charging');
    expect(charging.on?.[0]?.actions).toEqual([
      { type: 'send', to: 'charger', event: 'faster', delayMs: 10 },
    ]);
    expect(charging.invoke).toEqual([
      {
        id: 'charger',
        capability: 'charge',
        input: '{{ {"sum": total, "to": customer} }}',
        onDone: [
          {
            target: 'paid',
            actions: [
              {
                type: 'assign',
                values: {
                  note: 'event.data == null ? event.data.receipt : event.data.?receipt.orValue(null)',
                },
              },
            ],
          },
        ],
        onError: [
          {
            target: 'open',
            actions: [
              {
                type: 'emit',
                event: 'declined',
                data: {
                  why: '{{ event.data == null ? event.data.message : event.data.?message.orValue(null) }}',
                },
              },
            ],
          },
        ],
      },
    ]);
  });

  test('everything else is a named implementation, told by path, its text kept', async () => {
    const { outcome, source } = await planOf(ORDER);
    const told = outcome.diagnostics
      .filter(({ code }) => code === 'XSTATE_IMPLEMENTATION')
      .map(({ where }) => where.field);
    expect(told.sort()).toEqual([
      '/actions/count',
      '/actions/ring',
      '/actors/charge',
      '/guards/strange',
      '/states/open/on/ODD/actions',
      '/states/open/on/ODD/guard',
    ]);
    const kept = isJsonObject(source?.xstate) ? source.xstate.code : null;
    expect(kept).toMatchObject({
      ring: '() => globalThis.rang = true',
      strange: '({ event }) => /x/.test(event.text)',
    });
    expect(Reflect.has(globalThis, 'rang')).toBe(false);
  });

  test('export writes what a module named by its name again, and leaves nothing out silently', async () => {
    const { outcome, ...plan } = await planOf(ORDER);
    if (outcome.workspace === null) throw new Error('refused');
    const exported = exportXState(plan, outcome.workspace);
    const text = JSON.stringify(exported.ok && exported.value.value);
    expect(text).toContain('"actions":[{"type":"clear"},{"type":"xstate.raise"');
    expect(exported.ok && exported.value.leftOut.map(({ where }) => where.field)).toContain('guards');
    const again = await importXState(text);
    expect(again.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

describe('fault F1 a guard written in place says what JavaScript says, or is a named implementation', () => {
  const importedGuard = async (guard: string) => {
    const plan = await planOf(
      `export const m = createMachine({ context: { n: 0, name: '', items: [], note: null }, initial: 'a', states: { a: { on: { GO: { target: 'b', guard: ${guard} } } }, b: {} } });`,
    );
    const told = plan.outcome.diagnostics.find(({ code }) => code === 'XSTATE_IMPLEMENTATION');
    return { when: stateOf(plan, 'a').on?.[0]?.when, told: told?.message };
  };

  test.each([
    ['({ event }) => !event.readOnly', 'event.data.?readOnly.orValue(null) in [null, false, 0, ""]'],
    ['({ event }) => event.kind === "x"', 'event.data.?kind.orValue(null) == "x"'],
    ['({ event }) => event.a === undefined', '!event.data.?a.hasValue()'],
    ['({ event }) => event.a === null', 'event.data.?a.orValue("") == null'],
    ['({ event }) => event?.a?.b == null', 'event.data.?a.?b.orValue(null) == null'],
    [
      '({ event }) => event.a.b === 1',
      '(event.data.a == null ? event.data.a.b : event.data.a.?b.orValue(null)) == 1',
    ],
    [
      '({ event }) => typeof event.n === "number" && event.n > 3',
      'type(event.data.?n.orValue(null)) == double && event.data.n > 3',
    ],
    ['({ event }) => ["a", "b"].includes(event.kind)', 'event.data.?kind.orValue(null) in ["a", "b"]'],
    ['({ event }) => "n" in event', 'event.data.?n.hasValue()'],
    ['({ context }) => context.n < 3 && context.items.length > 0', 'n < 3 && size(items) > 0'],
    ['({ context }) => context.name.length >= 8', 'size(name.split("")) >= 8'],
    // CEL divides ints as ints, and counts them as another type; JavaScript has one kind of number.
    [
      '({ context, event }) => (context.n < 3 ? 3 : event.a === 1 ? 1 : 5) / 2 === 1.5',
      'double(n < 3 ? 3 : (event.data.?a.orValue(null) == 1 ? 1 : 5)) / 2 == 1.5',
    ],
    ['({ context }) => (context.items.length + 1) % 2 === 1', 'double(size(items) + 1) % 2 == 1'],
    [
      '({ event }) => typeof (event.a ?? 3) === "number"',
      'type(event.data.?a.orValue(null) != null ? event.data.a : 3) in [int, double]',
    ],
    [
      '({ context }) => Number.isFinite(context.n < 3 ? -context.items.length : "x")',
      'type(n < 3 ? -size(items) : "x") in [int, double]',
    ],
    ['({ context }) => !!context.note', 'note == true'],
    ['({ context }) => context.items.some((item) => item === 1)', 'items.exists(item, item == 1)'],
    // A name that would hide a variable, or what conditions read, is another.
    ['({ context }) => context.items.every((n) => n !== context.n)', 'items.all(n_, n_ != n)'],
    [
      '({ context }) => context.items.filter((list) => list?.ok === true).length > 1',
      'size(items.filter(list_, list_.?ok.orValue(null) == true)) > 1',
    ],
    ['({ context }) => context.items.map((it) => it === 1).includes(true)', 'true in items.map(it, it == 1)'],
    ['({ context }) => context.items.concat([1]).length === 2', 'size(items + [1]) == 2'],
    [
      '({ context }) => { if (context.n < 3) return true; return context.name === "x"; }',
      'n < 3 ? true : name == "x"',
    ],
    [
      '({ context }) => { if (context.n < 3) { return +context.n > 1; } else return false; }',
      'n < 3 ? n > 1 : false',
    ],
    [
      '({ event, context }) => context.items === event.items',
      'items == event.data.?items.orValue(null) && !(type(items) in [list, map])',
    ],
  ])('%s', async (guard, when) => {
    expect(await importedGuard(guard)).toEqual({ when, told: undefined });
  });

  test.each([
    ['({ event }) => event.n == "3"', '"==" converts one of them to the type of the other'],
    ['({ event }) => event.n > 3', '">" converts something that is not a number'],
    ['({ event }) => event.items.length > 0', 'nothing here says that it is a list or a text'],
    ['({ event }) => event.toString', 'the whole of it is taken'],
    ['({ context }) => context.items.some((item) => item.price === 3)', 'it may throw'],
    [
      '({ context }) => context.items.some((item, index) => index > 3)',
      'its function takes more than an item',
    ],
    ['({ event }) => event.items.every((item) => item > 3)', 'nothing here says that it is a list'],
    ['({ context }) => { while (true) return true; }', 'it is more than one expression'],
    [
      '({ context }) => context.n < 3 || context.nowhere.length > 0',
      "part of it would always throw: in CEL, found no matching overload for 'size(null)'",
    ],
    ['({ event }) => event.name.toUpperCase() === "X"', '"toUpperCase" has no counterpart in CEL'],
  ])('%s is a named implementation, with the reason', async (guard, reason) => {
    const { when, told } = await importedGuard(guard);
    expect(when).toBe('guard("inline /states/a/on/GO/guard")');
    expect(told).toContain(reason);
  });
});

describe('M6 what TypeScript says of the context is known of what comes with the input', () => {
  const guardOfTyped = async (types: string, guard: string, setup = '') => {
    const plan = await planOf(`
      interface Named { name: string }
      interface Cart extends Named { items: readonly Item[]; note?: string; kind: 'a' | 'b'; all: Array<string>; by: Record<string, number> }
      type Both = Cart & { more: (string | null); itself: Both; sized: { length: number } };
      setup({ ${setup} }).createMachine({
        ${types}
        context: ({ input }) => ({ items: input.items ?? [], name: input.name, note: input.note, kind: input.kind, all: input.all, by: input.by, more: input.more, itself: input.itself, sized: input.sized }),
        initial: 'a', states: { a: { on: { GO: { guard: ({ context }) => ${guard}, target: 'a' } } } },
      })`);
    return stateOf(plan, 'a').on?.[0]?.when;
  };
  const BOTH = 'types: {} as { context: Both; events: { type: "GO" } },';

  test.each([
    ['context.items.length > 0', 'size(items) > 0'],
    ['context.all.length === 2', 'size(all) == 2'],
    ['context.name === "" || context.kind === "a"', 'name == "" || kind == "a"'],
    ['context.more !== null && context.more.length === 0', 'more != null && size(more) == 0'],
  ])('%s', async (guard, when) => {
    expect(await guardOfTyped(BOTH, guard)).toBe(when);
    expect(await guardOfTyped('types: { context: {} as Both },', guard)).toBe(when);
    expect(await guardOfTyped('', guard, BOTH)).toBe(when);
  });

  test.each([
    ['', 'context.items.length > 0'],
    ['types: {} as { context: Elsewhere },', 'context.items.length > 0'],
    [BOTH, 'context.sized.length > 0'],
    [BOTH, 'context.by.length > 0'],
  ])('nothing is made up: %s %s', async (types, guard) => {
    expect(await guardOfTyped(types, guard)).toBe('guard("inline /states/a/on/GO/guard")');
  });

  test.each([
    [
      'event.type === "NAMED" && event.value.length > 3',
      'event.type == "NAMED" && size(event.data.value.split("")) > 3',
    ],
    [
      'event.type === "COUNTED" && event.value > context.n',
      'event.type == "COUNTED" && event.data.?value.orValue(null) != null && event.data.value > n',
    ],
    ['event.many.includes("x")', '"x" in event.data.many'],
    ['event.value.length > 3', null],
  ])('of events by their type, as far as they bring anything: %s', async (guard, when) => {
    const plan = await planOf(`
      type Named = { type: 'NAMED'; value: string };
      createMachine({
        types: {} as { context: { n: number }; events: Named | { type: 'COUNTED'; value: number; many: string[] } },
        context: ({ input }) => ({ n: input.n }),
        initial: 'a', states: { a: { on: { '*': { guard: ({ context, event }) => ${guard}, target: 'a' } } } },
      })`);
    expect(stateOf(plan, 'a').on?.[0]?.when).toBe(when ?? 'guard("inline /states/a/on/*/guard")');
  });

  test('of an event by the transition that it is heard at', async () => {
    const plan = await planOf(`
      createMachine({
        types: { events: {} as { type: 'NAMED'; value: string } | { type: 'COUNTED'; value: number } },
        initial: 'a', states: { a: { on: { NAMED: { guard: ({ event }) => event.value.length > 0, target: 'a' } } } },
      })`);
    expect(stateOf(plan, 'a').on?.[0]?.when).toBe('size(event.data.value) > 0');
  });

  test('T4 types that name each other over and over end', async () => {
    const types = Array.from({ length: 30 }, (_, n) => `type T${n} = T${n + 1} | T${n + 1};`).join('\n');
    const outcome = await importXState(`${types}
      createMachine({ types: { context: {} as { n: T0 } }, context: ({ input }) => ({ n: input.n }), initial: 'a', states: { a: {} } })`);
    expect(outcome.workspace).not.toBe(null);
  });

  test('the reason why one cannot be read is not told of another', async () => {
    const { outcome } = await planOf(`
      setup({ guards: { isMore: ({ event }) => event.n > 3 } }).createMachine({
        context: { made: make() }, initial: 'a', states: { a: { on: { GO: { guard: 'isMore', target: 'a' } } } },
      })`);
    const told = outcome.diagnostics.filter(({ code }) => code === 'XSTATE_IMPLEMENTATION');
    expect(told.map(({ message }) => message.replace(/:.*/, ''))).toEqual([
      'The initial value "inline /context/made" is code',
      'The guard "isMore" is code (">" converts something that is not a number, and nothing here says that it is one)',
    ]);
  });

  test('a list that is filled with a constant, and all of a constant, assigned', async () => {
    const plan = await planOf(`
      const FIRST = { board: Array(3).fill(null), moves: 0 };
      createMachine({ context: FIRST, initial: 'a', states: { a: { on: { RESET: { actions: [assign(FIRST), assign(() => FIRST), assign({ ...FIRST })] } } } } })`);
    expect(plan.variables.find(({ id }) => id === 'board')).toMatchObject({ default: [null, null, null] });
    const values = { board: '[null, null, null]', moves: '0' };
    expect(stateOf(plan, 'a').on?.[0]?.actions).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ type: 'assign', values })),
    );
  });

  test('a delay that is computed of constants is a number', async () => {
    const plan = await planOf(`
      const MINUTE = 60 * 1000;
      setup({ delays: { idle: 30 * MINUTE } }).createMachine({ initial: 'a', states: { a: { after: { idle: 'b' } }, b: {} } })`);
    expect(plan.delays).toEqual([{ name: 'idle', ms: 1_800_000 }]);
  });
});

test('M6 several machines of a module become plans that invoke each other', async () => {
  const outcome = await importXState(`
    const child = createMachine({ initial: 'a', states: { a: { type: 'final' } } });
    export const parent = createMachine({ id: 'parent', initial: 'b', states: { b: { invoke: { src: child } }, c: { invoke: { src: 'inner' } } } }).provide({ actors: { inner: child } });
    export default createMachine({ initial: 'x', states: { x: {} } });`);
  const plans = outcome.workspace?.plans ?? [];
  expect(plans.map(({ id }) => id)).toEqual(['child', 'parent', 'machine-1']);
  const parent = plans[1];
  const invoked =
    parent?.kind === 'state-machine' ? parent.states.map(({ invoke }) => invoke?.[0]?.plan) : [];
  expect(invoked).toEqual(['child', 'child']);
});

const refused = async (input: Json | string): Promise<readonly string[]> => {
  const { workspace, diagnostics } = await importXState(input);
  expect(workspace).toBe(null);
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, where }) => `${code} ${where.field ?? ''}`.trim());
};
const machine = (text: string): string => `export default createMachine(${text})`;

describe('acceptance 7: what is broken or hostile is refused, with all that is wrong', () => {
  test('every problem is listed, by path', async () => {
    const config: Json = {
      initial: 'nowhere',
      states: {
        a: { on: { x: 'missing', '': 'a' }, entry: [{ name: 'no type' }], invoke: {}, type: 'odd' },
        b: { states: { c: {} }, always: { target: '#gone', cond: 'v4' } },
        d: { after: { soon: 'a' }, tags: [3], history: 'deep', type: 'history', target: 'lost' },
        e: 3,
      },
    };
    expect(await refused(config)).toEqual([
      'XSTATE_INVALID /states/e',
      'XSTATE_INVALID /initial',
      'XSTATE_INVALID /states/a/type',
      'XSTATE_INVALID /states/a/on/x/target',
      'XSTATE_INVALID /states/a/on/',
      'XSTATE_INVALID /states/a/entry/0',
      'XSTATE_INVALID /states/a/invoke/src',
      'XSTATE_INVALID /states/b/always/target',
      'XSTATE_INVALID /states/b/always/cond',
      'XSTATE_INVALID /states/b',
      'XSTATE_INVALID /states/d/tags/0',
      'XSTATE_INVALID /states/d/target',
    ]);
  });

  test('a text that is no JSON and no module, a module without a machine, one that is cut off', async () => {
    expect(await refused('{"states": ')).toEqual(['JSON_INVALID']);
    expect(await refused('hello there')).toEqual(['XSTATE_SYNTAX']);
    expect(await refused('export const x = 1;')).toEqual(['XSTATE_NO_MACHINE']);
    expect(await refused(machine('{ states: { a: {'))).toEqual(['XSTATE_SYNTAX']);
    expect(await refused([])).toEqual(['XSTATE_INVALID']);
  });

  test('states that are not written out cannot be known without running', async () => {
    expect(await refused(machine('{ initial: "a", states: makeStates() }'))).toContain(
      'XSTATE_NOT_LITERAL /states',
    );
    expect(await refused(machine('{ initial: "a", states: { a: { on: { ...more } } } }'))).toContain(
      'XSTATE_NOT_LITERAL /states/a/on',
    );
    expect(await refused(machine('config'))).toContain('XSTATE_NOT_LITERAL');
  });

  test('case C1 names of a prototype, case C5 depth, case A4 size', async () => {
    expect(
      (await refused('{"initial": "a", "states": {"a": {}, "__proto__": {"polluted": 1}}}')).length,
    ).toBeGreaterThan(0);
    expect(
      (await refused(machine('{ initial: "a", states: { a: {}, ["__proto__"]: {} } }'))).length,
    ).toBeGreaterThan(0);
    const deep = `${'{ initial: "a", states: { a: '.repeat(70)}{}${' } }'.repeat(70)}`;
    expect((await refused(machine(deep))).join()).toContain('NOT_JSON');
    const brackets = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    expect((await refused(machine(brackets))).length).toBeGreaterThan(0);
    expect(await refused(machine(`{ id: "${'x'.repeat(1_000_001)}" }`))).toEqual(['FILE_TOO_LARGE']);
    const { polluted } = {} as { polluted?: unknown };
    expect(polluted).toBe(undefined);
  });

  test('T4 constants that repeat each other end', async () => {
    const levels = Array.from({ length: 30 }, (_, n) => `const x${n + 1} = [x${n}, x${n}];`).join('\n');
    const bomb = `const x0 = "ha"; ${levels} const loop = { loop }; ${machine('{ initial: "a", states: { a: { meta: { x: x30, loop } } } }')}`;
    const { workspace, diagnostics } = await importXState(bomb);
    expect(workspace === null || diagnostics.length > 0).toBe(true);
  });
});

describe('modules of v4, and what JSON makes of a machine', () => {
  const told = async (source: string): Promise<readonly string[]> =>
    (await importXState(source)).diagnostics
      .filter(({ severity }) => severity !== 'info')
      .map(({ code, where }) => `${code} ${where.field ?? ''}`);

  test.each([
    ['{ onEntry: "x" }', '/states/a/onEntry'],
    ['{ activities: ["x"] }', '/states/a/activities'],
    ['{ type: "final", data: { n: 1 } }', '/states/a/data'],
    ['{ on: { GO: { target: "a", internal: false } } }', '/states/a/on/GO/internal'],
    ['{ on: { "done.invoke.x": "a" } }', '/states/a/on/done.invoke.x'],
    ['{ on: { "error.platform.x": "a" } }', '/states/a/on/error.platform.x'],
    ['{ invoke: { src: "x", data: { n: 1 } } }', '/states/a/invoke/data'],
  ])('%s is told: v5 does not hear it', async (state, field) => {
    expect(await told(machine(`{ initial: "a", states: { a: ${state} } }`))).toEqual([
      `XSTATE_VERSION_4 ${field}`,
    ]);
  });

  test('a condition that would be lost is refused; what v5 does anyway is not told', async () => {
    const on = (text: string): string => machine(`{ initial: "a", states: { a: { on: { GO: ${text} } } } }`);
    expect(await told(on('{ target: "a", in: "#m.a" }'))).toEqual(['XSTATE_INVALID /states/a/on/GO/in']);
    expect(await told(on('{ target: "a", internal: true }'))).toEqual([]);
    expect(
      await told(machine('{ predictableActionArguments: true, initial: "a", states: { a: {} } }')),
    ).toEqual(['XSTATE_VERSION_4 /predictableActionArguments']);
  });

  test('a guard of (context, event) is kept by name: v5 would give it other values', async () => {
    const guards =
      'createMachine({ initial: "a", states: { a: { on: { GO: { guard: "ok", target: "a" } } } } }, { guards: { ok: (context, event) => event.ok } });';
    expect(await told(guards)).toEqual(['XSTATE_IMPLEMENTATION /guards/ok']);
  });

  test('what is spread is read as written out: states, lists, implementations, context', async () => {
    const plan = await planOf(`
      import { later } from './later';
      const on = { GO: 'b' }; const base = { initial: 'a', ...({ id: 'spread' }) };
      const lists = ['x', 'y'] as const; const reset = { n: 0 };
      const kept = { isOk: ({ context }) => context.n === 0 };
      setup({ guards: { ...kept } }).createMachine({ ...base, context: { ...reset, m: 1 }, states: {
        a: { tags: [...lists, 'z'], on: { ...on, STAY: [...[{ guard: 'isOk', target: 'a' }], 'b'] } },
        b: { entry: [...lists, assign({ ...reset })] } } });`);
    expect(plan.id).toBe('spread');
    expect(stateOf(plan, 'a')).toMatchObject({
      tags: ['x', 'y', 'z'],
      on: [{ event: 'GO' }, { event: 'STAY' }, { event: 'STAY' }],
    });
    expect(stateOf(plan, 'b').entry).toHaveLength(3);
    expect(plan.variables.map(({ id }) => id)).toEqual(['n', 'm']);
    expect(plan.guards).toMatchObject([{ name: 'isOk' }]);
    expect(
      await told(
        machine('{ initial: "a", context: ({ input }) => ({ ...input, n: 1 }), states: { a: {} } }'),
      ),
    ).toEqual(['XSTATE_IMPLEMENTATION /context']);
    const endless = 'const a = { ...a }; const l = [...l];';
    expect(
      await told(`${endless} ${machine('{ initial: "a", states: { a: { ...a, tags: l } } }')}`),
    ).not.toEqual([]);
  });

  test('a name from another module is told with that module, a key that is there twice with its place', async () => {
    const { diagnostics } = await importXState(
      `import { red } from './red'; ${machine('{ initial: "red", states: { red } }')}`,
    );
    expect(diagnostics[0]).toMatchObject({
      code: 'XSTATE_NOT_LITERAL',
      message: expect.stringContaining('"./red"'),
    });
    expect(await told(machine('{ initial: "a", states: { a: {}, a: {} } }'))).toEqual([
      'DUPLICATE_KEY /states/a',
    ]);
  });

  test('JSON of the machine itself lacks transitions; a function in a list is null there', async () => {
    const made = createMachine({
      initial: 'a',
      states: { a: { entry: ['x', () => undefined], always: 'b' }, b: {} },
    });
    expect(await refused(JSON.stringify(made))).toEqual(['XSTATE_DEFINITION']);
    const { diagnostics } = await importXState(JSON.stringify(made.config));
    expect(diagnostics.find(({ severity }) => severity === 'error')).toMatchObject({
      where: { field: '/states/a/entry/1' },
      message: expect.stringContaining('function'),
    });
  });
});

test.each([
  ["import { createMachine as cm } from 'xstate';", 'cm({ initial: "a", states: { a: {} } })'],
  [
    "import { setup as prepare, assign as set } from 'xstate';",
    'prepare({ actions: { one: set({ n: 1 }) } }).createMachine({ initial: "a", context: { n: 0 }, states: { a: { entry: "one" } } })',
  ],
  ["import * as x from 'xstate';", 'x.createMachine({ initial: "a", states: { a: {} } })'],
])('M6 what is imported under another name is known by its own: %s', async (statement, machine) => {
  const text = `${statement} export const m = ${machine};`;
  const { workspace, diagnostics } = await importXState(text);
  expect(diagnostics).toEqual([]);
  expect(workspace?.plans).toHaveLength(1);
  expect(recognise(text)).toBe('xstate');
});

describe('M6 a constant whose members are changed is not what its declaration says', () => {
  const STATES = "const states = { a: { on: { GO: 'b' }, entry: ['x'] }, b: {} };";
  const machine = "createMachine({ initial: 'a', states })";

  test.each([
    "states.a.on.GO = 'a';",
    'states.c = {};',
    'delete states.a.on.GO;',
    "states.a.entry.push('y');",
    "Object.assign(states.a, { entry: 'y' });",
    'const same = states; same.c = {};',
    'function later() { states.c = {}; }',
    'const first = states.a; first.on = {};',
    'const { a } = states; a.on.GO = "a";',
    'let one = states.a; one.entry = [];',
    'function add(to) { to.c = {}; } add(states);',
    'const add = (n, { a }) => { a.on = {}; }; add(1, states);',
    '((to) => { to.c = {}; })(states);',
    'function outer(x) { inner(x.a); } function inner(y) { y.on = {}; } outer(states);',
    'for (const state of Object.values(states)) state.entry = [];',
    'Object.values(states).forEach((state) => { state.on = {}; });',
  ])('it is refused, with its place: %s', async (change) => {
    const { workspace, diagnostics } = await importXState(
      `import { createMachine } from 'xstate'; ${STATES} ${change} export const m = ${machine};`,
    );
    expect(workspace).toBeNull();
    expect(diagnostics).toMatchObject([{ code: 'XSTATE_NOT_LITERAL', where: { field: '/states' } }]);
  });

  test('a condition that reads one is a named implementation', async () => {
    const { outcome, states } = await planOf(`import { createMachine } from 'xstate';
      const limits = { most: 3 }; limits.most++;
      export const m = createMachine({ initial: 'a', states: { a: { on: { GO: { target: 'b', guard: ({ event }) => event.n === limits.most } } }, b: {} } });`);
    expect(states[0]?.on?.[0]?.when).toContain('guard("inline');
    expect(outcome.diagnostics.map(({ code }) => code)).toContain('XSTATE_IMPLEMENTATION');
  });

  test.each([
    'function f(states) { states.c = {}; }',
    'const other = { states: {} }; other.states = {};',
    'export const seen = []; seen.push(states);',
    'const sorted = Object.assign({}, states);',
    'function add(to) { to.c = {}; } add({});',
    'function read(from) { return from.a; } read(states);',
    'const count = (context) => { context.n++; }; count({ n: 1 });',
    'for (const key in states) { const found = {}; found[key] = 1; }',
  ])('what changes something else leaves it as it is: %s', async (beside) => {
    const { states } = await planOf(
      `import { createMachine } from 'xstate'; ${STATES} ${beside} export const m = ${machine};`,
    );
    expect(states.map(({ id }) => id)).toEqual(['a', 'b']);
  });
});
