import {
  and,
  assign,
  createMachine,
  emit,
  enqueueActions,
  fromCallback,
  fromPromise,
  log,
  not,
  or,
  raise,
  sendTo,
  setup,
  spawnChild,
  stateIn,
  stopChild,
} from 'xstate';

/** Machines as people write modules of XState v5: read as a text by the import, and run by XState itself. */

const EVENTS = { OPEN: 'door.open', SHUT: 'door.shut' } as const;
const SLOW = 5_000;
const hinge = { on: { [EVENTS.SHUT]: 'shut' } } as const;
const shared = { on: { RESET: '.shut' } } as const;

export const door = createMachine({
  id: 'door',
  initial: 'shut',
  ...shared,
  states: {
    shut: { on: { [EVENTS.OPEN]: 'open', LOCK: 'locked' } },
    open: { ...hinge, after: { [SLOW]: 'shut' }, tags: ['passable'] },
    locked: { on: { UNLOCK: { target: 'shut' } }, meta: { label: 'Locked' } },
  },
});

export const basket = setup({
  types: {} as {
    context: { items: string[]; count: number; note: string | null };
    events:
      | { type: 'ADD'; item: string }
      | { type: 'CLEAR' }
      | { type: 'PAY'; sum: number }
      | { type: 'NOTE' };
    input: { note: string };
  },
  guards: {
    isFull: ({ context }) => context.count >= 2,
    isEnough: (_, params: { sum: number }) => params.sum === 10,
  },
  actions: {
    count: assign({ count: ({ context }) => context.count + 1 }),
    clear: assign(({ context }) => ({ ...context, count: 0, items: [] })),
  },
}).createMachine({
  id: 'basket',
  context: { items: [], count: 0, note: null },
  initial: 'filling',
  states: {
    filling: {
      on: {
        ADD: [
          { guard: 'isFull', target: 'full' },
          {
            actions: ['count', assign({ items: ({ context, event }) => [...context.items, event.item] })],
          },
        ],
        CLEAR: { actions: 'clear' },
        NOTE: { actions: assign({ note: 'kept' }) },
      },
    },
    full: {
      on: {
        CLEAR: { target: 'filling', actions: 'clear' },
        PAY: {
          guard: { type: 'isEnough', params: ({ event }) => ({ sum: event.sum }) },
          target: 'paid',
        },
      },
    },
    paid: { type: 'final', output: ({ context }) => ({ count: context.count }) },
  },
  output: ({ context }) => context.count,
});

const lights = setup({});
const red = lights.createStateConfig({ on: { NEXT: 'green' } });
const green = lights.createStateConfig({
  initial: 'steady',
  states: { steady: { on: { FAIL: 'blinking' } }, blinking: {}, back: { type: 'history', history: 'deep' } },
  on: { NEXT: 'red' },
});
export const light = lights.createMachine({
  id: 'light',
  initial: 'red',
  states: { red, green },
  on: { RETURN: '.green.back' },
});

export const player = createMachine({
  id: 'player',
  type: 'parallel',
  states: {
    sound: {
      initial: 'on',
      states: { on: { on: { MUTE: 'off' } }, off: { on: { MUTE: 'on', 'key.*': 'on' } } },
    },
    film: {
      initial: 'paused',
      states: {
        paused: { on: { PLAY: { target: 'playing', guard: stateIn({ sound: 'on' }) } } },
        playing: { on: { PAUSE: 'paused', END: 'over' } },
        over: { type: 'final' },
      },
    },
  },
  on: { '*': { actions: [] }, STOP: { target: ['.film.over', '.sound.off'] } },
});

export const attempts = createMachine({
  types: {} as {
    context: { tries: number; name?: string };
    events: { type: 'TRY'; ok?: boolean } | { type: 'AGAIN' };
  },
  id: 'attempts',
  context: { tries: 0 },
  initial: 'idle',
  states: {
    idle: {
      entry: assign({ tries: ({ context }) => context.tries + 1 }),
      on: {
        TRY: [
          { guard: ({ event }) => event.ok === true, target: 'done' },
          { guard: ({ context }) => context.tries > 2, target: 'failed' },
          { target: 'idle', reenter: true },
        ],
      },
    },
    done: { type: 'final' },
    failed: {
      always: { guard: ({ context }) => context.tries > 100, target: 'done' },
      on: { AGAIN: { target: 'idle', actions: assign({ tries: 0 }) } },
    },
  },
});

export const relay = createMachine({
  id: 'relay',
  initial: 'a',
  context: { sent: 0 },
  states: {
    a: {
      entry: [log('in a'), raise({ type: 'HOP' })],
      on: { HOP: { target: 'b', actions: emit({ type: 'hopped' }) } },
    },
    b: {
      initial: 'inner',
      states: { inner: { always: 'last' }, last: { type: 'final' } },
      onDone: { target: 'c', actions: assign({ sent: ({ context }) => context.sent + 1 }) },
    },
    c: {
      on: { BACK: [{ target: 'a', guard: not(stateIn('#relay.a')) }] },
      description: 'The end of the way',
    },
  },
});

export const gate = setup({
  types: {} as {
    context: { coins: number; name: string };
    events: { type: 'COIN'; value: number } | { type: 'PUSH' } | { type: 'NAME'; name: string };
  },
  guards: {
    isPaid: ({ context }) => context.coins > 1,
    isNamed: ({ context }) => Boolean(context.name),
  },
}).createMachine({
  id: 'gate',
  context: { coins: 0, name: '' },
  initial: 'closed',
  states: {
    closed: {
      on: {
        COIN: {
          guard: ({ event }) => typeof event.value === 'number' && event.value > 0,
          actions: assign({ coins: ({ context }) => context.coins + 1 }),
        },
        NAME: { actions: assign(({ event }) => ({ name: event.name })) },
        PUSH: [
          { guard: and(['isPaid', 'isNamed']), target: 'open' },
          { guard: or(['isPaid', not('isNamed')]), target: 'waiting' },
        ],
      },
    },
    waiting: { on: { PUSH: 'closed' } },
    open: {},
  },
});

/** Nothing of what these do can be known without running it: they are kept by name. */
export const outside = setup({
  actors: {
    load: fromPromise(async ({ input }: { input: { id: string } }) => `loaded ${input.id}`),
    one: fromPromise(() => Promise.resolve(1)),
    listen: fromCallback(({ sendBack }) => {
      sendBack({ type: 'HEARD' });
      return () => undefined;
    }),
  },
  actions: { ring: () => console.info('ring') },
  delays: { SOON: 200, LATER: ({ context }: { context: unknown }) => (context === null ? 1 : 2) },
}).createMachine({
  id: 'outside',
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loader',
        src: 'load',
        input: { id: 'x' },
        onDone: { target: 'ready', actions: assign({}) },
        onError: 'broken',
      },
      after: { SOON: 'broken', LATER: 'broken' },
    },
    ready: {
      invoke: [{ src: 'listen' }, { id: 'own', src: 'one' }],
      entry: ['ring', spawnChild('load', { id: 'child', input: { id: 'y' } })],
      exit: [stopChild('child'), sendTo('own', { type: 'BYE' })],
      on: {
        HEARD: {
          actions: enqueueActions(({ enqueue, check }) => {
            if (check(() => true)) enqueue('ring');
          }),
        },
      },
    },
    broken: {},
  },
});
