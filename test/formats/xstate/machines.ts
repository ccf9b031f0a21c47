import type { JsonObject } from '#base';

/** Machines of XState v5 in all the ways it lets one write them. */
export const MACHINES: Readonly<Record<string, JsonObject>> = {
  'names of targets': {
    id: 'light',
    initial: 'green',
    states: {
      green: { on: { TIMER: 'yellow' } },
      yellow: { on: { TIMER: { target: 'red' } } },
      red: { on: { TIMER: ['green'] } },
    },
  },
  'without an id': {
    initial: 'a',
    states: { a: { on: { go: '#(machine).b.c' } }, b: { initial: 'c', states: { c: {} } } },
  },
  'ids, paths, children': {
    id: 'walk',
    initial: 'house',
    on: { HOME: '.house', DEEP: '.house.room.bed' },
    states: {
      house: {
        initial: 'room',
        on: { SLEEP: '.room.bed', OUT: { target: 'street.left', reenter: true } },
        states: { room: { initial: 'door', states: { door: { on: { LEAVE: '#outside' } }, bed: {} } } },
      },
      street: {
        id: 'outside',
        initial: 'left',
        states: { left: { on: { BACK: '#walk.house' } }, right: { on: { UP: '#outside.left' } } },
      },
    },
  },
  'guards and actions by name': {
    id: 'door',
    initial: 'shut',
    context: { tries: 0, codes: ['1234'], note: 'with {{ braces }}', last: null },
    states: {
      shut: {
        entry: 'lock',
        exit: ['unlock', { type: 'log', params: { at: '{{ not a hole }}' } }],
        on: {
          OPEN: [
            { target: 'open', guard: 'isKnown', actions: 'count' },
            { guard: { type: 'below', params: { most: 3 } }, actions: [{ type: 'warn' }] },
            'alarm',
          ],
          NOTHING: {},
        },
      },
      open: { on: { '*': 'shut', 'hand.*': { actions: 'wave' }, 'hand.left': 'shut' } },
      alarm: { type: 'final', output: { loud: true } },
    },
  },
  'parallel and history': {
    id: 'player',
    type: 'parallel',
    states: {
      sound: {
        initial: 'on',
        states: { on: { on: { MUTE: 'off' } }, off: { on: { MUTE: 'on' } }, last: { type: 'history' } },
      },
      picture: {
        initial: 'small',
        states: {
          small: { on: { GROW: 'large' } },
          large: { initial: 'sharp', states: { sharp: {}, blurred: {} } },
          deep: { type: 'history', history: 'deep', target: 'large.blurred' },
        },
        on: { BOTH: { target: ['#player.sound.off', '.large'] } },
      },
    },
  },
  'delays, eventless, done': {
    id: 'brew',
    initial: { target: 'heating', actions: ['fill', { type: 'show', params: { text: 'hot soon' } }] },
    states: {
      heating: {
        after: {
          1000: 'warm',
          LONG: { target: 'cold', actions: 'beep' },
          250: [{ guard: 'isQuick', target: 'warm' }],
        },
      },
      warm: { always: [{ guard: 'isEmpty', target: 'cold' }, { target: 'cups' }] },
      cups: {
        type: 'parallel',
        onDone: 'cold',
        states: {
          left: { initial: 'full', states: { full: { on: { DRINK: 'empty' } }, empty: { type: 'final' } } },
          right: { initial: 'full', states: { full: { on: { DRINK: 'empty' } }, empty: { type: 'final' } } },
        },
      },
      cold: { type: 'final', tags: 'end' },
    },
    onDone: { actions: 'clean' },
    output: { cups: 2 },
  },
  invocations: {
    id: 'fetching',
    initial: 'busy',
    states: {
      busy: {
        tags: ['busy', 'wait'],
        invoke: [
          {
            src: 'load',
            id: 'the loader',
            input: { url: '/a' },
            onDone: 'done',
            onError: { target: 'failed', actions: 'note' },
            onSnapshot: { actions: 'progress' },
            systemId: 'loader',
          },
          { src: 'watch' },
        ],
      },
      done: { type: 'final' },
      failed: { on: { RETRY: { target: 'busy', description: 'once more', meta: { color: 'red' } } } },
    },
  },
  'names that are none of ours': {
    id: 'über machine.v2',
    version: '2.0',
    context: { 'first name': 'Ada', type: 'x', event: 1 },
    initial: 'wait for it',
    states: {
      'wait for it': { on: { 'user clicked!': '2nd', 'ns:thing.*': '#über machine\\.v2.2nd' } },
      '2nd': {
        initial: 'a.b',
        states: {
          'a.b': { on: { up: '#über machine\\.v2.wait for it' } },
          constructorish: { meta: 'text', on: { x: 'a\\.b' } },
        },
      },
      twins: {
        initial: 'wait for it',
        states: { 'wait for it': { route: { guard: 'may' }, id: 'here' }, '#odd': {} },
      },
    },
  },
};
