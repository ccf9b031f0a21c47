import { describe, expect, test } from 'vitest';
import {
  type ActorScope,
  type AnyMachineSnapshot,
  createActor,
  createMachine,
  type EventObject,
  enqueueActions,
} from 'xstate';
import type { MachineConfig } from '../../src/compile/config';

/**
 * What `machine/stepper.ts` leans on although XState documents it only as the interface of actor logic. To be run at
 * every upgrade of XState: where one of these fails, the stepper has to be looked at first.
 */
const heard: { type: string; params: unknown }[] = [];
const self = createActor(createMachine({}));
const scope: ActorScope<AnyMachineSnapshot, EventObject> = {
  self,
  id: '',
  sessionId: '',
  logger: () => {},
  defer: () => {
    throw new Error('something was deferred');
  },
  emit: () => {},
  system: self.system,
  stopChild: () => {},
  actionExecutor: (action) => {
    heard.push({ type: action.type, params: action.params });
  },
};

const CONFIG: MachineConfig = {
  id: 'facts',
  initial: 'a',
  context: { count: 0 },
  states: {
    a: { entry: [{ type: 'start', params: { node: 0 } }], on: { done: [{ target: 'b' }] } },
    b: { entry: [{ type: 'grow' }], always: [{ guard: { type: 'full' }, target: 'c' }] },
    c: { type: 'final' },
  },
  options: { maxIterations: 10 },
};

const machine = createMachine(CONFIG, {
  guards: { full: ({ context }) => Number(context.count) > 0 },
  actions: {
    grow: enqueueActions(({ enqueue, context }) => {
      enqueue.assign({ count: Number(context.count) + 1 });
      enqueue({ type: 'skip', params: { nodes: [1] } });
    }),
  },
});

function opened() {
  heard.length = 0;
  return machine.getInitialSnapshot(scope, undefined);
}

describe('facts about XState', () => {
  test('an action without implementation reaches the executor as plain data, its parameters resolved', () => {
    opened();
    expect(heard).toEqual([{ type: 'start', params: { node: 0 } }]);
  });

  test('transition() with a long-lived inert scope runs a whole macrostep, eventless transitions too', () => {
    const first = opened();
    heard.length = 0;
    const next = machine.transition(first, { type: 'done' }, scope);
    expect(next.value).toBe('c');
    expect(next.status).toBe('done');
    expect(heard).toEqual([{ type: 'skip', params: { nodes: [1] } }]);
  });

  test('the snapshot that was passed is not changed, and may be frozen', () => {
    const first = Object.freeze(opened());
    machine.transition(first, { type: 'done' }, scope);
    expect(first.value).toBe('a');
    expect(first.context).toEqual({ count: 0 });
  });

  test('an event that nobody handles returns the same snapshot', () => {
    const first = opened();
    expect(machine.transition(first, { type: 'unknown' } satisfies EventObject, scope)).toBe(first);
  });

  test('a machine that is done still takes events of its root: the stepper looks at the status', () => {
    const rooted = createMachine({
      initial: 'end',
      on: { again: '.other' },
      states: { end: { type: 'final' }, other: {} },
    });
    const done = rooted.getInitialSnapshot(scope, undefined);
    expect(done.status).toBe('done');
    expect(rooted.transition(done, { type: 'again' }, scope).value).toBe('other');
  });

  test('resolveState makes a snapshot of a state and a context, and starts nothing', () => {
    heard.length = 0;
    const snapshot = machine.resolveState({ value: 'a', context: { count: 0 } });
    expect(snapshot.status).toBe('active');
    expect(heard).toEqual([]);
    expect(machine.transition(snapshot, { type: 'done' }, scope).value).toBe('c');
  });

  test('case D1 maxIterations stops an eventless cycle that would hang', () => {
    const cycle = createMachine({
      initial: 'a',
      states: { a: { on: { go: 'b' } }, b: { always: 'c' }, c: { always: 'b' } },
      options: { maxIterations: 10 },
    });
    const first = cycle.getInitialSnapshot(scope, undefined);
    expect(() => cycle.transition(first, { type: 'go' }, scope)).toThrow(/more than 10 microsteps/);
  });
});
