import { describe, expect, it } from 'vitest';
import type { Address } from '#base';
import type { TimerCommand } from '#kernel';
import { SimulatedClock } from '#runtime';
import { Timers } from '../../src/runtime/clock';

function timer(name: string, purpose: Exclude<TimerCommand['purpose'], 'until'> = 'retry'): TimerCommand {
  return { kind: 'timer', address: `/${name}#1!${purpose}` as Address, afterMs: 0, purpose };
}

function timersOf() {
  const clock = new SimulatedClock(1_000);
  const fired: string[] = [];
  return { clock, fired, timers: new Timers(clock, (address) => fired.push(address)) };
}

describe('timers', () => {
  it('R19 fire in order of their due times, each once', () => {
    const { clock, fired, timers } = timersOf();
    timers.arm(timer('late'), 1_300);
    timers.arm(timer('early'), 1_100);
    clock.advance(5_000);
    expect(fired).toEqual(['/early#1!retry', '/late#1!retry']);
  });

  it('R17 a withdrawn timer never fires', () => {
    const { clock, fired, timers } = timersOf();
    timers.arm(timer('a'), 1_100);
    timers.withdraw(timer('a').address);
    clock.advance(1_000);
    expect(fired).toEqual([]);
  });

  it('K6 those that are due in the past fire at once, in the order of arming', () => {
    const { clock, fired, timers } = timersOf();
    timers.arm(timer('b'), 20);
    timers.arm(timer('a'), 10);
    clock.advance(0);
    expect(fired).toEqual(['/b#1!retry', '/a#1!retry']);
  });

  it('a timeout alone does not move a run on, a retry does', () => {
    const { timers } = timersOf();
    timers.arm(timer('wait', 'timeout'), 2_000);
    expect(timers.moves).toBe(false);
    timers.arm(timer('again', 'retry'), 2_000);
    expect(timers.moves).toBe(true);
  });
});
