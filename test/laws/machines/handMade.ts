import type { Json, JsonObject } from '#base';
import { type GuardSketch, guardOf } from './sketch';

const when = (sketch: GuardSketch): JsonObject => guardOf(sketch);
const count = { type: 'xstate.assign', params: { assignment: { count: { $cel: 'count + 1' } } } };
const remember = { type: 'xstate.assign', params: { assignment: { last: { $cel: 'event.type' } } } };
const raise = (type: string, more: JsonObject = {}): JsonObject => ({
  type: 'xstate.raise',
  params: { event: { type, n: 1 }, ...more },
});
const cancel = (sendId: string): JsonObject => ({ type: 'xstate.cancel', params: { sendId } });
const emit = { type: 'xstate.emit', params: { event: { type: 'told' } } };
const keep = { type: 'xstate.assign', params: { assignment: { last: { $cel: 'event.data' } } } };
const send = (to: string, more: JsonObject = {}): JsonObject => ({
  type: 'xstate.sendTo',
  params: { to, event: { type: 'ping', n: 2 }, ...more },
});
const log = { type: 'xstate.log', params: { value: 'here' } };
const doors = (name: string): JsonObject => ({ id: name, entry: `in ${name}`, exit: `out ${name}` });

/** A machine of one line of states; each state is named and says that it is entered and left. */
function flat(states: Readonly<Record<string, JsonObject>>, more: JsonObject = {}): JsonObject {
  return { initial: Object.keys(states)[0] ?? '', ...more, states: named(states) };
}

function named(states: Readonly<Record<string, JsonObject>>): JsonObject {
  return Object.fromEntries(
    Object.entries(states).map(([key, state]) => [
      key,
      state.type === 'history' ? { id: key, ...state } : { ...doors(key), ...state },
    ]),
  );
}

const box = (states: Readonly<Record<string, JsonObject>>, more: JsonObject = {}): JsonObject => ({
  ...flat(states),
  ...more,
});
const both = (states: Readonly<Record<string, JsonObject>>, more: JsonObject = {}): JsonObject => ({
  type: 'parallel',
  ...more,
  states: named(states),
});

const player = (history: string, more: JsonObject = {}): JsonObject =>
  flat({
    off: { on: { a: 'past', b: 'on' } },
    on: box(
      {
        slow: { on: { b: 'fast' } },
        fast: box({ one: { on: { b: 'two' } }, two: { on: { b: '#slow' } } }),
        past: { type: 'history', history, ...more },
      },
      { on: { c: 'off' } },
    ),
  });

const withPast = (history: string, more: JsonObject = {}): JsonObject =>
  JSON.parse(JSON.stringify(player(history, more)).replace('"a":"past"', '"a":"#past"'));

/** Every construct by itself (M1). Keys are ids, in all of a machine. */
const SHAPES: Readonly<Record<string, JsonObject>> = {
  'a chain': flat({ x: { on: { a: 'y' } }, y: { on: { a: 'z' } }, z: {} }),
  'a final state': flat({ x: { on: { a: 'end' } }, end: { type: 'final' } }),
  'a final state with eventless ways to it': flat({
    x: { on: { a: 'y' } },
    y: { always: 'end' },
    end: { type: 'final' },
  }),
  'first match': flat({
    x: {
      on: {
        a: [{ target: 'y', guard: 'red' }, { target: 'z', guard: 'green' }, { actions: ['none', count] }],
      },
    },
    y: { on: { a: 'x' } },
    z: { on: { a: 'x' } },
  }),
  'a forbidden event': flat({
    x: box({ y: { on: { a: {} } }, z: {} }, { on: { a: 'w', b: '.z' } }),
    w: { on: { a: 'x' } },
  }),
  'inner before outer': flat({
    x: box({ y: { on: { a: { target: 'z', guard: 'red' } } }, z: {} }, { on: { a: 'w' } }),
    w: { on: { b: 'x' } },
  }),
  'without a target': flat({ x: { on: { a: { actions: [count, 'beep', remember] } } } }),
  'to itself, inside': flat({ x: { on: { a: 'x', b: { target: 'x', reenter: true } } } }),
  'into itself': flat({
    x: box({ y: { on: { c: 'z' } }, z: {} }, { on: { a: '.y', b: { target: '.y', reenter: true } } }),
  }),
  'its own self while deep': flat({
    x: box({ y: { on: { c: 'z' } }, z: {} }, { on: { a: '#x', b: { target: '#x', reenter: true } } }),
  }),
  wildcards: flat({
    x: {
      on: {
        'a.*': { actions: 'some a' },
        'a.x.*': { actions: 'some a.x' },
        'a.x': { actions: 'just a.x', guard: 'red' },
      },
    },
  }),
  'the star': flat({ x: { on: { a: 'y', '*': { actions: 'else' } } }, y: { on: { '*': 'x' } } }),
  'the star above': flat({
    x: box(
      { y: { on: { 'b.*': { guard: 'red', actions: 'b' } } } },
      { on: { '*': { actions: ['else', remember] } } },
    ),
  }),
  'initial actions': flat({
    x: { on: { a: 'y' } },
    y: box({ z: {} }, { initial: { target: 'z', actions: ['begin', count] }, on: { a: 'x' } }),
  }),
  'initial actions of the machine': {
    ...flat({ x: { on: { a: 'y' } }, y: {} }),
    initial: { target: 'x', actions: ['begin', count] },
  },
  'deep initial': flat({ x: box({ y: box({ z: { on: { a: '#w' } } }) }), w: { on: { a: '#z' } } }),
  'shallow history': withPast('shallow'),
  'deep history': withPast('deep'),
  'history with a default': withPast('shallow', { target: 'fast' }),
  'deep history with a default': withPast('deep', { target: 'fast.two' }),
  'history of regions': flat({
    off: { on: { a: '#past' } },
    on: both(
      {
        l: box({ l1: { on: { b: 'l2' } }, l2: {} }),
        r: box({ r1: { on: { c: 'r2' } }, r2: {} }),
        past: { type: 'history', history: 'deep' },
      },
      { on: { 'a.x': 'off' } },
    ),
  }),
  'history of regions, from inside them': flat({
    on: both({ l: { on: { a: '#past' } }, r: {}, past: { type: 'history', history: 'deep' } }),
  }),
  'two regions': both({
    l: box({ l1: { on: { a: 'l2' } }, l2: { on: { a: 'l1' } } }),
    r: box({ r1: { on: { a: 'r2', b: 'r2' } }, r2: { on: { b: 'r1' } } }),
  }),
  'regions that are done': flat({
    work: both(
      {
        l: box({ l1: { on: { a: 'l2' } }, l2: { type: 'final' } }),
        r: box({ r1: { on: { b: 'r2' } }, r2: { type: 'final' } }),
      },
      { onDone: { target: 'end', actions: ['both done', remember] } },
    ),
    end: { type: 'final' },
  }),
  'a parallel machine that ends': both({
    l: box({ l1: { on: { a: 'l2' } }, l2: { type: 'final' } }),
    r: box({ r1: { on: { b: 'r2' } }, r2: { type: 'final' } }),
  }),
  'several targets': both(
    { l: box({ l1: {}, l2: { on: { b: 'l1' } } }), r: box({ r1: {}, r2: {} }) },
    { on: { a: { target: ['.l.l2', '.r.r2'], actions: count } } },
  ),
  'a region entered anew': both({
    l: box({ l1: { on: { a: { target: '#l', reenter: true }, b: 'l2' } }, l2: {} }),
    r: box({ r1: { on: { a: 'r2' } }, r2: { on: { a: 'r1' } } }),
  }),
  'out of one region': flat({
    work: both({ l: box({ l1: { on: { a: '#w' } } }), r: box({ r1: { on: { a: 'r2' } }, r2: {} }) }),
    w: { on: { a: 'work' } },
  }),
  'stateIn between regions': both({
    l: box({ l1: { on: { a: 'l2' } }, l2: { on: { a: 'l1' } } }),
    r: box({
      r1: { on: { a: { target: 'r2', guard: when({ in: 'l2' }) } } },
      r2: { always: { target: 'r1', guard: when({ in: 'l1' }) } },
    }),
  }),
  'and, or, not': flat({
    x: {
      on: {
        a: {
          target: 'y',
          guard: when({ and: [{ named: 'red' }, { or: [{ not: { named: 'green' } }, { atLeast: 2 }] }] }),
          actions: count,
        },
        b: { actions: count },
      },
    },
    y: { on: { a: 'x' } },
  }),
  'data of the event': flat({
    x: { on: { a: { target: 'y', guard: when({ data: 1 }) } } },
    y: { on: { a: { target: 'x', guard: when({ data: 2 }) } } },
  }),
  'eventless by what is assigned': flat({
    x: { on: { a: { actions: count } }, always: { target: 'y', guard: when({ atLeast: 2 }) } },
    y: { entry: 'arrived' },
  }),
  'eventless of the machine': flat(
    { x: { on: { a: { actions: count } } }, y: {} },
    { always: { target: '.y', guard: when({ and: [{ atLeast: 2 }, { not: { in: 'y' } }] }) } },
  ),
  'raised events': flat({
    x: {
      entry: raise('b'),
      on: { a: { actions: [raise('c'), 'after raise'] }, b: { actions: 'b' }, c: 'y' },
    },
    y: { entry: raise('a'), on: { a: { actions: ['own', remember] } } },
  }),
  'raised while leaving': flat({
    x: { exit: [raise('b'), 'leaving'], on: { a: 'y' } },
    y: { on: { b: 'z' } },
    z: {},
  }),
  'delayed transitions': flat({
    x: { after: { 100: 'y' }, on: { a: { target: 'x', reenter: true } } },
    y: { after: { 50: { target: 'x', actions: remember } }, on: { a: 'z' } },
    z: {},
  }),
  'delays of several lengths': flat({
    x: {
      after: {
        300: 'z',
        100: { guard: 'red', target: 'y' },
        200: [{ guard: 'green', target: 'y' }, { actions: count }],
      },
    },
    y: { on: { a: 'x' } },
    z: { on: { a: 'x' } },
  }),
  'named delays': flat({
    x: { after: { SOON: 'y' } },
    y: { entry: count, after: { LATE: 'x', SOON: { guard: 'red', actions: 'soon' } } },
  }),
  'delays around each other': flat({
    x: box({ y: { after: { 100: 'z' } }, z: { after: { 100: 'y' } } }, { after: { 250: 'w' } }),
    w: { after: { 70: 'x' } },
  }),
  'delayed events': flat({
    x: { entry: raise('b', { delay: 100, id: 'r1' }), on: { a: 'y', b: { actions: ['b', remember] } } },
    y: { on: { b: 'x', a: { actions: cancel('r1') } } },
  }),
  'delayed events of one id': flat({
    x: {
      on: {
        a: { actions: raise('b', { delay: 100, id: 'r1' }) },
        c: { actions: cancel('r1') },
        b: { actions: [count, 'b'] },
      },
    },
  }),
  'done of a compound state': flat({
    x: box(
      { y: { on: { a: 'z' } }, z: { type: 'final' } },
      { onDone: [{ target: 'w', guard: 'red' }, { actions: ['stays', remember] }] },
    ),
    w: {},
  }),
  'an invocation': flat({
    x: {
      invoke: {
        id: 'i-x',
        src: 'work',
        input: { n: 1 },
        onDone: { target: 'y', actions: remember },
        onError: 'z',
      },
    },
    y: { on: { a: 'x' } },
    z: { on: { a: 'x' } },
  }),
  'an error that nobody hears': flat({
    x: { invoke: { id: 'i-x', src: 'work', onDone: 'y' } },
    y: { on: { a: 'x' } },
  }),
  'two invocations': flat({
    x: {
      invoke: [
        { id: 'i-1', src: 'work', onDone: { actions: 'one' } },
        { id: 'i-2', src: 'watch', onDone: 'y', onError: { target: 'x', reenter: true } },
      ],
      on: { a: 'y' },
    },
    y: { on: { a: 'x' } },
  }),
  'an invocation of regions': both({
    l: box({ l1: { invoke: { id: 'i-l', src: 'work', onDone: 'l2' } }, l2: {} }),
    r: box({ r1: { invoke: { id: 'i-r', src: 'watch', onDone: 'r2', onError: 'r1' } }, r2: {} }),
  }),
  'what a state came to': flat({
    x: box(
      {
        y: { on: { a: 'z', b: 'w' } },
        z: { type: 'final', output: { n: 1, of: { $cel: 'count' } } },
        w: { type: 'final' },
      },
      { onDone: { target: 'end', actions: [keep, count] } },
    ),
    end: { on: { a: 'x' } },
  }),
  'what the machine came to': flat(
    {
      x: { on: { a: 'y', b: 'z' }, entry: count },
      y: { type: 'final', output: { own: { $cel: 'count' } } },
      z: { type: 'final' },
    },
    { output: { count: { $cel: 'count' }, final: { $cel: 'event.data' } } },
  ),
  'what an invocation came to': flat({
    x: { invoke: { id: 'i-x', src: 'work', onDone: { target: 'y', actions: keep } } },
    y: { on: { a: 'x' } },
  }),
  'an event for an invocation': flat({
    x: {
      invoke: { id: 'i-x', src: 'work', onDone: 'y' },
      on: {
        a: { actions: [send('i-x'), 'after'] },
        b: { actions: send('i-x', { delay: 100, id: 'r1' }) },
        c: 'y',
      },
    },
    y: { on: { a: 'x', c: { actions: cancel('r1') } } },
  }),
  'several targets, one of them a past': both(
    {
      l: box({ l1: { on: { b: 'l2' } }, l2: { on: { b: 'l1' } }, lp: { type: 'history', target: 'l2' } }),
      r: box({ r1: { on: { c: 'r2' } }, r2: {} }),
    },
    {
      on: { a: { target: ['#lp', '#r2'], actions: count }, 'a.x': { target: ['#l', '#r1'], reenter: true } },
    },
  ),
  'a past with a default, entered first': flat({
    off: { on: { a: '#past' } },
    on: box(
      { one: { on: { b: 'two' } }, two: {}, past: { type: 'history', history: 'deep', target: 'two' } },
      { on: { c: 'off' } },
    ),
  }),
  'wildcards above each other': flat({
    x: box(
      {
        y: {
          on: { 'a.*': { guard: 'red', actions: 'inner' }, 'a.x.*': { guard: 'green', actions: 'longer' } },
        },
      },
      { on: { 'a.x.y': { guard: 'blue', actions: 'exact' }, 'a.*': { actions: 'outer' } } },
    ),
  }),
  'to the machine itself, from a state': flat(
    {
      x: { on: { a: 'y', c: '#m' } },
      y: box({ y1: { on: { b: 'y2' } }, y2: { on: { c: { target: '#m', actions: count } } } }),
    },
    { entry: ['in m', count], exit: 'out m', on: { 'a.x': { target: '#m', guard: 'red' } } },
  ),
  'to the machine itself, leaving it': flat(
    {
      x: { on: { a: 'y', c: { target: '#m', reenter: true } } },
      y: { on: { b: 'x' }, after: { 100: { target: '#m', reenter: true, guard: 'green' } } },
    },
    {
      entry: 'in m',
      exit: 'out m',
      initial: { target: 'x', actions: ['first'] },
      on: { b: { target: '#m', reenter: true, actions: remember } },
    },
  ),
  'to the machine itself, which waits and has invoked': flat(
    {
      x: { on: { a: 'y', c: { target: '#m', reenter: true } } },
      y: { on: { b: 'x', a: '#m' } },
    },
    {
      invoke: { id: 'i-m', src: 'work', onDone: { target: '#m', actions: keep } },
      after: { 200: { actions: 'late' } },
    },
  ),
  'to a parallel machine itself': both(
    {
      l: box({ l1: { on: { b: 'l2' } }, l2: { always: { target: '#m', guard: 'red' } } }),
      r: box({ r1: { on: { c: 'r2' } }, r2: { on: { b: '#m' } }, rp: { type: 'history' } }),
    },
    { entry: 'in m', exit: 'out m', on: { a: '#m', 'a.x': { target: '#m', reenter: true }, 'a.x.y': '#rp' } },
  ),
  tags: flat({ x: box({ y: { tags: ['b', 'a'], on: { a: 'z' } }, z: { tags: 'c' } }, { tags: ['a'] }) }),
  'what is told': flat({
    x: { on: { a: { actions: [emit, log, { type: 'show', params: { n: 1, list: [true] } }] } } },
  }),
};

/** As XState takes them, with the context that sketches use. */
export const HAND_MADE: readonly (readonly [string, JsonObject])[] = Object.entries(SHAPES).map(
  ([name, config]) => [name, { id: 'm', context: { count: 0, last: 'none' } as Json, ...config }] as const,
);
