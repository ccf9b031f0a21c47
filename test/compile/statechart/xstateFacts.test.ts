import { describe, expect, test } from 'vitest';
import {
  type ActorScope,
  type AnyMachineSnapshot,
  createActor,
  createMachine,
  type EventObject,
} from 'xstate';

/**
 * What `statechart` leans on although XState does not document it. To be run at every upgrade of XState, with
 * `../xstateFacts.test.ts`.
 */
const self = createActor(createMachine({}));
const scope: ActorScope<AnyMachineSnapshot, EventObject> = {
  self,
  id: '',
  sessionId: '',
  logger: () => {},
  defer: () => {},
  emit: () => {},
  system: self.system,
  stopChild: () => {},
  actionExecutor: () => {},
};

describe('facts about XState that state machines lean on', () => {
  test('a guard with a "check" is given the snapshot of before the transition', () => {
    const seen: string[][] = [];
    const guard = Object.assign(() => false, {
      check: (snapshot: AnyMachineSnapshot) => {
        seen.push(snapshot._nodes.map((node) => node.id));
        return true;
      },
    });
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: { a: { on: { go: { target: 'b', guard } } }, b: { always: { guard } } },
    });
    const next = machine.transition(machine.getInitialSnapshot(scope, undefined), { type: 'go' }, scope);
    expect(next.value).toBe('b');
    expect(seen).toEqual([
      ['m', 'm.a'],
      ['m', 'm.b'],
    ]);
  });

  test('a snapshot with another context put in goes on as one of XState’s own', () => {
    const machine = createMachine({
      context: { n: 1 },
      initial: 'a',
      states: {
        a: { on: { go: { target: 'b', guard: ({ context }) => context.n === 2 } } },
        b: { tags: 't' },
      },
    });
    const first = machine.getInitialSnapshot(scope, undefined);
    const next = machine.transition({ ...first, context: { n: 2 } }, { type: 'go' }, scope);
    expect([next.value, next.context, next.hasTag('t'), first.context]).toEqual([
      'b',
      { n: 2 },
      true,
      { n: 1 },
    ]);
  });

  test('an eventless transition that changes nothing is taken once: only a new snapshot makes XState look again', () => {
    let asked = 0;
    const guard = () => ++asked > 0;
    const machine = createMachine({ initial: 'a', states: { a: { always: { guard } } } });
    machine.getInitialSnapshot(scope, undefined);
    expect(asked).toBe(1);
  });

  test('getTransitionData says what would be taken, and takes nothing', () => {
    const machine = createMachine({ initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } });
    const first = machine.getInitialSnapshot(scope, undefined);
    expect(machine.getTransitionData(first, { type: 'go' })).toHaveLength(1);
    expect(machine.getTransitionData(first, { type: 'stay' })).toHaveLength(0);
    expect(first.value).toBe('a');
  });
});
