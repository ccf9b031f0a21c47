import { describe, expect, it, vi } from 'vitest';
import { SimulatedClock, systemClock } from '#runtime';

describe('clocks', () => {
  it('the simulated clock rings in order of due time, then of making, each at its own time', () => {
    const clock = new SimulatedClock(100);
    const rung: [string, number][] = [];
    const ring = (name: string) => () => rung.push([name, clock.now()]);
    clock.after(30, ring('late'));
    clock.after(10, ring('first'));
    clock.after(10, ring('second'));
    const withdraw = clock.after(20, ring('never'));
    withdraw();
    clock.advance(50);
    expect(rung).toEqual([
      ['first', 110],
      ['second', 110],
      ['late', 130],
    ]);
    expect(clock.now()).toBe(150);
  });

  it('a timer that is made while another rings still rings in time', () => {
    const clock = new SimulatedClock();
    const rung: number[] = [];
    clock.after(10, () => clock.after(10, () => rung.push(clock.now())));
    clock.advance(30);
    expect(rung).toEqual([20]);
  });

  it('rings one timer alone: what it makes for the same moment comes after what was due already', () => {
    const clock = new SimulatedClock();
    const rung: string[] = [];
    clock.after(10, () => {
      rung.push('first');
      clock.after(0, () => rung.push('made'));
    });
    clock.after(10, () => rung.push('second'));
    expect([clock.ring(), rung.length, clock.now()]).toEqual([true, 1, 10]);
    expect([clock.ring(), clock.ring(), clock.ring()]).toEqual([true, true, false]);
    expect(rung).toEqual(['first', 'second', 'made']);
  });

  it('the system clock does not fire at once what is due in 40 days', () => {
    vi.useFakeTimers();
    const day = 86_400_000;
    const ring = vi.fn();
    systemClock.after(40 * day, ring);
    vi.advanceTimersByTime(39 * day);
    expect(ring).not.toHaveBeenCalled();
    vi.advanceTimersByTime(day);
    expect(ring).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});
