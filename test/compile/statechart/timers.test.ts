import { describe, expect, test } from 'vitest';
import { createActor, createMachine, SimulatedClock } from 'xstate';
import type { Json } from '#base';
import { simulateMachine } from '#compile';
import { readMachineEvents } from '#plan';
import { compiled } from './notation';

function simulated(steps: readonly (string | number)[]): readonly Json[] {
  const machine = compiled({
    initial: 'box',
    states: [
      {
        id: 'box',
        initial: 'slow',
        states: [
          {
            id: 'slow',
            on: [
              { event: 'back', target: 'past' },
              { event: 'begin', restart: true },
            ],
            after: [{ delayMs: 100, target: 'fast' }],
          },
          { id: 'fast' },
          { id: 'past', type: 'history', target: 'slow' },
        ],
      },
    ],
  });
  const events = readMachineEvents(steps.map((step) => (typeof step === 'number' ? { after: step } : step)));
  if (!events.ok) throw new Error(JSON.stringify(events.problem));
  return simulateMachine(machine, { variables: {}, goalData: null }, events.value).steps.map(
    ({ value }) => value,
  );
}

function original(steps: readonly (string | number)[]): readonly Json[] {
  const clock = new SimulatedClock();
  const machine = createMachine({
    id: 'm',
    initial: 'box',
    states: {
      box: {
        initial: 'slow',
        states: {
          slow: { on: { back: 'past', begin: '#m' }, after: { 100: 'fast' } },
          fast: {},
          past: { type: 'history', target: 'slow' },
        },
      },
    },
  });
  const actor = createActor(machine, { clock }).start();
  const values = [actor.getSnapshot().value];
  for (const step of steps) {
    if (typeof step === 'number') clock.increment(step);
    else actor.send({ type: step });
    values.push(actor.getSnapshot().value);
  }
  return values as readonly Json[];
}

describe('M7 a simulation keeps timers as XState does', () => {
  test.each([
    ['entered again without being left: the first timer is still due', [60, 'back', 39, 1, 100]],
    ['the second timer alone', ['back', 100]],
    ['a machine that begins again leaves what is inside', [60, 'begin', 60, 40]],
  ])('M1 %s', (_, steps) => {
    expect(simulated(steps)).toEqual(original(steps));
  });
});
