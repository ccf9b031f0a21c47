import { describe, expect, it } from 'vitest';
import type { Capabilities } from '#runtime';
import { facts, gate, hostOf, settle, start } from './notation';

const TWO = `
  both: GROUP ASYNC {merge: COLLECT}
    a: CAPABILITY slow
    b: CAPABILITY quick
`;

/** A host on which both capabilities compute by themselves. */
function local(host: ReturnType<typeof hostOf>): Capabilities {
  return {
    catalogue: host.capabilities.catalogue,
    find: (id) => {
      const found = host.capabilities.find(id);
      return found && { ...found, isLocal: true };
    },
  };
}

function answersOf(run: { readonly commits: Parameters<typeof facts>[0] }): string[] {
  return facts(run.commits).filter((line) => line.startsWith('effect'));
}

describe('K3 the order in which results are handed over', () => {
  it('of local effects is the order in which they left, however long each takes', async () => {
    const slow = gate<number>();
    const host = hostOf({ slow: () => slow.opened, quick: () => 2 });
    const run = start({ ...host, capabilities: local(host) }, TWO);
    await settle();
    expect(answersOf(run)).toEqual([]);
    slow.open(1);
    await run.done;
    expect(answersOf(run)).toEqual(['effect.succeeded /both/a#1', 'effect.succeeded /both/b#1']);
  });

  it('of all others is the order in which they come', async () => {
    const slow = gate<number>();
    const run = start(hostOf({ slow: () => slow.opened, quick: () => 2 }), TWO);
    await settle();
    slow.open(1);
    await run.done;
    expect(answersOf(run)).toEqual(['effect.succeeded /both/b#1', 'effect.succeeded /both/a#1']);
  });

  it('R17 one that was withdrawn holds nobody', async () => {
    const never = gate<number>();
    const text = TWO.replace('slow\n', 'slow {timeoutMs: 10, onError: continue}\n');
    const host = hostOf({ slow: () => never.opened, quick: () => 2 });
    const run = start({ ...host, capabilities: local(host) }, text);
    await settle();
    host.clock.advance(10);
    await run.done;
    expect(answersOf(run)).toEqual(['effect.succeeded /both/b#1']);
  });
});
