import { describe, expect, it } from 'vitest';
import type { Address } from '#base';
import { type EffectCommand, EffectQueue } from '../../src/runtime/effectQueue';

function command(name: string): EffectCommand {
  const address = `/${name}#1` as Address;
  return { kind: 'call', address, capability: 'echo', input: {}, effect: 'pure', idempotent: false };
}

/** A queue whose effects end when the test says so. */
function queueOf(limit: number) {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const queue = new EffectQueue({
    limit,
    perform: (effect, signal) =>
      new Promise((resolve) => {
        ends.set(effect.address, resolve);
        signal.addEventListener('abort', () => log.push(`abort ${effect.address}`));
      }),
    dropped: (address) => log.push(`dropped ${address}`),
    left: (address) => log.push(`left ${address}`),
    freed: () => log.push('freed'),
  });
  return { queue, log, end: async (name: string) => ends.get(`/${name}#1`)?.() };
}

describe('effects in flight', () => {
  it('SECURITY limits: at most so many leave, the others in order as places become free', async () => {
    const { queue, log, end } = queueOf(2);
    for (const name of ['a', 'b', 'c', 'd']) queue.start(command(name));
    expect(log).toEqual(['left /a#1', 'left /b#1']);
    await end('b');
    await end('a');
    expect(log).toEqual(['left /a#1', 'left /b#1', 'left /c#1', 'freed', 'left /d#1', 'freed']);
  });

  it('R17 withdrawing aborts what is in flight, frees its place, and drops what waits', () => {
    const { queue, log } = queueOf(1);
    for (const name of ['a', 'b', 'c']) queue.start(command(name));
    queue.withdraw('/b#1' as Address);
    queue.withdraw('/a#1' as Address);
    expect(log).toEqual(['left /a#1', 'dropped /b#1', 'abort /a#1', 'left /c#1', 'freed']);
  });

  it('R19 what waits when the run is paused stays; what the kernel asks for in step mode leaves', () => {
    const { queue, log } = queueOf(1);
    queue.start(command('a'));
    queue.start(command('b'));
    queue.hold();
    queue.withdraw('/a#1' as Address);
    queue.start(command('step'));
    expect(log).not.toContain('left /b#1');
    expect(log).toContain('left /step#1');
    expect(queue.isQuiet).toBe(false);
    queue.withdraw('/step#1' as Address);
    expect(queue.isQuiet).toBe(true);
    queue.release();
    expect(log).toContain('left /b#1');
  });
});
